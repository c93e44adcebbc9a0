//! How somebody likes the page to look, kept in a cookie.

/// Text sizes, in per cent.
pub(crate) const SIZES: [u16; 6] = [100, 110, 125, 150, 175, 200];

/// The cookie's name.
pub(crate) const COOKIE: &str = "hulldown-look";

/// How the page looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Appearance {
    /// Text size in per cent.
    pub(crate) size: u16,
    /// `auto`, `light` or `dark`.
    pub(crate) scheme: &'static str,
    /// `normal` or `high`.
    pub(crate) contrast: &'static str,
    /// `auto` or `less`.
    pub(crate) motion: &'static str,
    /// How results are shown: `instant`, `step` or `pace`.
    pub(crate) cards: &'static str,
}

impl Default for Appearance {
    fn default() -> Self {
        Appearance { size: 100, scheme: "auto", contrast: "normal", motion: "auto", cards: "instant" }
    }
}

pub(crate) const SCHEMES: [(&str, &str); 3] = [("auto", "as in your system"), ("light", "light"), ("dark", "dark")];
pub(crate) const CONTRASTS: [(&str, &str); 2] = [("normal", "normal"), ("high", "high")];
pub(crate) const MOTIONS: [(&str, &str); 2] = [("auto", "as in your system"), ("less", "none")];
pub(crate) const CARDS: [(&str, &str); 3] = [
    ("instant", "all at once"),
    ("step", "step by step: Enter or Next shows the next"),
    ("pace", "one after another, at reading pace"),
];

fn one_of(values: &'static [(&'static str, &'static str)], given: &str) -> Option<&'static str> {
    values.iter().map(|(value, _)| *value).find(|value| *value == given)
}

impl Appearance {
    /// The same with one thing changed; what makes no sense changes nothing.
    #[must_use]
    pub(crate) fn with(mut self, name: &str, value: &str) -> Self {
        match name {
            "size" => self.size = value.parse().ok().filter(|size| SIZES.contains(size)).unwrap_or(self.size),
            "scheme" => self.scheme = one_of(&SCHEMES, value).unwrap_or(self.scheme),
            "contrast" => self.contrast = one_of(&CONTRASTS, value).unwrap_or(self.contrast),
            "motion" => self.motion = one_of(&MOTIONS, value).unwrap_or(self.motion),
            "cards" => self.cards = one_of(&CARDS, value).unwrap_or(self.cards),
            _ => {}
        }
        self
    }

    /// Read from the cookie's value: `size-100.scheme-dark`.
    pub(crate) fn read(cookie: &str) -> Self {
        let parts = cookie.split('.').filter_map(|part| part.split_once('-'));
        parts.fold(Appearance::default(), |look, (name, value)| look.with(name, value))
    }

    /// The cookie's value.
    pub(crate) fn write(self) -> String {
        let Appearance { size, scheme, contrast, motion, cards } = self;
        format!("size-{size}.scheme-{scheme}.contrast-{contrast}.motion-{motion}.cards-{cards}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_look_is_read_back_and_nonsense_is_ignored() {
        let look = Appearance { size: 150, scheme: "dark", contrast: "high", motion: "less", cards: "step" };
        assert_eq!(Appearance::read(&look.write()), look);
        assert_eq!(Appearance::read("size-9000.scheme-<script>.x"), Appearance::default());
    }
}
