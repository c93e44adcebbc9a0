//! Whether everybody can use a page: own checks, run in the page, after the rules of WCAG 2.2.

use crate::Done;
use crate::page::{Keys, Looks, Trouble, Window};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fmt;

const SCRIPT: &str = include_str!("audit.js");

/// Something that keeps somebody from using a page.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Violation {
    /// The page and how it was looked at.
    pub page: String,
    /// Which check found it.
    pub check: String,
    /// Where, as a selector.
    pub place: String,
    /// What is wrong.
    pub what: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} at {}: {}", self.page, self.check, self.place, self.what)
    }
}

/// All that was found on all pages.
#[derive(Debug, Default)]
pub struct Audit {
    found: BTreeSet<Violation>,
}

impl Audit {
    fn note(&mut self, page: &str, said: &Value) -> Done {
        let list = said.as_array().ok_or_else(|| Trouble(format!("{page}: the checks gave no list: {said}")))?;
        for one in list {
            let text = |name: &str| one[name].as_str().unwrap_or_default().to_string();
            self.found.insert(Violation {
                page: page.into(),
                check: text("check"),
                place: text("place"),
                what: text("what"),
            });
        }
        Ok(())
    }

    async fn run(&mut self, page: &Window, name: &str, checks: &[&str]) -> Done {
        page.settled().await?;
        let said = page.js(&format!("{SCRIPT}\nreturn audit(arguments[0]);"), vec![json!(checks)]).await?;
        self.note(name, &said)
    }

    /// Looks at a page in every way: as it is, light and dark, with more contrast, on a telephone, with text twice as large, without
    /// movement, and through the keyboard.
    pub async fn look(&mut self, page: &Window, path: &str) -> Done {
        let calm = Looks::default();
        page.sight(calm)?;
        page.screen(1400, 950, 1.0)?;
        set_look(page, "size-100.scheme-auto.contrast-normal.motion-auto").await?;
        page.goto(path).await?;
        self.run(page, path, &["structure", "names", "sizes", "contrast", "scroll"]).await?;
        page.sight(Looks { dark: true, ..calm })?;
        self.run(page, &format!("{path} (dark)"), &["contrast"]).await?;
        page.sight(Looks { still: true, ..calm })?;
        self.run(page, &format!("{path} (reduced motion)"), &["motion"]).await?;
        page.sight(calm)?;
        page.screen(360, 780, 1.0)?;
        self.run(page, &format!("{path} (360 px)"), &["scroll", "sizes", "contrast"]).await?;
        set_look(page, "size-200.scheme-auto.contrast-high.motion-auto").await?;
        page.screen(1400, 950, 1.0)?;
        page.goto(path).await?;
        self.run(page, &format!("{path} (200%, high contrast)"), &["scroll", "contrast", "clipped"]).await?;
        page.sight(Looks { dark: true, contrast: true, ..calm })?;
        self.run(page, &format!("{path} (high contrast, dark)"), &["contrast"]).await?;
        page.sight(calm)?;
        page.screen(360, 780, 1.0)?;
        self.run(page, &format!("{path} (200%, 360 px)"), &["scroll"]).await?;
        page.screen(1400, 950, 1.0)?;
        set_look(page, "size-100.scheme-auto.contrast-normal.motion-auto").await
    }

    /// Checks that one sees where the keyboard is: walks through a page with Tab.
    pub async fn walk(&mut self, page: &Window, path: &str, steps: usize) -> Done {
        page.goto(path).await?;
        page.settled().await?;
        let seen = "const plain = plainLooks(); globalThis.hulldownFocusSeen = () => focusSeen(plain);";
        page.js(&format!("{SCRIPT}\n{seen}"), Vec::new()).await?;
        for _ in 0..steps {
            page.hit(Keys::Tab).await?;
            page.settled().await?;
            let said = page.value("globalThis.hulldownFocusSeen()").await?;
            self.note(&format!("{path} (keyboard)"), &said)?;
        }
        Ok(())
    }

    /// What was found.
    pub fn found(&self) -> impl Iterator<Item = &Violation> {
        self.found.iter()
    }

    /// Fails with everything that was found.
    pub fn settle(&self) -> Done {
        if self.found.is_empty() {
            return Ok(());
        }
        let lines: Vec<String> = self.found.iter().map(ToString::to_string).collect();
        Err(Trouble(format!("{} violations:\n{}", lines.len(), lines.join("\n"))))
    }
}

/// Sets the cookie that says how the page is to look.
async fn set_look(page: &Window, look: &str) -> Done {
    page.devtools(
        "Network.setCookie",
        &json!({ "name": "hulldown-look", "value": look, "url": page.origin(), "path": "/" }),
    )
    .map(drop)
}
