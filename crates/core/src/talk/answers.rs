//! The answers to a question that has several kinds of them: a type of their own.

/// An answer to a question: any choice of the game, or, where [`answers!`](crate::answers) has made a type of them, one that the question has.
pub trait Answer<C>: Copy + Into<C> + TryFrom<C> {}

impl<C, A: Copy + Into<C> + TryFrom<C>> Answer<C> for A {}

/// A choice that is no answer to a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("not an answer to this question")]
pub struct NotAnAnswer;

/// Makes an enum of the answers to each question that has several kinds of them: some of the game's choices, under the same names and
/// with the same values. A [menu](crate::table::Menu) of it takes no others, [asking](crate::table::Table::ask) gives one back, and a
/// `match` on it that forgets one does not compile. `..Other` adds the answers of another such enum, which several questions share.
///
/// ```
/// use hulldown_core::{Menu, answers, choices};
/// # mod rules {
/// #     pub const TEXT: &str = "id\ttopic\tkind\tstatement\n2.1\torders\taction\tDrive, or fire.\n";
/// #     pub const STARTS: [u32; 1] = hulldown_core::rules::starts(TEXT);
/// #     pub const CITED: hulldown_core::Ledger = hulldown_core::Ledger::new(TEXT, &STARTS);
/// # }
/// # macro_rules! rule { ($id:literal) => { const { rules::CITED.cite($id) } } }
/// choices! {
///     /// Everything that can be answered in this game.
///     pub enum Choice, _all: () {
///         Drive(hexes: u8)       = "drive:{hexes}"       ["2.1"] "drive {hexes}";
///         Fire(gun: u8, at: u8)  = "fire:{gun}:{at}"     ["2.1"] "fire gun {gun} at {at}";
///         Wait                   = "wait"                ["2.1"] "wait";
///         GiveUp                 = "give-up"             ["2.1"] "give up";
///     }
/// }
/// answers! { Choice:
///     /// What can be said at any time.
///     pub enum AnyTime { Wait, GiveUp }
///     /// What is done with a tank.
///     pub enum TankAnswer { Drive(hexes: u8), Fire(gun: u8, at: u8), ..AnyTime }
/// }
///
/// fn play(answer: TankAnswer) -> &'static str {
///     match answer {
///         TankAnswer::Drive(_) => "on it goes",
///         TankAnswer::Fire(_, at) if at > 6 => "too far",
///         TankAnswer::Fire(..) => "a hit",
///         TankAnswer::AnyTime(AnyTime::Wait) => "nothing happens",
///         TankAnswer::AnyTime(AnyTime::GiveUp) => "the end",
///     }
/// }
/// let mut menu = Menu::<Choice, TankAnswer>::new(true);
/// menu.offer(TankAnswer::Drive(2));
/// menu.offer(AnyTime::Wait.into());
/// // menu.offer(Choice::Wait) does not compile.
/// assert_eq!(menu.options(), [Choice::Drive(2), Choice::Wait]);
/// assert_eq!(TankAnswer::try_from(Choice::Wait).map(play), Ok("nothing happens"));
/// assert!(AnyTime::try_from(Choice::Drive(2)).is_err());
/// ```
#[macro_export]
macro_rules! answers {
    ($Choice:ident: $(
        $(#[$about:meta])* $vis:vis enum $Answer:ident {
            $($Name:ident $(($($value:ident: $Type:ty),+))?),+ $(, ..$Other:ident)* $(,)?
        }
    )+) => {$(
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        $vis enum $Answer {
            $(#[doc = concat!("[`", stringify!($Choice), "::", stringify!($Name), "`]")] $Name $(($($Type),+))?,)+
            $(#[doc = concat!("One of [`", stringify!($Other), "`]")] $Other($Other),)*
        }

        impl From<$Answer> for $Choice {
            #[inline]
            fn from(answer: $Answer) -> $Choice {
                match answer {
                    $($Answer::$Name $(($($value),+))? => $Choice::$Name $(($($value),+))?,)+
                    $($Answer::$Other(other) => other.into(),)*
                }
            }
        }

        impl TryFrom<$Choice> for $Answer {
            type Error = $crate::talk::NotAnAnswer;

            #[inline]
            fn try_from(choice: $Choice) -> Result<$Answer, $crate::talk::NotAnAnswer> {
                $(if let Ok(other) = $Other::try_from(choice) {
                    return Ok(other.into());
                })*
                match choice {
                    $($Choice::$Name $(($($value),+))? => Ok($Answer::$Name $(($($value),+))?),)+
                    _ => Err($crate::talk::NotAnAnswer),
                }
            }
        }

        $(impl From<$Other> for $Answer {
            #[inline]
            fn from(other: $Other) -> $Answer {
                $Answer::$Other(other)
            }
        })*
    )+};
}
