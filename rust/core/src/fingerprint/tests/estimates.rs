//! Estimates beside what they estimate: means within four standard errors, variances as theory has them.

use super::*;

const TRIALS: u64 = 300;

/// Two sets of units with `common` in both and `own` more in each, others for each trial.
fn pair(trial: u64, common: usize, own: usize) -> (Vec<u64>, Vec<u64>) {
    let all = numbers(trial, common + 2 * own);
    (all[..common + own].to_vec(), [&all[..common], &all[common + own..]].concat())
}

/// The mean of the estimates less the resemblance, in standard errors of t independent draws; and the variance as a
/// multiple of theirs.
fn bias_and_variance(
    kind: &'static Kind,
    params: &[(&str, f64)],
    t: f64,
    common: usize,
    own: usize,
) -> (f64, f64) {
    let resemblance = common as f64 / (common + 2 * own) as f64;
    let estimates: Vec<f64> = (0..TRIALS)
        .map(|trial| {
            let (a, b) = pair(trial, common, own);
            similarity(kind, &of_units(kind, params, &a), &of_units(kind, params, &b))
        })
        .collect();
    let mean = estimates.iter().sum::<f64>() / TRIALS as f64;
    let variance = estimates.iter().map(|e| (e - resemblance).powi(2)).sum::<f64>() / TRIALS as f64;
    let expected = resemblance * (1.0 - resemblance) / t;
    ((mean - resemblance) / (expected / TRIALS as f64).sqrt(), variance / expected)
}

#[test]
fn minhash_is_unbiased_with_the_variance_of_independent_draws() {
    for (common, own) in [(4, 3), (30, 30), (300, 100), (1500, 200), (100, 900)] {
        let (bias, variance) = bias_and_variance(&minhash::KIND, &[], 128.0, common, own);
        assert!(bias.abs() < 4.0, "{common} {own}: {bias}");
        // A sample variance of 300 has a standard deviation of 8 %.
        assert!((0.7..1.35).contains(&variance), "{common} {own}: {variance}");
    }
}

#[test]
fn one_permutation_is_unbiased_and_varies_no_more_for_long_documents() {
    for (common, own, most) in
        [(4, 3, 20.0), (30, 30, 4.0), (300, 100, 1.35), (1500, 200, 1.1), (100, 900, 1.2)]
    {
        let (bias, variance) = bias_and_variance(&one_permutation::KIND, &[], 128.0, common, own);
        assert!(bias.abs() < 4.0 * variance.sqrt().max(1.0), "{common} {own}: {bias}");
        assert!(variance < most, "{common} {own}: {variance}");
    }
}

#[test]
fn the_smallest_estimate_the_resemblance() {
    for (common, own) in [(30, 30), (300, 100), (1500, 200), (100, 900)] {
        let (bias, variance) = bias_and_variance(&heintze::SMALLEST, &[], 100.0, common, own);
        // Where all is kept there is no error; without replacement there is a little less.
        let exact = common + own <= 100;
        assert_eq!(variance < 1e-12, exact, "{common} {own}: {variance}");
        assert!(bias.abs() < 4.0 && variance < 1.35, "{common} {own}: {bias} {variance}");
    }
}

/// Equation 3.1, the probability of r or more of k super-shingles of s values in common, by the share of pairs.
#[test]
fn supershingles_after_equation_3_1() {
    let (k, s) = (6, 5);
    let params = [("groups", k as f64), ("group-size", f64::from(s))];
    for (common, own) in [(800, 100), (600, 50), (400, 200)] {
        let resemblance = f64::from(common) / f64::from(common + 2 * own);
        let all = resemblance.powi(s);
        let mut equal = [0.0; 7];
        for trial in 0..TRIALS {
            let (a, b) = pair(trial, common as usize, own as usize);
            let kind = &supershingle::KIND;
            let alike = similarity(kind, &of_units(kind, &params, &a), &of_units(kind, &params, &b));
            equal[(alike * k as f64).round() as usize] += 1.0 / TRIALS as f64;
        }
        for r in 1..=k {
            let choose = |i: usize| (0..i).fold(1.0, |c, j| c * (k - j) as f64 / (j + 1) as f64);
            let expected: f64 =
                (r..=k).map(|i| choose(i) * all.powi(i as i32) * (1.0 - all).powi((k - i) as i32)).sum();
            let found: f64 = equal[r..].iter().sum();
            let error = (expected * (1.0 - expected) / TRIALS as f64).sqrt();
            assert!((found - expected).abs() < 4.0 * error + 0.004, "{common} {own} {r}: {found} {expected}");
        }
    }
}

/// P = 1 - (1 - (1 - p)^k)^n of 3.2.3.
#[test]
fn lists_after_their_formula() {
    let (n, p) = (8, 0.05);
    let params = [("lists", f64::from(n)), ("probability", p)];
    for k in [5, 20, 60] {
        let trials = 2 * TRIALS;
        let found = (0..trials).filter(|&trial| {
            let words = numbers(trial, 400 + k);
            let of = |words: &[u64]| of_units(&lists::KIND, &params, words);
            similarity(&lists::KIND, &of(&words[..400]), &of(&words)) > 0.0
        });
        let found = found.count() as f64 / trials as f64;
        let expected = 1.0 - (1.0 - (1.0f64 - p).powi(k as i32)).powi(n);
        let error = (expected * (1.0 - expected) / trials as f64).sqrt();
        assert!((found - expected).abs() < 4.0 * error, "{k}: {found} {expected}");
    }
}

/// Vectors of frequencies at a known angle: the mean share of bits that differ is the angle as a part of π.
#[test]
fn simhash_estimates_the_angle() {
    for (common, own) in [(900, 20), (300, 100), (100, 100), (50, 300)] {
        let bits = 256.0;
        let mut apart = 0.0;
        for trial in 0..TRIALS {
            // Words that come twice count twice: 4 common + own against 4 common + own, in squares.
            let (mut a, mut b) = pair(trial, common, own);
            a.extend_from_within(..common);
            b.extend_from_within(..common);
            let of = |units: &[u64]| of_units(&simhash::KIND, &[("bits", bits)], units).values;
            let differ = of(&a).iter().zip(&of(&b)).map(|(a, b)| (a ^ b).count_ones()).sum::<u32>();
            apart += f64::from(differ) / bits / TRIALS as f64;
        }
        let cosine = 4.0 * common as f64 / (4.0 * common as f64 + own as f64);
        let expected = cosine.acos() / std::f64::consts::PI;
        let error = (expected * (1.0 - expected) / bits / TRIALS as f64).sqrt();
        assert!((apart - expected).abs() < 5.0 * error + 0.002, "{common} {own}: {apart} {expected}");
    }
}

/// One of `modulus` shingles, wherever they stand.
#[test]
fn sif_keeps_its_share() {
    let print = of_units(&sif::KIND, &[("modulus", 64.0)], &numbers(3, 200_000));
    let share = print.values.len() as f64 / 200_000.0 * 64.0;
    assert!((0.93..1.07).contains(&share), "{share}");
    assert!(print.values.iter().all(|value| value.is_multiple_of(64)));
}

/// All seeds are as good, and what one says has nothing to do with what another one does.
#[test]
fn seeds_are_independent() {
    let (a, b) = pair(1, 300, 100);
    let estimates: Vec<f64> = (0..TRIALS)
        .map(|seed| {
            let of = |units: &[u64]| {
                let mut choice = Choice::new(&minhash::KIND);
                (choice.n, choice.seed) = (Some(1), Some(seed));
                let sketcher = Sketcher::new(choice).unwrap();
                sketcher.sketch(Given::Units(units), &mut sketcher.scratch())
            };
            similarity(&minhash::KIND, &of(&a), &of(&b))
        })
        .collect();
    let variance =
        estimates.iter().map(|e| (e - 0.6).powi(2)).sum::<f64>() / TRIALS as f64 / (0.6 * 0.4 / 128.0);
    let bias =
        (estimates.iter().sum::<f64>() / TRIALS as f64 - 0.6) / (0.24f64 / 128.0 / TRIALS as f64).sqrt();
    assert!(bias.abs() < 4.0 && (0.7..1.35).contains(&variance), "{bias} {variance}");
}
