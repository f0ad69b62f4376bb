//! `outwit winprob`: who will be highest, when each value is only known to lie in an interval.

use crate::failure::Failure;
use crate::io::Io;
use crate::json;
use outwit::game::{Interval, MAX_SEATS, Parameter, Player, Problem};
use outwit::search::value::win_probabilities;
use serde_json::json;

/// Print the probability of each seat to end up highest, from the intervals its value lies in
#[derive(clap::Args, Debug)]
#[command(
    after_help = "Each value is uniform on its interval, independently of the others; `a..a`, or `a` alone, is certain. \
                  Who ties at the top wins, so certain values can make several winners.\n\n\
                  Examples:\n  outwit winprob \"4..6 3..5 0..1\"\n  outwit winprob \"-2..1/2 -1e1..3 0\" --json"
)]
pub struct Arguments {
    /// One interval a seat, low..high, separated by blanks; numbers may be negative, fractions, or have exponents
    #[arg(value_name = "INTERVALS", allow_hyphen_values = true)]
    intervals: String,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub fn run(arguments: &Arguments, io: &mut Io<'_>) -> Result<(), Failure> {
    let intervals = read(&arguments.intervals)?;
    let found = win_probabilities(&intervals);
    let probabilities = found.seats(intervals.len());
    if arguments.json {
        return json::write(io, &json!({ "probabilities": probabilities }));
    }
    for (place, (interval, probability)) in intervals.iter().zip(probabilities).enumerate() {
        let range = format!("{}..{}", interval.low, interval.high);
        writeln!(io.out, "{}  {range:<12}  {probability:.6}", Player::new(place))?;
    }
    let sum: f64 = probabilities.iter().sum();
    if (sum - 1.0).abs() > 1e-9 {
        writeln!(io.out, "{sum:.6} winners are expected: certain values tie at the top")?;
    }
    Ok(())
}

/// Reads intervals. Errors say which one is wrong.
fn read(text: &str) -> Result<Vec<Interval>, Problem> {
    let intervals: Vec<Interval> = text
        .split_whitespace()
        .enumerate()
        .map(|(place, word)| {
            let wrong = |what: String| Problem::new(format!("interval {}, `{word}`: {what}", place + 1));
            let (low, high) = word.split_once("..").unwrap_or((word, word));
            let number = |text: &str| {
                Parameter::number(text).ok_or_else(|| {
                    wrong(format!("`{text}` is not a number; write an interval as low..high, for instance -2..3.5"))
                })
            };
            let (low, high) = (number(low)?, number(high)?);
            if low > high {
                return Err(wrong(format!("{low} is above {high}; the lower end comes first")));
            }
            Ok(Interval { low, high })
        })
        .collect::<Result<_, _>>()?;
    match intervals.len() {
        0 => Err(Problem::new("there is no interval; write one a seat, for instance \"4..6 3..5 0..1\"")),
        count if count > MAX_SEATS => {
            Err(Problem::new(format!("there are {count} intervals; a game has at most {MAX_SEATS} seats")))
        }
        _ => Ok(intervals),
    }
}
