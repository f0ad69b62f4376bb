//! Positions and moves as text.

use super::tableau::{self, COLUMNS, Tableau, UNKNOWN};
use super::{DEAL, KIND, LOOK, NAME, STOP, Spider, TAKE};
use crate::board;
use outwit_game::Problem;
use std::fmt::Write;

const RANKS: &[u8; 13] = b"A23456789TJQK";
const SUITS: &[u8; 4] = b"shdc";

/// A card in two letters.
pub(super) fn card_text(card: u8) -> String {
    if card == UNKNOWN {
        return "??".to_string();
    }
    let letters = [RANKS[usize::from(tableau::rank(card)) - 1], SUITS[tableau::suit(card)]];
    letters.into_iter().map(char::from).collect()
}

/// The letter of a suit.
pub(super) fn suit_letter(suit: usize) -> char {
    char::from(SUITS[suit])
}

pub(super) fn write_move(mv: u16) -> String {
    match mv & KIND {
        NAME => card_text(mv as u8),
        DEAL => "deal".to_string(),
        TAKE => format!("take:{}", (mv & 0xF) + 1),
        STOP => "stop".to_string(),
        LOOK => "look".to_string(),
        _ => format!("{}>{}:{}", (mv >> 8) + 1, (mv >> 4 & 0xF) + 1, mv & 0xF),
    }
}

/// The columns a move touches, or the stock.
pub(super) fn places(mv: u16) -> Vec<String> {
    match mv & KIND {
        DEAL => vec![super::picture::STOCK.to_string()],
        TAKE => vec![((mv & 0xF) + 1).to_string()],
        NAME | STOP | LOOK => Vec::new(),
        _ => vec![((mv >> 8) + 1).to_string(), ((mv >> 4 & 0xF) + 1).to_string()],
    }
}

pub(super) fn write(game: &Spider, table: &Tableau) -> String {
    let mut text = String::new();
    for column in 0..usize::from(game.columns) {
        if column > 0 {
            text.push('/');
        }
        let _ = write!(text, "{}", table.down(column));
        text.extend(table.column(column).iter().map(|&card| card_text(card)));
    }
    let taken: String = (0..4).flat_map(|suit| (0..table.taken[suit]).map(move |_| suit_letter(suit))).collect();
    let _ = write!(text, " {} {}", table.stock, if taken.is_empty() { "-" } else { &taken });
    if table.is_stopped {
        text.push_str(" stopped");
    }
    if table.can_wait {
        text.push_str(" later");
    }
    text
}

pub(super) fn read(game: &Spider, text: &str) -> Result<Tableau, Problem> {
    let text = text.trim_end();
    let (text, can_wait) = text.strip_suffix(" later").map_or((text, false), |text| (text, true));
    let (body, is_stopped) = text.strip_suffix(" stopped").map_or((text, false), |text| (text, true));
    let [columns, stock, taken] = board::parts(body, ["columns", "stock", "taken"])?;
    // Step 1. The stock and the suits taken.
    let a_deal = usize::from(game.columns);
    let stock: u8 = (stock.parse().ok())
        .filter(|&stock: &u8| usize::from(stock) % a_deal == 0 && stock <= game.deals * game.columns)
        .ok_or_else(|| {
            let most = usize::from(game.deals) * a_deal;
            Problem::new(format!("`{stock}` cards in the stock: it holds a multiple of {a_deal}, {most} at most"))
        })?;
    let mut table = Tableau::empty(stock);
    (table.is_stopped, table.can_wait) = (is_stopped, can_wait);
    if taken != "-" {
        for letter in taken.chars() {
            let suit = SUITS[..usize::from(game.suits)].iter().position(|&suit| char::from(suit) == letter);
            let suit = suit.ok_or_else(|| {
                Problem::new(format!(
                    "`{letter}` in `{taken}` is not a suit: write the letters of the suits taken, or -"
                ))
            })?;
            table.taken[suit] += 1;
        }
    }
    // Step 2. The columns.
    let texts: Vec<&str> = columns.split('/').collect();
    if texts.len() != a_deal {
        return Err(Problem::new(format!(
            "there are {a_deal} columns with `/` between, and {} are given",
            texts.len()
        )));
    }
    for (column, text) in texts.iter().enumerate() {
        read_column(game, &mut table, column, text)
            .map_err(|problem| problem.within(format_args!("column {}", column + 1)))?;
    }
    // Step 3. Whether it can be.
    check(game, &table)?;
    game.find_phase(&mut table);
    Ok(table)
}

fn read_column(game: &Spider, table: &mut Tableau, column: usize, text: &str) -> Result<(), Problem> {
    let letters: Vec<char> = text.chars().collect();
    let down = letters
        .first()
        .and_then(|digit| digit.to_digit(10))
        .ok_or_else(|| Problem::new(format!("`{text}` should begin with the number of cards face down, one digit")))?;
    table.set_down(column, down as u8);
    let cards = &letters[1..];
    if !cards.len().is_multiple_of(2) {
        return Err(Problem::new(format!("`{text}`: a card is two letters, such as `Ts`, and one is left over")));
    }
    if table.face_up().len() + cards.len() / 2 > game.cards() {
        return Err(Problem::new(format!("more cards than the {} of the pack", game.cards())));
    }
    for pair in cards.chunks(2) {
        if pair == ['?', '?'] {
            table.push(column, UNKNOWN);
            continue;
        }
        let rank = RANKS[..usize::from(game.ranks)].iter().position(|&rank| char::from(rank) == pair[0]);
        let suit = SUITS[..usize::from(game.suits)].iter().position(|&suit| char::from(suit) == pair[1]);
        let (Some(rank), Some(suit)) = (rank, suit) else {
            let ranks: String = RANKS[..usize::from(game.ranks)].iter().map(|&rank| char::from(rank)).collect();
            let suits: String = (0..usize::from(game.suits)).map(suit_letter).collect();
            return Err(Problem::new(format!(
                "`{}{}` is not a card: a rank of {ranks} and a suit of {suits}",
                pair[0], pair[1]
            )));
        };
        table.push(column, tableau::card(suit, rank as u8 + 1));
    }
    Ok(())
}

/// Whether the cards are those of the pack and lie as they can.
fn check(game: &Spider, table: &Tableau) -> Result<(), Problem> {
    for column in 0..usize::from(game.columns).min(COLUMNS) {
        let cards = table.column(column);
        let name = column + 1;
        if cards.is_empty() && table.down(column) > 0 {
            return Err(Problem::new(format!("column {name} shows no card, and its last card is always turned up")));
        }
        if cards.iter().rev().skip(1).any(|&card| card == UNKNOWN) {
            return Err(Problem::new(format!(
                "column {name} has `??` below another card: only its last can lack a name"
            )));
        }
    }
    let taken = table.taken.iter().map(|&count| usize::from(count)).sum::<usize>() * usize::from(game.ranks);
    let (up, down, stock) = (table.face_up().len(), table.face_down() as usize, usize::from(table.stock));
    if taken + up + down + stock != game.cards() {
        return Err(Problem::new(format!(
            "{taken} cards taken, {up} face up, {down} face down and {stock} in the stock are not the {} of the pack",
            game.cards()
        )));
    }
    let mut seen = [[0u8; 14]; 4];
    for (suit, &count) in table.taken.iter().enumerate() {
        seen[suit].fill(count);
    }
    for &card in table.face_up().iter().filter(|&&card| card != UNKNOWN) {
        seen[tableau::suit(card)][usize::from(tableau::rank(card))] += 1;
    }
    for (suit, ranks) in seen.iter().enumerate() {
        if let Some(rank) = ranks.iter().skip(1).position(|&count| count > game.copies()) {
            let card = card_text(tableau::card(suit, rank as u8 + 1));
            return Err(Problem::new(format!("{card} is there more often than {} times", game.copies())));
        }
    }
    if down > usize::from(game.down) {
        return Err(Problem::new(format!("{down} cards lie face down, and only {} were dealt so", game.down)));
    }
    Ok(())
}
