//! Bytes as text: 64 signs for six bits each.

const SIGNS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
/// Signs of a line.
const LINE: usize = 120;

/// Writes bytes as lines of signs, each ended.
pub(crate) fn write(bytes: &[u8], out: &mut String) {
    let mut column = 0;
    for three in bytes.chunks(3) {
        let mut group = 0u32;
        for place in 0..3 {
            group = group << 8 | u32::from(three.get(place).copied().unwrap_or(0));
        }
        for place in 0..=three.len() {
            out.push(char::from(SIGNS[(group >> (18 - 6 * place) & 63) as usize]));
        }
        column += 4;
        if column >= LINE {
            out.push('\n');
            column = 0;
        }
    }
    if column > 0 {
        out.push('\n');
    }
}

/// Reads a line that [`write`] has written; `None` when there is another sign in it, or too few.
pub(crate) fn read(line: &str, out: &mut Vec<u8>) -> Option<()> {
    let value = |sign: u8| match sign {
        b'A'..=b'Z' => Some(sign - b'A'),
        b'a'..=b'z' => Some(sign - b'a' + 26),
        b'0'..=b'9' => Some(sign - b'0' + 52),
        b'-' => Some(62),
        b'_' => Some(63),
        _ => None,
    };
    for four in line.as_bytes().chunks(4) {
        if four.len() < 2 {
            return None;
        }
        let mut group = 0u32;
        for place in 0..4 {
            group = group << 6 | u32::from(four.get(place).map_or(Some(0), |&sign| value(sign))?);
        }
        out.extend(group.to_be_bytes()[1..four.len()].iter());
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        for length in 0..200 {
            let bytes: Vec<u8> = (0..length).map(|i| (i * 37 + 5) as u8).collect();
            let mut text = String::new();
            write(&bytes, &mut text);
            let mut back = Vec::new();
            assert!(text.lines().all(|line| read(line, &mut back).is_some()));
            assert_eq!(back, bytes);
        }
        assert_eq!(read("AB*D", &mut Vec::new()), None);
        assert_eq!(read("A", &mut Vec::new()), None);
    }
}
