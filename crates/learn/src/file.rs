//! What was learned as a file: a few lines that say what it is, the weights, and a checksum.

use crate::code;
use crate::learned::{About, Learned, Look, PARTS};
use outwit_game::{Evaluated, Problem};
use std::fmt::Write;

/// The first line of a file; its number changes when files are written otherwise.
pub const HEADING: &str = "outwit evaluation 2";
/// No file is larger.
pub const LARGEST: usize = 1 << 20;
/// Weights are kept as whole numbers up to this, times the scale of their block.
const MOST: f32 = 32767.0;

/// Where a file comes from: told to people, and to whoever makes the file once more.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Origin {
    /// The spec of the game.
    pub game: String,
    /// The command that made it.
    pub command: String,
}

impl Learned {
    /// How it looks at positions, by name.
    pub(crate) fn sight_name<G: Evaluated>(&self, game: &G) -> &'static str {
        match self.look {
            Look::Sight(place) => game.sights()[place].name,
            Look::Parts => PARTS,
        }
    }

    /// The file.
    pub fn to_text<G: Evaluated>(&self, game: &G, origin: &Origin) -> Result<String, Problem> {
        self.written(self.sight_name(game), self.fingerprint(game), origin)
    }

    fn written(&self, sight: &str, print: u64, origin: &Origin) -> Result<String, Problem> {
        let mut text = format!("{HEADING}\ngame {}\ncommand {}\n", origin.game, origin.command);
        let _ = writeln!(text, "sight {sight}\nmodel {}\nfingerprint {print:016x}", self.model.spec());
        for block in self.model.parameters() {
            let largest = block.iter().fold(0.0f32, |most, weight| most.max(weight.abs()));
            if !largest.is_finite() {
                return Err(Problem::new("what was learned is no number any more: learn with a smaller rate"));
            }
            let scale = largest / MOST;
            let _ = writeln!(text, "block {} {scale:e}", block.len());
            let whole = |weight: &f32| if scale > 0.0 { (weight / scale).round() as i16 } else { 0 };
            let bytes: Vec<u8> = block.iter().flat_map(|weight| whole(weight).to_le_bytes()).collect();
            code::write(&bytes, &mut text);
        }
        let _ = writeln!(text, "checksum {:016x}", checksum(&text));
        if text.len() > LARGEST {
            let size = text.len();
            return Err(Problem::new(format!(
                "the file would have {size} bytes, and one has {LARGEST} at most: take fewer hidden units or tables"
            )));
        }
        Ok(text)
    }

    /// Reads a file for this game. Any text may come.
    pub fn from_text<G: Evaluated>(text: &str, game: &G) -> Result<Learned, Problem> {
        Learned::read(text, About::game(game), &|learned| learned.fingerprint(game))
    }

    fn read(text: &str, about: About, fingerprint: &dyn Fn(&Learned) -> u64) -> Result<Learned, Problem> {
        let wrong = |what: &str| Problem::new(format!("the learned evaluation cannot be used: {what}"));
        if text.len() > LARGEST {
            return Err(wrong("it is longer than any that is written"));
        }
        let text = text.trim_end();
        let (body, sum) = text.rsplit_once("\nchecksum ").ok_or_else(|| wrong("its end, the checksum, is missing"))?;
        let mut lines = body.lines();
        if lines.next() != Some(HEADING) {
            return Err(wrong(&format!("it does not begin with `{HEADING}`, so another version has written it")));
        }
        if u64::from_str_radix(sum, 16).ok() != Some(checksum(&format!("{body}\n"))) {
            return Err(wrong("its checksum does not fit, so it was changed or cut off"));
        }
        let mut field = |name: &str| {
            let line = lines.next().and_then(|line| line.strip_prefix(name)?.strip_prefix(' '));
            line.ok_or_else(|| wrong(&format!("a line that begins with `{name}` is missing")))
        };
        let learned_for = field("game")?;
        field("command")?;
        let (sight, model, print) = (field("sight")?, field("model")?, field("fingerprint")?);
        let other = |_: Problem| wrong(&format!("it was learned for `{learned_for}`, which is another game than this"));
        let mut learned = Learned::about(about, Some(sight), model, 0).map_err(other)?;
        if u64::from_str_radix(print, 16).ok() != Some(fingerprint(&learned)) {
            return Err(wrong(&format!(
                "it was learned for `{learned_for}`, and this is another game or shows its positions in another way"
            )));
        }
        let mut lines = lines.peekable();
        for block in learned.model.parameters_mut() {
            let mut words = lines.next().unwrap_or_default().split(' ');
            let (kind, count, scale) = (words.next(), words.next(), words.next());
            let scale: Option<f32> = scale.and_then(|word| word.parse().ok()).filter(|scale: &f32| scale.is_finite());
            let is_right = kind == Some("block") && count.and_then(|word| word.parse().ok()) == Some(block.len());
            let scale = scale.filter(|_| is_right).ok_or_else(|| wrong("its weights are not those of its model"))?;
            let mut bytes = Vec::with_capacity(2 * block.len());
            while let Some(line) = lines.next_if(|line| !line.starts_with("block ")) {
                code::read(line, &mut bytes).ok_or_else(|| wrong("its weights cannot be read"))?;
            }
            if bytes.len() != 2 * block.len() {
                return Err(wrong("some of its weights are missing"));
            }
            for (weight, pair) in block.iter_mut().zip(bytes.chunks_exact(2)) {
                *weight = scale * f32::from(i16::from_le_bytes([pair[0], pair[1]]));
            }
        }
        Ok(learned)
    }
}

/// Of the text before it (FNV-1a with 64 bits).
pub(crate) fn checksum(text: &str) -> u64 {
    text.bytes().fold(0xCBF2_9CE4_8422_2325, |sum, byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3))
}
