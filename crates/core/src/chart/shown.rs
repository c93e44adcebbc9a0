//! Figures in a chart's words: `{gunnery_skill.add:+} to hit` shows the number that play reads, whoever's it is.

use super::Files;
use std::borrow::Cow;
use toml::de::{DeTable, DeValue};

/// Fills what the words of a file show of its own figures, or of another's: `{b1_to_hit.drm.gunnery_skill.add:+}` is a modifier in
/// `b1_to_hit.toml`, with its sign.
pub(super) struct Shown<'f> {
    files: &'f Files,
    file: &'f str,
}

impl<'f> Shown<'f> {
    pub(super) fn new(files: &'f Files, file: &'f str) -> Shown<'f> {
        Shown { files, file }
    }

    /// The words with their figures. Braces round anything but the path of a figure are braces.
    pub(super) fn fill<'t>(&self, words: &'t str) -> Result<Cow<'t, str>, String> {
        let mut parts = words.split('{');
        let Some(mut filled) = parts.next().map(str::to_owned).filter(|first| first.len() < words.len()) else {
            return Ok(words.into());
        };
        for part in parts {
            let path = part.split_once('}').map(|(path, rest)| (path, path.strip_suffix(":+"), rest));
            match path.filter(|(path, signed, _)| is_path(signed.unwrap_or(path))) {
                Some((path, signed, rest)) => {
                    let figure = self.figure(signed.unwrap_or(path)).map(|figure| match (figure, signed) {
                        (Figure::Number(number), Some(_)) => format!("{number:+}"),
                        (Figure::Number(number), None) => number.to_string(),
                        (Figure::Text(text), _) => text,
                        (Figure::Unread, _) => format!("{{{path}}}"),
                    });
                    filled += &figure.ok_or_else(|| format!("`{{{path}}}` is no figure of this file or another"))?;
                    filled += rest;
                }
                None => filled = filled + "{" + part,
            }
        }
        Ok(filled.into())
    }

    /// The figure at a path, in the file itself or behind the name of another.
    fn figure(&self, path: &str) -> Option<Figure> {
        let own = self.look(self.file, path);
        own.or_else(|| path.split_once('.').and_then(|(file, path)| self.look(&format!("{file}.toml"), path)))
    }

    fn look(&self, file: &str, path: &str) -> Option<Figure> {
        let text = self.files.text(file).ok()?;
        // A file that is no TOML is refused when its own turn comes.
        let Ok(table) = DeTable::parse(text) else { return Some(Figure::Unread) };
        let mut at = DeValue::Table(table.into_inner());
        for key in path.split('.') {
            let DeValue::Table(rows) = at else { return None };
            at = rows.into_iter().find(|(name, _)| name.get_ref() == key)?.1.into_inner();
        }
        match at {
            DeValue::Integer(number) => i64::from_str_radix(number.as_str(), number.radix()).ok().map(Figure::Number),
            DeValue::String(text) => Some(Figure::Text(text.into_owned())),
            _ => None,
        }
    }
}

/// What stands at a path.
enum Figure {
    Number(i64),
    /// A date, say.
    Text(String),
    /// Nobody knows: the file cannot be read.
    Unread,
}

fn is_path(path: &str) -> bool {
    !path.is_empty() && path.chars().all(|c| c.is_ascii_alphanumeric() || "_-.".contains(c))
}

#[cfg(test)]
mod tests {
    use super::super::Files;

    #[derive(serde::Deserialize, Debug)]
    struct Skill {
        effect: String,
    }

    const HITS: &str = "[drm]\nskill = { add = -1 }\nsince = \"1944-11-01\"\nfar = 0x10\n";

    fn shown(effect: &str) -> Result<String, String> {
        let files = Files::default().with("hits.toml", HITS.into());
        let files = files.with("skills.toml", format!("more = 2\neffect = '{effect}'\nother.deep = 7\n"));
        #[derive(serde::Deserialize)]
        struct Written {
            #[serde(flatten)]
            skill: Skill,
        }
        let read = files.parse::<Written>("skills.toml");
        read.map(|read| read.skill.effect).map_err(|wrong| wrong.to_string())
    }

    #[test]
    fn words_show_the_figures_of_their_file_and_of_others() {
        assert_eq!(shown("{hits.drm.skill.add:+} to hit, {more:+} or {other.deep}").unwrap(), "-1 to hit, +2 or 7");
        assert_eq!(shown("{hits.drm.far} since {hits.drm.since}").unwrap(), "16 since 1944-11-01");
        for braces in ["day = { n = 1 }", "{", "}{", "{}", "{ more }"] {
            assert_eq!(shown(braces).unwrap(), braces);
        }
    }

    #[test]
    fn a_figure_that_is_not_there_is_refused_with_its_place() {
        for path in ["less", "hits.drm.none", "hits.drm.skill", "hits", "misses.drm.skill.add:+", "more.deep"] {
            let said = format!("skills.toml: line 2, column 10: `{{{path}}}` is no figure of this file or another");
            assert_eq!(shown(&format!("{{{path}}}")).unwrap_err(), said);
        }
    }

    #[test]
    fn what_is_wrong_with_another_file_is_said_of_that_file() {
        let files = Files::default().with("hits.toml", "drm = {".into());
        let files = files.with("skills.toml", "effect = '{hits.drm.skill.add}'".into());
        assert_eq!(files.parse::<Skill>("skills.toml").unwrap().effect, "{hits.drm.skill.add}");
        assert!(files.parse::<Skill>("hits.toml").is_err());
    }
}
