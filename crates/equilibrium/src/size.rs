//! How large a game is, roughly, before it is written out.

use outwit_game::{Game, Rng, Turn};

/// Random games that are looked at.
const PROBES: u64 = 60;

/// About how many nodes the tree of a game has from a position on: the mean over random games of the sizes of trees that
/// branch everywhere as they did (Knuth, *Estimating the efficiency of backtrack programs*, 1975).
pub fn estimated_nodes<G: Game>(game: &G, start: &G::State, seed: u64) -> f64 {
    const LONGEST: usize = 10_000;
    /// Moves after which a few probes have to do: games that are so long are too large by far.
    const MOVES: usize = 10_000;
    const FEW: u64 = 4;
    let mut moves = Vec::new();
    let (mut sum, mut probes, mut made) = (0.0, 0, 0);
    for probe in 0..PROBES {
        if probe >= FEW && made > MOVES {
            break;
        }
        probes += 1;
        let mut rng = Rng::stream(seed, probe);
        let (mut state, mut width, mut nodes) = (start.clone(), 1.0f64, 1.0);
        for _ in 0..LONGEST {
            let turn = game.turn(&state);
            if turn.is_over() || (turn == Turn::Chance && game.draws(&state)) {
                break;
            }
            moves.clear();
            game.moves(&state, &mut moves);
            width *= moves.len() as f64;
            nodes += width;
            let mv = *rng.pick(&moves);
            game.play(&mut state, mv);
            made += 1;
        }
        sum += nodes;
    }
    sum / f64::from(probes)
}
