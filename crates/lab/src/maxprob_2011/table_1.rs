//! Table 1: six tournaments of four agents.

use crate::papers::{Request, Size};
use crate::progress::Progress;
use crate::report::{Plot, Published, Report};
use crate::tournaments::{Tournament, Tournaments};
use outwit::arena::Standings;
use outwit::arena::picture::{Bar, BarGroup, bars_svg};
use outwit::arena::statistics::{Estimate, mean_of_independent, wilson};
use outwit::game::Problem;

pub(super) const QUICK: &str =
    "2 minutes on 2 cores: boards at depth 3 and Abalone at depth 2 with short games, few deals, matches of 10 hands";
pub(super) const FULL: &str = "hours: 10 openings of boards at depth 4, 100 deals of cards and 10 matches of 100 hands at depth 8, each by all seatings";

const AGENTS: [&str; 4] = ["Max-Prob", "MaxN", "Paranoid", "MP-Mix"];
/// Thresholds tried for MP-Mix, in notable gains; the last is never.
static GRID: [&str; 5] = ["0.5", "1", "2", "4", "1e9"];
static QUICK_GRID: [&str; 3] = ["1", "4", "1e9"];

/// A row of the table.
struct Row {
    name: &'static str,
    game: [&'static str; 2],
    depth: [u32; 2],
    deals: [u64; 2],
    /// Deals for each pair of thresholds in the search for the best one; none where another row's are taken.
    tuning: [u64; 2],
    opening: u32,
    /// How many games the paper's percentages are of, where it says so.
    games: Option<f64>,
    printed: [&'static str; 4],
}

static ROWS: [Row; 6] = [
    Row {
        name: "Chinese Checkers",
        game: ["chinesecheckers:seats=3"; 2],
        depth: [3, 4],
        deals: [4, 10],
        tuning: [1, 2],
        opening: 4,
        games: None,
        printed: ["52", "21.5", "24.5", "2"],
    },
    Row {
        name: "Abalone",
        game: ["abalone:seats=3,cap=100", "abalone:seats=3"],
        depth: [2, 4],
        deals: [4, 10],
        tuning: [1, 1],
        opening: 4,
        games: None,
        printed: ["45.7083", "5", "44.0417", "5.25"],
    },
    Row {
        name: "Spades",
        game: ["spades:open=true"; 2],
        depth: [8, 8],
        deals: [16, 100],
        tuning: [2, 20],
        opening: 0,
        games: Some(2400.0),
        printed: ["26.39", "25.93", "25.63", "22.05"],
    },
    Row {
        name: "Hearts",
        game: ["hearts:open=true"; 2],
        depth: [8, 8],
        deals: [16, 100],
        tuning: [2, 20],
        opening: 0,
        games: Some(2400.0),
        printed: ["31", "26", "18", "25"],
    },
    Row {
        name: "Tournament Spades",
        game: ["match:hands=10,game=(spades:open=true)", "match:hands=100,game=(spades:open=true)"],
        depth: [8, 8],
        deals: [2, 10],
        tuning: [0, 0],
        opening: 0,
        games: Some(24.0),
        printed: ["50", "16.7", "33.3", "0"],
    },
    Row {
        name: "Tournament Hearts",
        game: ["match:hands=10,game=(hearts:open=true)", "match:hands=100,game=(hearts:open=true)"],
        depth: [8, 8],
        deals: [2, 10],
        tuning: [0, 0],
        opening: 0,
        games: Some(24.0),
        printed: ["75", "25", "0", "0"],
    },
];

const AVERAGES: [&str; 4] = ["46.68305", "20.02166667", "24.24528333", "9.05"];

impl Row {
    fn agents(&self, size: Size, thresholds: (&str, &str)) -> Vec<String> {
        let depth = size.pick(self.depth[0], self.depth[1]);
        let (td, to) = thresholds;
        vec![
            format!("maxprob:depth={depth},root=heuristic"),
            format!("maxn:depth={depth},root=heuristic"),
            format!("paranoid:depth={depth},root=heuristic"),
            format!("mpmix:depth={depth},td={td},to={to},root=heuristic"),
        ]
    }

    fn tournament(&self, size: Size, thresholds: (&str, &str), deals: u64, seed: u64) -> Tournament {
        let game = size.pick(self.game[0], self.game[1]).to_string();
        Tournament { game, agents: self.agents(size, thresholds), deals, seed, opening: self.opening }
    }

    /// What the paper prints, with its own interval where the number of games is known.
    fn published(&self, column: usize) -> Published {
        let published = Published::printed(self.printed[column]);
        let value = published.value();
        self.games.map_or(published, |games| {
            let interval = Some(wilson(value / 100.0, games));
            published.with_own(Estimate { value: value / 100.0, interval }.scaled(100.0))
        })
    }
}

/// What each of four agents would win if they were alike, in per cent.
const ALIKE: f64 = 25.0;

/// The share of all games that an agent won in per cent, of games it did not sit in too: several winners share a win.
fn share(standings: &Standings, agent: usize) -> Estimate {
    let row = &standings.agents[agent];
    let sat = row.games as f64 / standings.games.max(1) as f64;
    row.split_share.unwrap_or(Estimate { value: f64::NAN, interval: None }).scaled(100.0 * sat)
}

pub(super) fn cells(report: &mut Report, request: &Request, progress: &Progress<'_>) -> Result<(), Problem> {
    let mut tournaments = Tournaments::new(request, progress)?;
    let size = request.size;
    let mut done: Vec<Played> = Vec::new();
    // Step 1. As the paper has it. A run that is stopped tells of the rows that are complete; cheap ones come first.
    let mut stopped = None;
    report.name_rows(ROWS.iter().map(|row| row.name));
    for (place, row) in by_cost().into_iter().enumerate().filter(|(_, row)| request.wants_row(row.name)) {
        let part = 0.5 * place as f64 / ROWS.len() as f64;
        let deals = size.pick(row.deals[0], row.deals[1]);
        let plain = row.tournament(size, ("1", "1"), deals, request.seed);
        match tournaments.play(row.name, part..part + 0.5 / ROWS.len() as f64, plain) {
            Ok(standings) => done.push(Played { row, standings, tuned: None }),
            Err(problem) if progress.is_stopped() && !done.is_empty() => {
                stopped = Some(problem);
                break;
            }
            Err(problem) => return Err(problem),
        }
    }
    // Step 2. MP-Mix with the thresholds that did best on other deals; matches take those of their hands.
    let mut best = Vec::new();
    for (place, played) in done.iter_mut().enumerate().filter(|_| stopped.is_none()) {
        let (from, width) = (0.5 + 0.5 * place as f64 / ROWS.len() as f64, 0.5 / ROWS.len() as f64);
        match tuned(played.row, request, &mut best, &mut tournaments, from..from + width) {
            Ok(tuned) => played.tuned = tuned,
            Err(problem) if progress.is_stopped() => {
                stopped = Some(problem);
                break;
            }
            Err(problem) => return Err(problem),
        }
    }
    done.sort_by_key(|played| ROWS.iter().position(|row| row.name == played.row.name));
    // Step 3. The table.
    let shares: Vec<[Estimate; 4]> =
        done.iter().map(|played| std::array::from_fn(|agent| share(&played.standings, agent))).collect();
    for (played, shares) in done.iter().zip(&shares) {
        played.tell(size, shares, report);
    }
    if done.len() == ROWS.len() {
        averages(&shares, report);
    }
    report.remarks.push(what_it_says(&done, &shares, size));
    report.remarks.push(shrunk(size));
    if let Some(problem) = stopped {
        report.leave_unfinished(problem.to_string());
    }
    report.plots.push(Plot { name: "table-1".to_string(), svg: chart(&done, &shares) });
    Ok(())
}

/// A row that has been played.
struct Played {
    row: &'static Row,
    standings: Standings,
    tuned: Option<Tuned>,
}

/// MP-Mix with the best thresholds of the grid.
struct Tuned {
    thresholds: (&'static str, &'static str),
    grid: &'static [&'static str],
    standings: Standings,
}

impl Played {
    fn tell(&self, size: Size, shares: &[Estimate; 4], report: &mut Report) {
        let mut sheet = report.sheet("Table 1");
        let row = self.row;
        for (column, name) in AGENTS.iter().enumerate() {
            sheet.sampled(row.name, *name, row.published(column), ALIKE, shares[column]).because(note(
                row,
                size,
                &self.standings,
            ));
        }
        let Some(Tuned { thresholds: (td, to), grid, standings }) = &self.tuned else { return };
        for (agent, column) in [(3, "MP-Mix, tuned"), (0, "Max-Prob, MP-Mix tuned")] {
            sheet.unpublished(row.name, column, 2, share(standings, agent)).because(format!(
                "td={td}, to={to}: the best of {} pairs of {} on deals of their own",
                grid.len() * grid.len(),
                grid.join(" ")
            ));
        }
    }

    /// How far Max-Prob is ahead of the best of the others, in the games it sits in.
    fn lead(&self) -> String {
        let against = self.standings.pairs.iter().filter(|pair| pair.a == 0);
        let Some(pair) = against.min_by(|x, y| x.estimate.value.total_cmp(&y.estimate.value)) else {
            return format!("{}: nobody to compare with", self.row.name);
        };
        let (low, high) = pair.estimate.interval.map_or((-100.0, 100.0), |(low, high)| (100.0 * low, 100.0 * high));
        let verdict = match () {
            _ if low > 0.0 => "ahead",
            _ if high < 0.0 => "behind",
            _ => "not told apart",
        };
        let (row, value, rival) = (self.row.name, 100.0 * pair.estimate.value, AGENTS[pair.b]);
        format!("{row} {value:+.1} points against {rival} (95 % {low:+.1} to {high:+.1}: {verdict})")
    }
}

/// The rows, those that take the least time first.
fn by_cost() -> Vec<&'static Row> {
    const ORDER: [&str; 6] =
        ["Spades", "Hearts", "Tournament Spades", "Tournament Hearts", "Chinese Checkers", "Abalone"];
    ORDER.iter().filter_map(|name| ROWS.iter().find(|row| row.name == *name)).collect()
}

/// Plays a row again with the best thresholds; `best` remembers those of the rows before.
fn tuned(
    row: &'static Row,
    request: &Request,
    best: &mut Vec<(&'static str, (&'static str, &'static str))>,
    tournaments: &mut Tournaments<'_>,
    part: std::ops::Range<f64>,
) -> Result<Option<Tuned>, Problem> {
    let size = request.size;
    let grid: &'static [&'static str] = size.pick(&QUICK_GRID[..], &GRID[..]);
    let middle = 0.5 * (part.start + part.end);
    let of_hand = best.iter().find(|(name, _)| row.name.ends_with(name)).map(|&(_, pair)| pair);
    let thresholds = match of_hand {
        Some(pair) => pair,
        // A match whose hands were not asked for.
        None if row.tuning == [0, 0] => return Ok(None),
        None => {
            let deals = size.pick(row.tuning[0], row.tuning[1]);
            let pair = tune(row, request, deals, grid, tournaments, part.start..middle)?;
            best.push((row.name, pair));
            pair
        }
    };
    let tournament = row.tournament(size, thresholds, size.pick(row.deals[0], row.deals[1]), request.seed);
    let standings = tournaments.play(row.name, middle..part.end, tournament)?;
    Ok(Some(Tuned { thresholds, grid, standings }))
}

fn averages(shares: &[[Estimate; 4]], report: &mut Report) {
    let mut sheet = report.sheet("Table 1");
    for (column, name) in AGENTS.iter().enumerate() {
        let rows: Vec<Estimate> = shares.iter().map(|row| row[column]).collect();
        let average = mean_of_independent(&rows).unwrap_or(Estimate { value: f64::NAN, interval: None });
        sheet.sampled("Average", *name, AVERAGES[column], ALIKE, average);
    }
}

/// The thresholds under which MP-Mix wins most, on deals that are not those of the table.
fn tune(
    row: &Row,
    request: &Request,
    deals: u64,
    grid: &[&'static str],
    tournaments: &mut Tournaments<'_>,
    part: std::ops::Range<f64>,
) -> Result<(&'static str, &'static str), Problem> {
    let pairs: Vec<_> = grid.iter().flat_map(|&td| grid.iter().map(move |&to| (td, to))).collect();
    let mut best: Option<(f64, (&str, &str))> = None;
    for (place, &pair) in pairs.iter().enumerate() {
        let width = (part.end - part.start) / pairs.len() as f64;
        let from = part.start + place as f64 * width;
        let tournament = row.tournament(request.size, pair, deals, outwit::game::Rng::derive(request.seed, 1));
        let standings = tournaments.play(&format!("{}, thresholds", row.name), from..from + width, tournament)?;
        let share = share(&standings, 3).value;
        if best.is_none_or(|(most, _)| share > most) {
            best = Some((share, pair));
        }
    }
    Ok(best.map_or(("1", "1"), |(_, pair)| pair))
}

fn note(row: &Row, size: Size, standings: &Standings) -> String {
    let depth = size.pick(row.depth[0], row.depth[1]);
    let (game, deals, games) = (&standings.setting.game, standings.deals, standings.games);
    let of_paper = row.games.map_or("the paper does not say how many games".to_string(), |games| {
        format!("the paper's interval is that of {games} games")
    });
    format!("{game}, depth {depth}, {deals} deals, {games} games; {of_paper}")
}

/// What the measured table says about the paper.
fn what_it_says(done: &[Played], shares: &[[Estimate; 4]], size: Size) -> String {
    let leads: Vec<String> = done.iter().map(Played::lead).collect();
    let firsts = shares.iter().filter(|row| (1..4).all(|other| row[0].value >= row[other].value)).count();
    let lasts = shares.iter().filter(|row| (0..3).all(|other| row[3].value <= row[other].value)).count();
    let printed: Vec<[f64; 4]> =
        ROWS.iter().map(|row| row.printed.map(|text| Published::printed(text).value())).collect();
    let printed_firsts = printed.iter().filter(|row| (1..4).all(|other| row[0] >= row[other])).count();
    let printed_lasts = printed.iter().filter(|row| (0..3).all(|other| row[3] <= row[other])).count();
    let tuned: Vec<String> = done
        .iter()
        .zip(shares)
        .filter_map(|(played, shares)| {
            let tuned = played.tuned.as_ref()?;
            let after = share(&tuned.standings, 3);
            Some(format!("{} from {:.1} to {:.1} per cent", played.row.name, shares[3].value, after.value))
        })
        .collect();
    let mut text = format!(
        "Is Max-Prob ahead? Its win share in the games it sits in, less that of the best of the others: {}. It has the largest \
         share in {firsts} of {} rows (in {printed_firsts} of {} in the paper), and MP-Mix with the paper's thresholds the smallest \
         in {lasts} (in {printed_lasts} in the paper). The intervals are over deals; where one holds zero, this many deals cannot tell.",
        leads.join("; "),
        done.len(),
        ROWS.len()
    );
    if !tuned.is_empty() {
        text.push_str(&format!(" Does tuning MP-Mix change it? Its share goes: {}.", tuned.join("; ")));
    }
    if size == Size::Quick {
        text.push_str(" A quick run is too small to decide most rows.");
    }
    text
}

fn shrunk(size: Size) -> String {
    match size {
        Size::Quick => "Quick: Chinese checkers at depth 3 and Abalone at depth 2 with games of at most 100 plies instead of \
                        depth 4; few deals; matches of 10 hands instead of 100; a grid of 3 x 3 thresholds. --full is at the \
                        paper's depths."
            .to_string(),
        Size::Full => "Full: the paper's depths; 10 openings of four random plies by 24 seatings for boards, 100 deals by 24 \
                       seatings for single hands, 10 matches of 100 hands by 24 seatings (the paper: one)."
            .to_string(),
    }
}

fn chart(done: &[Played], shares: &[[Estimate; 4]]) -> String {
    let bar = |(share, printed): (&Estimate, &str)| {
        let part = share.scaled(0.01);
        let mark = Some(Published::printed(printed).value() / 100.0);
        Bar { value: part.value, interval: part.interval, mark }
    };
    let group = |(row, shares): (&Row, &[Estimate; 4])| BarGroup {
        name: row.name.to_string(),
        bars: shares.iter().zip(row.printed).map(bar).collect(),
    };
    let groups: Vec<BarGroup> = done.iter().map(|played| played.row).zip(shares).map(group).collect();
    bars_svg("Games won: measured (bars, 95 % intervals) and published (diamonds)", &AGENTS, &groups)
}
