//! The stratified model of the slides: the lengths of all text on the web as two geometric distributions, one of long
//! text that people write and one of short text that templates hold.
//!
//! A writer emits words, and after each stops with a chance of `p`; with a chance of `share` it is the writer of short
//! text. The fit is that of least squares to the relative frequencies, as a curve is fitted; expectation maximisation
//! says where to start.

/// How often each length was seen.
#[derive(Clone, Debug, Default)]
pub struct Lengths {
    counts: Vec<u64>,
}

/// Longer blocks are too rare to say anything, one length at a time.
pub const LONGEST: usize = 200;

/// One writer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Writer {
    /// The chance to stop after a word, P(N) of the slides.
    pub p: f64,
    /// Its part of all blocks.
    pub share: f64,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    /// One writer, or the short and the long one.
    pub writers: Vec<Writer>,
    /// R², adjusted for the number of parameters.
    pub r2: f64,
    /// Root of the mean squared error of the relative frequencies.
    pub rmse: f64,
}

impl Lengths {
    pub fn add(&mut self, words: usize, times: u64) {
        if words == 0 || words > LONGEST {
            return;
        }
        if self.counts.len() < words {
            self.counts.resize(words, 0);
        }
        self.counts[words - 1] += times;
    }

    /// How many blocks there were.
    pub fn total(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Relative frequencies of 1, 2, ... words.
    fn frequencies(&self) -> Vec<f64> {
        let total = self.total() as f64;
        self.counts.iter().map(|&count| count as f64 / total).collect()
    }

    /// Fits one writer and then two; `None` if fewer lengths were seen than that takes.
    pub fn fit(&self) -> Option<[Fit; 2]> {
        let seen = self.frequencies();
        if self.counts.iter().filter(|&&count| count > 0).count() < 5 {
            return None;
        }
        let mean: f64 = seen.iter().zip(1..).map(|(share, words)| share * f64::from(words)).sum();
        let one = least_squares(&seen, &[logit(1.0 / mean.max(1.01))]);
        let two = least_squares(&seen, &maximise(&seen, mean));
        Some([fit_of(&seen, &one), fit_of(&seen, &two)])
    }
}

fn logit(p: f64) -> f64 {
    (p / (1.0 - p)).ln()
}

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// The writers of parameters without bounds: one chance, or two and a share.
fn writers(parameters: &[f64]) -> Vec<Writer> {
    match *parameters {
        [short, long, share] => {
            let share = logistic(share);
            let (short, long) = (logistic(short), logistic(long));
            let mut both = vec![Writer { p: short, share }, Writer { p: long, share: 1.0 - share }];
            both.sort_by(|a, b| b.p.total_cmp(&a.p));
            both
        }
        _ => vec![Writer { p: parameters.first().copied().map_or(0.5, logistic), share: 1.0 }],
    }
}

/// The chance of each length.
fn curve(parameters: &[f64], lengths: usize) -> Vec<f64> {
    let mut chances = vec![0.0; lengths];
    for writer in writers(parameters) {
        let mut chance = writer.share * writer.p;
        for sum in &mut chances {
            *sum += chance;
            chance *= 1.0 - writer.p;
        }
    }
    chances
}

fn squares(seen: &[f64], parameters: &[f64]) -> f64 {
    curve(parameters, seen.len()).iter().zip(seen).map(|(a, b)| (a - b).powi(2)).sum()
}

/// Expectation maximisation: a good place to start from.
fn maximise(seen: &[f64], mean: f64) -> Vec<f64> {
    let (mut short, mut long, mut share): (f64, f64, f64) =
        ((2.0 / mean).min(0.9), (0.5 / mean).max(1e-3), 0.5);
    for _ in 0..200 {
        let (mut of_short, mut words_short, mut words_long) = (0.0, 0.0, 0.0);
        for (&frequency, words) in seen.iter().zip(1..) {
            let a = share * short * (1.0 - short).powi(words - 1);
            let b = (1.0 - share) * long * (1.0 - long).powi(words - 1);
            let part = if a + b > 0.0 { a / (a + b) } else { 0.0 };
            of_short += frequency * part;
            words_short += frequency * part * f64::from(words);
            words_long += frequency * (1.0 - part) * f64::from(words);
        }
        share = of_short.clamp(1e-6, 1.0 - 1e-6);
        short = (share / words_short).clamp(1e-6, 1.0 - 1e-6);
        long = ((1.0 - share) / words_long).clamp(1e-6, 1.0 - 1e-6);
    }
    vec![logit(short), logit(long), logit(share)]
}

/// Levenberg and Marquardt's method.
fn least_squares(seen: &[f64], start: &[f64]) -> Vec<f64> {
    const STEP: f64 = 1e-6;
    let mut best = start.to_vec();
    let mut error = squares(seen, &best);
    let mut damping = 1e-3;
    for _ in 0..500 {
        let here = curve(&best, seen.len());
        let slopes: Vec<Vec<f64>> = (0..best.len())
            .map(|i| {
                let mut moved = best.clone();
                moved[i] += STEP;
                curve(&moved, seen.len()).iter().zip(&here).map(|(a, b)| (a - b) / STEP).collect()
            })
            .collect();
        let dot = |a: &[f64], b: &[f64]| -> f64 { a.iter().zip(b).map(|(a, b)| a * b).sum() };
        let missing: Vec<f64> = seen.iter().zip(&here).map(|(a, b)| a - b).collect();
        let mut rows: Vec<Vec<f64>> = slopes
            .iter()
            .map(|slope| {
                let mut row: Vec<f64> = slopes.iter().map(|other| dot(slope, other)).collect();
                row.push(dot(slope, &missing));
                row
            })
            .collect();
        for (i, row) in rows.iter_mut().enumerate() {
            row[i] *= 1.0 + damping;
        }
        let Some(step) = solve(rows) else { break };
        let moved: Vec<f64> = best.iter().zip(&step).map(|(a, b)| a + b).collect();
        let now = squares(seen, &moved);
        if now < error {
            let done = error - now < 1e-15;
            (best, error, damping) = (moved, now, damping / 3.0);
            if done {
                break;
            }
        } else if damping > 1e9 {
            break;
        } else {
            damping *= 5.0;
        }
    }
    best
}

/// Solves a small system of linear equations, each row with its right side at the end.
fn solve(mut rows: Vec<Vec<f64>>) -> Option<Vec<f64>> {
    let size = rows.len();
    for i in 0..size {
        let pivot = (i..size).max_by(|&a, &b| rows[a][i].abs().total_cmp(&rows[b][i].abs()))?;
        rows.swap(i, pivot);
        if rows[i][i].abs() < 1e-300 {
            return None;
        }
        let top = rows[i].clone();
        for (j, row) in rows.iter_mut().enumerate() {
            if j != i {
                let factor = row[i] / top[i];
                row.iter_mut().zip(&top).for_each(|(value, above)| *value -= factor * above);
            }
        }
    }
    Some((0..size).map(|i| rows[i][size] / rows[i][i]).collect())
}

fn fit_of(seen: &[f64], parameters: &[f64]) -> Fit {
    let lengths = seen.len() as f64;
    let mean = seen.iter().sum::<f64>() / lengths;
    let around_mean: f64 = seen.iter().map(|share| (share - mean).powi(2)).sum();
    let error = squares(seen, parameters);
    let free = (lengths - 1.0 - parameters.len() as f64).max(1.0);
    Fit {
        writers: writers(parameters),
        r2: 1.0 - (error / free) / (around_mean / (lengths - 1.0)),
        rmse: (error / lengths).sqrt(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts that follow the model exactly give back its parameters, here those of the slides.
    #[test]
    fn the_figures_of_the_slides_are_found_again() {
        let mut lengths = Lengths::default();
        let (short, long, share) = (0.3968, 0.0437, 0.76);
        for words in 1..=LONGEST {
            let chance = |p: f64| p * (1.0_f64 - p).powi(words as i32 - 1);
            lengths.add(words, ((share * chance(short) + (1.0 - share) * chance(long)) * 1e12) as u64);
        }
        let [one, two] = lengths.fit().unwrap();
        let close = |a: f64, b: f64| assert!((a - b).abs() < 1e-3, "{a} {b}");
        close(two.writers[0].p, short);
        close(two.writers[1].p, long);
        close(two.writers[0].share, share);
        close(two.r2, 1.0);
        close(two.rmse, 0.0);
        assert!(one.r2 < two.r2 && one.rmse > two.rmse);
        // "1 + E = 1 + 1/p": 23.8 and 3.52 words.
        assert_eq!(
            two.writers.iter().map(|w| format!("{:.1}", 1.0 + 1.0 / w.p)).collect::<Vec<_>>(),
            ["3.5", "23.9"]
        );
    }

    #[test]
    fn one_kind_of_text_needs_one_writer() {
        let mut lengths = Lengths::default();
        for words in 1..40 {
            lengths.add(words, 1 << (40 - words));
        }
        let [one, _] = lengths.fit().unwrap();
        assert!((one.writers[0].p - 0.5).abs() < 1e-4 && one.r2 > 0.9999);
    }

    #[test]
    fn too_little_fits_nothing() {
        let mut lengths = Lengths::default();
        lengths.add(0, 5);
        lengths.add(LONGEST + 1, 5);
        assert_eq!(lengths.fit(), None);
        lengths.add(3, 5);
        assert_eq!(lengths.fit(), None);
    }
}
