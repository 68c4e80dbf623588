//! What is known of an item as numbers of attributes, each of which has its weight.

use super::bins::Bins;

/// A bin for each value, and then what an item has of all that it might have: a bit each.
pub(in crate::classify) fn of<'a>(
    bins: &'a Bins,
    values: &'a [f32],
    flags: u128,
) -> impl Iterator<Item = usize> + 'a {
    let first = bins.len();
    bins.of_values(values).chain(ones(flags).map(move |at| first + at))
}

/// The places of the bits that are set.
fn ones(mut bits: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let at = bits.trailing_zeros();
        bits &= bits.wrapping_sub(1);
        (at < u128::BITS).then_some(at as usize)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_places_of_bits() {
        assert_eq!(ones(0).count(), 0);
        assert_eq!(ones(1 | 1 << 5 | 1 << 127).collect::<Vec<_>>(), [0, 5, 127]);
    }

    #[test]
    fn bins_come_before_bits() {
        let items: [([f32; 1], f32); 2] = [([0.0], 1.0), ([1.0], 1.0)];
        let bins = Bins::fit(1, || items.iter().map(|(values, weight)| (&values[..], *weight)));
        assert_eq!(bins.len(), 2);
        assert_eq!(of(&bins, &[1.0], 0b101).collect::<Vec<_>>(), [1, 2, 4]);
    }
}
