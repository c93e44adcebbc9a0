//! Where the chapters of a game fall among its answers.

pub(crate) use hulldown_desk::timeline::Moments;
