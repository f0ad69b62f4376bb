//! What a person is shown of the game and told on request.

use super::prompt::Prompt;
use super::session::{Seat, Session, has_budget};
use super::words;
use crate::failure::Failure;
use crate::interrupt::Hurry;
use crate::io::Io;
use crate::position::line_texts;
use crate::style::Style;
use crate::table::{width, wrapped};
use crate::thinking::{Asked, think};
use crate::{defaults, numbers, programs, rules, seats};
use outwit::game::{AnyMove, Game, Player, Spec};

const COMMANDS: &[&str] = &["moves", "hint", "undo", "save ", "load ", "help", "quit"];

/// Sentences at the prompt are not made longer than this.
const WIDTH: usize = 80;

const HELP: &str = "  moves      the legal moves
  hint       what an agent would play
  undo       take back to your last decision
  save FILE  save the game
  load FILE  go on with a saved game instead
  help       this, and the rules
  quit       leave";

/// Tells a person something, in lines that fit.
pub(super) fn say(io: &mut Io<'_>, text: &str) -> Result<(), Failure> {
    for line in wrapped(text, width().min(WIDTH)) {
        writeln!(io.out, "{line}")?;
    }
    Ok(())
}

impl Session<'_> {
    pub(super) fn show_position(&mut self, io: &mut Io<'_>) -> Result<(), Failure> {
        if !self.discreet {
            let picture = self.table.game().picture(self.table.state());
            writeln!(io.out, "\n{}\n", Style::of(io).marked(self.last_picture.as_deref(), &picture))?;
            self.last_picture = Some(picture);
        }
        Ok(())
    }

    /// Whatever may be typed now, to be completed.
    pub(super) fn typable(&self) -> Vec<String> {
        let game = self.table.game();
        let moves = self.table.moves().iter().map(|&mv| game.move_text(self.table.state(), mv));
        moves.chain(COMMANDS.iter().map(|word| word.to_string())).collect()
    }

    pub(super) fn help(&self, io: &mut Io<'_>) -> Result<(), Failure> {
        say(
            io,
            "Type a move, in any usual spelling, or one of these (with a / in front where a move has the same name):",
        )?;
        writeln!(io.out, "{HELP}")?;
        say(io, "Ctrl-C while an agent thinks makes it play at once; at your own turn it ends outwit.")?;
        if let Some(limit) = self.think {
            let limit = numbers::time(limit);
            say(io, &format!("Agents that set themselves no limit think for {limit} at most."))?;
        }
        Ok(write!(io.out, "\n{}", rules::of_spec(&self.spec, width().min(rules::WIDTH))?)?)
    }

    /// Where people may not see each other's hands, the screen is empty until the right one looks. `false` when nobody came.
    pub(super) fn draw_curtain(&mut self, seat: Player, prompt: &mut Prompt, io: &mut Io<'_>) -> Result<bool, Failure> {
        if !self.discreet || self.people().len() < 2 || self.looking == Some(seat) {
            return Ok(true);
        }
        write!(io.out, "{}", Style::of(io).wipe())?;
        self.looking = Some(seat);
        let words = format!("{seat} is to move. Press Enter when nobody but {seat} looks at the screen> ");
        Ok(prompt.ask(io, &words, Vec::new())?.is_some())
    }

    /// A hidden game as the person in this seat sees it: what has happened, the table, and the moves.
    pub(super) fn show_seat(&mut self, seat: Player, io: &mut Io<'_>) -> Result<(), Failure> {
        if !self.discreet {
            return Ok(());
        }
        writeln!(io.out)?;
        self.tell_events(seat, io)?;
        let view = self.table.view(seat);
        writeln!(io.out, "\n{}\n", view.game().seat_picture(&view))?;
        self.show_moves(io)
    }

    /// What a seat has seen since the person in it was last told.
    pub(super) fn tell_events(&mut self, seat: Player, io: &mut Io<'_>) -> Result<(), Failure> {
        let view = self.table.view(seat);
        if let Seat::Human { shown } = &mut self.seats[seat.index()] {
            let style = Style::of(io);
            for event in view.game().events(&view, *shown) {
                writeln!(io.out, "{}", style.event(&event))?;
            }
            *shown = view.seen().len();
        }
        Ok(())
    }

    /// A hand of a match is over and the next one is not dealt yet: what was still to be told, who has taken what, and how the
    /// match stands. Nothing of the hand is hidden any more.
    pub(super) fn show_down(&mut self, io: &mut Io<'_>) -> Result<(), Failure> {
        if let [you] = self.people()[..] {
            writeln!(io.out)?;
            self.tell_events(you, io)?;
            let view = self.table.view(you);
            writeln!(io.out, "\nThe hand is over:\n{}", view.game().seat_picture(&view))?;
        } else {
            writeln!(io.out, "\nThe hand is over:")?;
        }
        Ok(writeln!(io.out, "\nAll is shown:\n{}", self.table.game().picture(self.table.state()))?)
    }

    pub(super) fn show_moves(&self, io: &mut Io<'_>) -> Result<(), Failure> {
        let game = self.table.game();
        let texts: Vec<String> = self.table.moves().iter().map(|&mv| game.move_text(self.table.state(), mv)).collect();
        say(io, &format!("{}: {}", numbers::plural(texts.len() as u64, "move"), texts.join(" ")))
    }

    pub(super) fn give_hint(&mut self, seat: Player, io: &mut Io<'_>) -> Result<(), Failure> {
        let (spec, agent) = &mut self.hint;
        let view = self.table.view(seat);
        programs::awaited(&Spec::parse(spec)?, io, || seats::begin(&mut **agent, &view, self.seed));
        let hurry = Hurry::begin();
        let limit = self.think.filter(|_| !has_budget(spec));
        let asked = Asked { stop: Some(hurry.flag()), limit, record: None, last: None };
        let report = match think(&mut **agent, &view, asked, io) {
            Ok((report, _)) => report,
            Err(Failure::Wrong(sentence)) => return say(io, &format!("{spec} has no hint: {sentence}")),
            Err(failure) => return Err(failure),
        };
        let game = self.table.game();
        let text = |mv: AnyMove| game.move_text(self.table.state(), mv);
        let mut words = format!("{spec} would play {}", text(report.chosen));
        if let Some(value) = report.value[seat.index()] {
            words += &format!(": {}", words::promise(value, &game.facts(), game.players()));
        }
        if let Some(others) = words::others(&report, text) {
            words += &format!("; {others}");
        }
        // A line of play through a hidden position would tell what is hidden.
        let line =
            if self.discreet { Vec::new() } else { line_texts(self.table.game(), self.table.state(), &report.line) };
        if line.len() > 1 && report.line[0] == report.chosen {
            words += &format!("; it expects {}", line.join(" "));
        }
        if let Some(assumption) = defaults::assumption(spec, self.table.game().players()) {
            words += &format!(". It assumes that {assumption}.");
        }
        for line in wrapped(&words, width().min(100)) {
            writeln!(io.out, "{line}")?;
        }
        Ok(())
    }
}
