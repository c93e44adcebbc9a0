//! What the frame does besides asking, and the keys for it: one list for the page and the terminal.

/// What is pressed before the letter of a command of the frame.
pub const LEADER: char = ',';

/// Something the frame does, the same on the page and in the terminal.
#[derive(Clone, Copy, Debug)]
pub struct FrameCommand {
    /// The letter after the [`LEADER`].
    pub letter: char,
    /// The key that does the same at once: no letter or digit, so no option's. Browsers leave it alone.
    pub key: Option<&'static str>,
    /// The word for it.
    pub word: &'static str,
    /// What it does.
    pub does: &'static str,
}

impl FrameCommand {
    const fn new(letter: char, key: &'static str, word: &'static str, does: &'static str) -> Self {
        FrameCommand { letter, key: if key.is_empty() { None } else { Some(key) }, word, does }
    }

    /// The keys that lead to it: `; or ,t`.
    pub fn keys(&self) -> String {
        let led = String::from_iter([LEADER, self.letter]);
        self.key.map_or_else(|| led.clone(), |key| [key, " or ", &led].concat())
    }

    /// That which a letter after the [`LEADER`] stands for.
    pub fn by_letter(letter: char) -> Option<&'static Self> {
        COMMANDS.iter().find(|command| command.letter == letter.to_ascii_lowercase())
    }

    /// That which a key does at once.
    pub fn by_key(key: &str) -> Option<&'static Self> {
        COMMANDS.iter().find(|command| command.key == Some(key))
    }
}

/// The commands of the frame.
pub const COMMANDS: [FrameCommand; 10] = [
    FrameCommand::new('u', "Backspace", "undo", "undo the last answer; the program's dice come up again"),
    FrameCommand::new('t', ";", "threats", "what can hit you before your next decision"),
    FrameCommand::new('r', "'", "rule", "the rule behind the question"),
    FrameCommand::new('c', "\\", "charts", "the chart of the last roll, or all charts"),
    FrameCommand::new('h', "F2", "advice", "how a bot rates the options"),
    FrameCommand::new('o', "F4", "odds", "exact odds of the option in focus"),
    FrameCommand::new('l', "F8", "log", "the log"),
    FrameCommand::new('w', "F9", "why", "the last roll, explained"),
    FrameCommand::new('x', "", "refused", "what is not allowed now, and why"),
    FrameCommand::new('q', "", "leave", "leave; every answer is saved"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_key_of_the_frame_is_an_option_s_or_another_s() {
        for (n, command) in COMMANDS.iter().enumerate() {
            let key = command.key.unwrap_or_default();
            assert!(key.len() != 1 || !key.chars().all(char::is_alphanumeric), "{key} may be an option's");
            // What both have for something else already.
            assert!(!",.?+-=[]{}<>:/#".contains(key) || key.is_empty(), "{key} is taken");
            let others = || COMMANDS.iter().skip(n + 1);
            assert!(
                others().all(|other| other.letter != command.letter && (key.is_empty() || other.key != command.key))
            );
        }
    }

    #[test]
    fn a_command_is_found_by_its_letter_and_by_its_key() {
        assert_eq!(FrameCommand::by_letter('T').map(|command| command.word), Some("threats"));
        assert_eq!(FrameCommand::by_key(";").map(FrameCommand::keys).as_deref(), Some("; or ,t"));
        assert!(FrameCommand::by_letter('z').is_none() && FrameCommand::by_key("z").is_none());
    }
}
