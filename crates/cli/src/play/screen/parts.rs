//! The parts of the screen as lines of styled text.

use super::{FullScreen, Turned};
use crate::play::command::Chronicle;
use crate::play::menu::Row;
use crate::play::pages::{self, Card, Tone, fold};
use crate::text::{hang, pad, percent, short_percent, shorten, width, wrap};
use hulldown_core::game::Section;
use hulldown_desk::{Ask, Choice, DiceAsk};
use hulldown_draw::Ink;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};

/// Styles. Every difference is also one of letters or marks, so that nothing is lost without color.
pub(super) mod style {
    use super::{Color, Ink, Modifier, Style};

    fn is_colored() -> bool {
        std::env::var_os("NO_COLOR").is_none_or(|set| set.is_empty())
    }

    fn color(style: Style, color: Color) -> Style {
        if is_colored() { style.fg(color) } else { style }
    }

    /// The head line.
    pub(crate) fn head() -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }
    /// The question, titles.
    pub(crate) fn bold() -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }
    /// Rule ids, what is not allowed, what is old.
    pub(crate) fn dim() -> Style {
        color(Style::new().add_modifier(Modifier::DIM), Color::Gray)
    }
    /// Chances.
    pub(crate) fn odds() -> Style {
        color(Style::new(), Color::Cyan)
    }
    /// Hints and remarks.
    pub(crate) fn notice() -> Style {
        color(Style::new(), Color::Yellow)
    }
    /// What must not be overlooked.
    pub(crate) fn alarm() -> Style {
        color(Style::new().add_modifier(Modifier::BOLD), Color::Red)
    }
    /// What a board is drawn in.
    pub(crate) fn ink(ink: Ink) -> Style {
        match ink {
            Ink::Plain => Style::new(),
            Ink::Faint => dim(),
            Ink::Woods => color(Style::new(), Color::Green),
            Ink::Rough => color(Style::new(), Color::Yellow),
            Ink::High => color(Style::new(), Color::LightYellow),
            Ink::Own => color(Style::new().add_modifier(Modifier::BOLD), Color::LightBlue),
            Ink::Enemy => color(Style::new().add_modifier(Modifier::BOLD), Color::Magenta),
            Ink::Alarm => alarm(),
            Ink::Choice => key(),
        }
    }
    /// Keys.
    pub(crate) fn key() -> Style {
        color(Style::new().add_modifier(Modifier::BOLD), Color::Green)
    }
}

/// In so few lines a card leaves out what was tried.
const TIGHT: usize = 4;

/// What marks the answer that `.` gives.
const USUAL: &str = "  · usual";

/// How wide the keys of options stand at least.
const KEY: usize = 4;
/// As much of a label as is shown before its chances.
const LEAST_LABEL: usize = 24;

/// Lines that belong to rows one can select.
pub(super) struct Rows {
    /// Each line with the row it belongs to.
    pub(super) lines: Vec<(usize, Line<'static>)>,
}

impl Rows {
    /// The first line to show so that the selected row is in sight.
    pub(super) fn scroll_for(&self, selected: Option<usize>, height: usize) -> usize {
        let Some(selected) = selected else { return 0 };
        let first = self.lines.iter().position(|(row, _)| *row == selected).unwrap_or(0);
        let last = self.lines.iter().rposition(|(row, _)| *row == selected).unwrap_or(0);
        if last < height { 0 } else { (last + 1 - height).min(first) }
    }
}

impl FullScreen<'_> {
    /// The options in at most so many lines: each with all there is to say if all of that has room, else in short.
    pub(super) fn option_rows_in(&self, columns: usize, room: usize) -> Rows {
        let whole = self.option_rows(columns, true);
        if whole.lines.len() <= room { whole } else { self.option_rows(columns, false) }
    }

    /// The options, and what is not allowed now.
    fn option_rows(&self, columns: usize, whole: bool) -> Rows {
        let mut lines = Vec::new();
        let chosen = self.sitting.past().and_then(|past| past.chosen.clone());
        let listed = self.menu.rows();
        for (row, what) in listed.iter().enumerate() {
            match what {
                Row::Option(n) => {
                    let Some(option) = self.options().get(*n) else { continue };
                    let laid = self.option_lines((row, *n), option, chosen.as_deref(), (columns, whole));
                    lines.extend(laid.into_iter().map(|line| (row, line)));
                }
                Row::Group(n) => lines.extend(self.group_lines(row, *n, columns).into_iter().map(|line| (row, line))),
            }
        }
        let refused = self.ask().map_or(&[][..], Ask::refused);
        let from = listed.len();
        if self.refused {
            for (n, refused) in refused.iter().enumerate() {
                let row = from + n;
                let here = self.selected == Some(row);
                let mark = if here { "> –    " } else { "  –    " };
                let text = format!("{}: {} [{}]", refused.label, refused.why, refused.rule);
                let style = if here { style::dim().add_modifier(Modifier::REVERSED) } else { style::dim() };
                lines.extend(hang(mark, &text, columns).into_iter().map(|line| (row, Line::styled(line, style))));
            }
        }
        Rows { lines }
    }

    fn option_lines(
        &self,
        (row, n): (usize, usize),
        option: &Choice,
        chosen: Option<&str>,
        (columns, whole): (usize, bool),
    ) -> Vec<Line<'static>> {
        let here = self.selected == Some(row) && self.sitting.past().is_none();
        let mark = match (here, chosen == Some(&option.key)) {
            (true, _) => "> ",
            (false, true) => "* ",
            _ => "  ",
        };
        let rule = format!("  [{}]", option.rule);
        let base = if here { Style::new().add_modifier(Modifier::REVERSED) } else { Style::new() };
        let lead = format!("{mark}{} ", pad(self.menu.key(n), self.key_width()));
        let room = columns.saturating_sub(width(&lead)).max(8);
        // The label is wrapped; chance and rule follow on its last line if they fit. On a narrow screen an option takes one line until it
        // is selected; what gives up something for good is never cut.
        let brief = !whole && self.narrow && !here && !self.grave.contains(&n);
        let told = here || whole;
        let odds = option.chances().map(|odds| match brief {
            true => pages::few_chances(odds, room / 2),
            false => pages::short_chances(odds),
        });
        // Where there is no room for both, the words come first.
        let least = width(&option.label).min(LEAST_LABEL);
        let odds = odds.filter(|odds| !odds.is_empty() && (!brief || room >= least + 2 + width(odds)));
        let odds = odds.map_or(String::new(), |odds| format!("  {odds}"));
        // What one compares and what `.` takes are in sight before the end of the label.
        let usual = self.sitting.past().is_none()
            && matches!(self.ask(), Some(Ask::Choice(ask)) if ask.usual.as_ref().is_some_and(|u| u.key == option.key));
        let kept = width(&odds) + if usual { width(USUAL) } else { 0 };
        let mut texts = match brief {
            true => vec![shorten(&option.label, room.saturating_sub(kept).max(room / 3))],
            false => wrap(&option.label, room, 0),
        };
        let mut tail = vec![(odds, style::odds())];
        if usual {
            tail.push((USUAL.into(), style::key()));
        }
        tail.push((rule, style::dim()));
        // What is added to the dice, where there is room, else for the option one looks at.
        let modified = pages::modified(option).filter(|_| told).map(|roll| format!("  {roll}"));
        tail.extend(modified.map(|roll| (roll, style::dim())));
        let shots = option.shots.as_ref().filter(|_| told).map(|shots| format!("  {}", shots.line(short_percent)));
        tail.extend(shots.map(|shots| (shots, style::odds())));
        let bears = option.bears.as_ref().filter(|_| told).map(|bears| format!("  {bears}"));
        tail.extend(bears.map(|bears| (bears, style::odds())));
        tail.retain(|(text, _)| !text.is_empty());
        let mut lines: Vec<Vec<Span<'static>>> = texts.drain(..).map(|text| vec![Span::styled(text, base)]).collect();
        for (text, style) in tail {
            let used: usize = lines.last().map_or(0, |line| line.iter().map(|span| width(&span.content)).sum());
            match lines.last_mut() {
                Some(line) if used + width(&text) <= room => line.push(Span::styled(text, style)),
                _ if brief => {}
                _ => {
                    let parts = wrap(text.trim_start(), room, 0);
                    lines.extend(parts.into_iter().map(|part| vec![Span::styled(part, style)]));
                }
            }
        }
        let blank = " ".repeat(width(&lead));
        lines
            .into_iter()
            .enumerate()
            .map(|(n, mut spans)| {
                let lead = if n == 0 { Span::styled(lead.clone(), style::key()) } else { Span::raw(blank.clone()) };
                spans.insert(0, lead);
                Line::from(spans)
            })
            .collect()
    }

    /// The sections of the situation below each other: the title of the first, its lines, then the others with theirs. If they do
    /// not all fit, the one turned to comes first, and the title names those that are left.
    pub(super) fn section_lines(&self, columns: usize, height: usize) -> (String, Vec<Line<'static>>) {
        let sections = self.sitting.shown().sections(self.sitting.viewer());
        let laid: Vec<Vec<Line<'static>>> = sections.iter().map(|section| lay_section(section, columns)).collect();
        let all: usize = laid.iter().map(|lines| lines.len() + 1).sum();
        let whole = all <= height + 1;
        let turned = sections.iter().position(|section| Turned::List(section.id) == self.turned);
        let turn = if whole { 0 } else { turned.unwrap_or(0) };
        let mut lines = Vec::new();
        let mut title = String::new();
        for n in (0..laid.len()).map(|n| (n + turn) % laid.len()) {
            if title.is_empty() {
                title.clone_from(&sections[n].title);
            } else {
                lines.push(Line::styled(sections[n].title.clone(), style::bold()));
            }
            lines.extend(laid[n].iter().cloned());
        }
        if !whole {
            title.push_str(" · Tab turns");
        }
        (title, lines)
    }

    /// The section turned to on a narrow screen; none if it is the log.
    pub(super) fn one_section(&self, columns: usize) -> Option<(String, Vec<Line<'static>>)> {
        let sections = self.sitting.shown().sections(self.sitting.viewer());
        let section = sections.iter().find(|section| Turned::List(section.id) == self.turned)?;
        Some((format!("{} · Tab turns", section.title), lay_section(section, columns)))
    }

    /// A group of options on one line, and below it what it holds that is for good.
    fn group_lines(&self, row: usize, n: usize, columns: usize) -> Vec<Line<'static>> {
        let lead = self.menu.group(n).map_or(String::new(), |group| self.menu.lead(group));
        let key = if lead.is_empty() { "+".into() } else { format!("{lead}+") };
        let (mark, look) = match self.selected == Some(row) {
            true => ("> ", Style::new().add_modifier(Modifier::REVERSED)),
            false => ("  ", Style::new()),
        };
        let lead = format!("{mark}{} ", pad(&key, self.key_width()));
        let room = columns.saturating_sub(width(&lead));
        // Of what was chosen then its label is wanted, not where it stood.
        let text = match self.chosen_in(n) {
            Some(option) => {
                let chosen = format!("chosen: {} {}", self.menu.key(option), self.options()[option].label);
                shorten(&format!("{chosen}; {}", self.menu.group_line(n, self.options())), room)
            }
            None => shorten(&self.menu.group_line(n, self.options()), room),
        };
        let mut lines = vec![Line::from(vec![Span::styled(lead.clone(), style::key()), Span::styled(text, look)])];
        // What a group hides must not surprise whoever types on.
        let blank = " ".repeat(width(&lead));
        let grave = self.menu.grave_line(n, &self.grave, self.options());
        let parts = grave.iter().flat_map(|grave| hang(&blank, grave, columns));
        lines.extend(parts.map(|part| Line::styled(part, style::notice())));
        lines
    }

    /// The option of a group that was chosen at the moment looked back at.
    fn chosen_in(&self, group: usize) -> Option<usize> {
        let chosen = self.sitting.past()?.chosen.as_deref();
        let held = &self.menu.group(group)?.options;
        held.iter().copied().find(|n| self.options().get(*n).map(|option| option.key.as_str()) == chosen)
    }

    /// How wide the keys of options stand: whatever is listed, in one column.
    fn key_width(&self) -> usize {
        let keys = self.menu.rows().into_iter().map(|row| match row {
            Row::Option(n) => width(self.menu.key(n)),
            Row::Group(n) => self.menu.group(n).map_or(0, |group| width(&self.menu.lead(group)) + 1),
        });
        keys.max().unwrap_or(0).max(KEY)
    }

    /// How many lines what must not be overlooked takes, and one that says how much is left out.
    pub(super) fn urgent_lines(&self, columns: usize) -> usize {
        let urgent = self.card().urgent();
        if urgent.is_empty() { 0 } else { card_lines(&urgent, columns).len() + 1 }
    }

    fn card(&self) -> Card {
        let (before, new) = self.log.split_at(self.old.min(self.log.len()));
        let tried = match self.sitting.past() {
            Some(past) => past.tried.as_deref(),
            None => self.tried.as_deref(),
        };
        pages::card(tried, before, new, self.sitting.side())
    }

    /// What came of the last answer, as a card.
    pub(super) fn news_lines(&self, columns: usize, most: usize) -> Vec<Line<'static>> {
        let mut card = self.card();
        if self.sitting.past().is_some() {
            let new = &self.log[self.old.min(self.log.len())..];
            pages::rewinds_in(self.sitting, new).into_iter().for_each(|text| card.add(text));
        }
        // Of what was tried one line says enough: it was read before.
        if let Some(title) = card.title_mut() {
            *title = shorten(title, columns.saturating_sub(1));
        }
        if let Some(remark) = self.remark.as_ref().filter(|_| self.sitting.past().is_none()) {
            card.remark(remark.clone());
        }
        let fits = |shown: &[(Tone, String)]| card_lines(shown, columns).len() <= most;
        let decides = |shown: &[(Tone, String)]| shown.iter().any(|(tone, _)| tone.decides());
        let mut shown = card.within(fits);
        let all = card.lines();
        if decides(&all) && !fits(&all) && (most <= TIGHT || !decides(&shown)) {
            // Where it is tight, what was decided needs the room more than what was tried.
            card.untitle();
            shown = card.within(fits);
        }
        let mut lines = card_lines(&shown, columns);
        if lines.len() > most
            && let Some(last) = most.checked_sub(1).and_then(|last| lines.get_mut(last))
        {
            let look = last.style;
            *last = Line::styled(shorten(&format!("{last} …"), columns), look);
        }
        lines.truncate(most);
        lines
    }

    /// The end of the log, as much as fits; what the last answer set off stands out.
    pub(super) fn log_lines(&self, columns: usize, height: usize) -> Vec<Line<'static>> {
        let from = self.log.len().saturating_sub(height);
        let old = self.old.clamp(from, self.log.len());
        let rewinds = hulldown_desk::chronicle::rewinds(self.sitting.seen());
        let mut lines: Vec<Line<'static>> = Vec::new();
        for (events, style) in [(&self.log[from..old], style::dim()), (&self.log[old..], Style::new())] {
            if events.is_empty() {
                continue;
            }
            let told = pages::chronicle(events, &rewinds, self.sitting.side(), Chronicle::Last(events.len()));
            lines.extend(fold(&told, columns).into_iter().map(|line| Line::styled(line, style)));
        }
        lines.drain(..lines.len().saturating_sub(height));
        lines
    }

    /// What is known of the dice to be thrown, and what is typed so far.
    pub(super) fn dice_lines(&self, ask: &DiceAsk, columns: usize) -> Vec<Line<'static>> {
        let mut lines: Vec<Line<'static>> = Vec::new();
        for m in &ask.mods {
            lines.push(Line::from(vec![
                Span::raw(format!("  {:+} {}", m.value, m.why)),
                Span::styled(format!("  [{}]", m.rule), style::dim()),
            ]));
        }
        match ask.chance {
            Some(chance) => lines.push(Line::from(vec![
                Span::raw(format!("  Needed: {}", ask.need)),
                Span::styled(format!("  {}", percent(chance)), style::odds()),
            ])),
            None => {
                lines.push(Line::raw(format!("  Read on the {}", ask.need)));
                let all = hang("  ", &pages::read_on(ask), columns);
                lines.extend(all.into_iter().map(|line| Line::styled(line, style::odds())));
            }
        }
        lines.extend(ask.on_dice().iter().flat_map(|shows| hang("  ", shows, columns)).map(Line::raw));
        lines.push(Line::raw(""));
        lines.push(Line::from(vec![
            Span::styled("> ", style::key()),
            Span::styled(format!("{} showed: {}_", ask.dice, self.faces), style::bold()),
        ]));
        let how = ask.dice.parse().map(hulldown_desk::typed::example).unwrap_or_default();
        let how = format!("  Type {how}, then Enter; Enter alone lets the program roll.");
        lines.extend(wrap(&how, columns, 2).into_iter().map(|line| Line::styled(line, style::dim())));
        lines
    }
}

/// A card as lines so wide.
fn card_lines(card: &[(Tone, String)], columns: usize) -> Vec<Line<'static>> {
    let mut lines = Vec::new();
    for (tone, text) in card {
        let (lead, look) = match tone {
            Tone::Title => (" ", style::bold()),
            Tone::Loss | Tone::Alarm => (" ! ", style::alarm()),
            Tone::Own | Tone::Fire | Tone::Gone | Tone::Head => (" > ", Style::new()),
            Tone::Sum | Tone::Foe | Tone::Line => ("   ", Style::new()),
            Tone::Course => ("     ", Style::new()),
            Tone::Throw | Tone::Cause | Tone::Dice | Tone::Roll => ("     ", style::odds()),
            Tone::Part | Tone::Phase => (" ", style::dim()),
        };
        let parts = wrap(&format!("{lead}{text}"), columns, lead.len() + 1);
        lines.extend(parts.into_iter().map(|part| Line::styled(part, look)));
    }
    lines
}

fn lay_section(section: &Section, columns: usize) -> Vec<Line<'static>> {
    let mut lines = Vec::new();
    for text in &section.lines {
        lines.extend(pages::fold(&[format!(" {}", pages::capital_in(text))], columns).into_iter().map(Line::raw));
    }
    lines
}

/// What the keys do.
pub(super) fn keys_help(record: bool, columns: usize) -> Vec<String> {
    let keys: &[(&str, &str)] = &[
        ("A2, F, 0112 …", "an option's key chooses it, in either case. Part of a key lists what starts with it"),
        ("+", "list every option; Enter on a group unfolds it, Esc folds it again"),
        ("Up Down Enter", "move to an option and choose it; Enter alone answers nothing"),
        ("Backspace ,u", "undo the last answer; the program's dice come up again"),
        (".", "the usual answer, or carry out the orders, then on to the next real decision"),
        ("F4 ,o", "exact odds of the selected option"),
        ("; ,t", "threats: what may hit you before your next decision"),
        ("F2 ,h", "advice: how a bot rates the options"),
        ("F9 ,w", "why: the last roll explained"),
        ("' ,r", "the rule behind the selected option; type to look up another"),
        ("\\ ,c", "charts"),
        ("F8 ,l", "log by rounds; Left and Right show losses, shots or dice alone, Enter unfolds a line"),
        (",x", "show or hide what is not allowed now"),
        ("#", "the board on a full page; `:board all`, `:look PLACE`, `:see`, `:way` and `:who targets me` tell more"),
        ("Tab", "next list; on small screens, from the board to lists and log"),
        (
            "[ ]",
            "look back through the game and forward again; < > by rounds or turns, { } by missions or days, PgUp, PgDn by ten, Home, End",
        ),
        ("Esc", "close a page; back to the present"),
        ("p", "while looking back: play on from there, in a copy"),
        (
            ":",
            "a command in words: where, crew, hint, dice hand, auto 5, rewind 3, mark NAME, goto NAME, ease brisk, story, report FILE, saves … (:help lists them)",
        ),
        (",q", "leave; every answer is saved"),
    ];
    // A record is not answered.
    let answers = ["A2, F, 0112 …", "+", "Up Down Enter", "Backspace ,u", ".", "p"];
    let keys = keys.iter().filter(|(key, _)| !record || !answers.contains(key));
    let mut lines: Vec<String> = keys.flat_map(|(key, what)| hang(&pad(key, 15), what, columns)).collect();
    if record {
        lines.insert(0, "This is a record: it can be looked at, not played.".into());
    }
    lines.push(String::new());
    lines.push("Dice by hand: type the faces (`4 1` or `41`; `0` is 10 on a ten-sider), then Enter. Enter alone lets the program roll.".into());
    lines
}
