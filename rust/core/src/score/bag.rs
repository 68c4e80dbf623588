//! What two texts have in common whatever the order: words, and runs of four words (shingles).

use super::figures::Counts;

const SHINGLE: usize = 4;

/// The words in common, each as often as it occurs in both.
pub fn words(found: &[u32], wanted: &[u32]) -> Counts {
    overlap(found.to_vec(), wanted.to_vec())
}

/// The runs of four words in common. A text of fewer words is one run.
pub fn shingles(found: &[u32], wanted: &[u32]) -> Counts {
    overlap(grams(found), grams(wanted))
}

fn grams(text: &[u32]) -> Vec<u128> {
    let number = |gram: &[u32]| gram.iter().fold(1, |number: u128, &word| number << 32 | u128::from(word));
    if text.len() < SHINGLE {
        // The leading one tells the lengths apart.
        return if text.is_empty() { Vec::new() } else { vec![number(text)] };
    }
    text.windows(SHINGLE).map(number).collect()
}

fn overlap<T: Ord>(mut found: Vec<T>, mut wanted: Vec<T>) -> Counts {
    found.sort_unstable();
    wanted.sort_unstable();
    let (mut i, mut j, mut common) = (0, 0, 0);
    while i < found.len() && j < wanted.len() {
        match found[i].cmp(&wanted[j]) {
            std::cmp::Ordering::Less => i += 1,
            std::cmp::Ordering::Greater => j += 1,
            std::cmp::Ordering::Equal => (i, j, common) = (i + 1, j + 1, common + 1),
        }
    }
    Counts { common, found: found.len() as u64, wanted: wanted.len() as u64 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_count_as_often_as_they_occur() {
        // a a b against a b b c: one a, one b.
        let counts = words(&[1, 1, 2], &[1, 2, 2, 3]);
        assert_eq!(counts, Counts { common: 2, found: 3, wanted: 4 });
    }

    #[test]
    fn shingles_of_four() {
        // 1234 2345 against 2345 3456.
        assert_eq!(shingles(&[1, 2, 3, 4, 5], &[2, 3, 4, 5, 6]), Counts { common: 1, found: 2, wanted: 2 });
        assert_eq!(shingles(&[1, 2], &[1, 2]), Counts { common: 1, found: 1, wanted: 1 });
        assert_eq!(shingles(&[0, 1, 2], &[1, 2]), Counts { common: 0, found: 1, wanted: 1 });
        assert_eq!(shingles(&[], &[1]), Counts { common: 0, found: 0, wanted: 1 });
        assert_eq!(shingles(&[7, 7, 7, 7, 7], &[7, 7, 7, 7]), Counts { common: 1, found: 2, wanted: 1 });
    }
}
