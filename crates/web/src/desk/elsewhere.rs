//! What happened to the game elsewhere: in another window, or while the server was away. It is shown, and said.

use super::Desk;
use aelian_protocol::Seat;
use leptos::prelude::*;

/// A word about it, which stays until it is read.
#[derive(Clone, Debug, PartialEq)]
pub struct Elsewhere {
    pub title: &'static str,
    pub text: String,
    /// The player's own steps that have no place in the game any more.
    pub apart: Option<Apart>,
    /// It only says that what is shown may be old.
    is_old_copy: bool,
}

/// Steps that were kept apart.
#[derive(Clone, Debug, PartialEq)]
pub enum Apart {
    /// As a game of the browser, with this id.
    InBrowser(String),
    /// The browser has no room: this is the record.
    Loose(String),
}

impl Elsewhere {
    /// The game has so many steps there, and had so many here, of which the common ones are the same.
    pub fn went_on(common: usize, here: usize, there: usize, apart: Option<Apart>) -> Elsewhere {
        let (title, mut text) = if common == here {
            let fetched = counted(there - common.min(there), "step was fetched", "steps were fetched");
            let text = format!("{fetched} from the server. The game stands at step {there} now.");
            ("This game went on in another window", text)
        } else if common == there {
            let text = format!("It goes on from step {there} now.");
            ("This game was taken back in another window", text)
        } else {
            let text = format!("After step {common} it is another game there; this is shown now.");
            ("This game went on differently in another window", text)
        };
        let own = counted(here - common.min(here), "step that was", "steps that were");
        match &apart {
            None => {}
            Some(Apart::InBrowser(_)) => {
                text += &format!(
                    "\nYour own {own} not saved yet did not get lost: this browser keeps them as a game of its own."
                );
            }
            Some(Apart::Loose(_)) => {
                text += &format!(
                    "\nYour own {own} not saved yet have no place in this browser: download them, or they are lost."
                );
            }
        }
        Elsewhere { title, text, apart, is_old_copy: false }
    }

    pub fn deleted() -> Elsewhere {
        let text = "This browser keeps it as it stood here. If you play on it is saved as a new game; among the \
            saved games you can delete it for good.";
        let title = "This game was deleted in another window";
        Elsewhere { title, text: text.to_owned(), apart: None, is_old_copy: false }
    }

    /// What is shown was seen so long ago.
    pub fn old_copy(steps: usize, ago: &str) -> Elsewhere {
        let text = format!(
            "The server does not answer. Shown is step {steps}, played {ago}: the last that this browser has seen. \
             The game may have gone on since. Both are compared as soon as the server answers, and what you play \
             meanwhile is not lost."
        );
        Elsewhere { title: "This is an old copy of the game", text, apart: None, is_old_copy: true }
    }
}

fn counted(count: usize, one: &str, many: &str) -> String {
    if count == 1 { format!("1 {one}") } else { format!("{count} {many}") }
}

impl Desk {
    /// The match goes on as it did elsewhere: so many steps stay, and these lines follow. If that cannot be read
    /// nothing has changed.
    pub fn adopt(self, keep: usize, lines: &[String]) -> Result<(), String> {
        self.stop();
        let mut followed = Ok(());
        self.sitting.update_value(|sitting| {
            let own = sitting.lines(keep);
            sitting.cut(keep);
            followed = sitting.follow(lines).map_err(|error| error.to_string());
            if followed.is_err() {
                // These were steps of this match a moment ago.
                let _ = sitting.follow(&own);
            }
        });
        if followed.is_ok() {
            self.computer.cut(keep);
            self.forecasts.update(|all| all.retain(|step, _| *step < keep));
            self.tell_anew();
        }
        self.go_on();
        followed
    }

    /// Everything that is shown is made anew from the match.
    fn tell_anew(self) {
        let (viewer, steps) = (self.viewer.get_untracked(), self.with(|sitting| sitting.steps()));
        self.wanted.set(None);
        self.question.set(None);
        self.curtain.set(None);
        self.drop_sketch();
        self.clear_hands();
        self.telling.update(|telling| *telling += 1);
        self.stories.set(self.with(|sitting| sitting.stories(viewer, 0)));
        self.at.update(|at| *at = at.map(|at| at.min(steps)));
        self.steps.set(steps);
        self.tray.set(self.last_dice(self.at.get_untracked().unwrap_or(steps)));
        self.show();
    }

    /// The server calls the game so, unless a new name is on its way there.
    pub fn is_called(self, title: String, is_renamed: bool) {
        if !is_renamed && self.title.get_untracked() != title {
            self.title.set(title);
        }
    }

    /// The server has these seats, unless others are on their way there.
    pub fn is_played_by(self, seats: [Seat; 2], is_reseated: bool) {
        if !is_reseated && self.seats.get_untracked() != seats {
            self.seats.set(seats);
            self.question.set(None);
            self.go_on();
        }
    }

    /// The server has answered.
    pub fn old_copy_is_over(self) {
        if self.elsewhere.with_untracked(|word| word.as_ref().is_some_and(|word| word.is_old_copy)) {
            self.elsewhere.set(None);
        }
    }
}
