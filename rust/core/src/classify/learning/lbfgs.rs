//! L-BFGS: finds the least value of a smooth function of many weights (Liu & Nocedal 1989).
//!
//! It adds in the order of its input and draws no random numbers: the same data give the same weights.

use std::collections::VecDeque;

/// How many of the last steps tell what the function's curvature is.
const HISTORY: usize = 8;
/// A step has to fall this much of what the slope promises (Armijo).
const FALL: f64 = 1e-4;
const MOST_HALVINGS: usize = 30;

struct Step {
    moved: Vec<f64>,
    turned: Vec<f64>,
    scale: f64,
}

/// The weights near the minimum of `value`, from zero on. `value` puts the gradient into its second argument, which
/// is all zeros. Stops after so many `rounds`, or when a round gains less than a millionth.
pub(in crate::classify) fn minimise(
    len: usize,
    rounds: usize,
    mut value: impl FnMut(&[f64], &mut [f64]) -> f64,
) -> Vec<f64> {
    let mut weights = vec![0.0; len];
    let mut gradient = vec![0.0; len];
    let mut at = value(&weights, &mut gradient);
    let mut steps: VecDeque<Step> = VecDeque::new();
    for _ in 0..rounds {
        let mut direction = downhill(&gradient, &steps);
        let mut slope = dot(&direction, &gradient);
        if slope >= 0.0 {
            steps.clear();
            direction = gradient.iter().map(|g| -g).collect();
            slope = dot(&direction, &gradient);
        }
        let steepness = dot(&gradient, &gradient).sqrt();
        if steepness <= 1e-9 {
            break;
        }
        let mut size = if steps.is_empty() { 1.0 / steepness.max(1.0) } else { 1.0 };
        let mut found = None;
        for _ in 0..MOST_HALVINGS {
            let next: Vec<f64> = weights.iter().zip(&direction).map(|(w, d)| w + size * d).collect();
            let mut next_gradient = vec![0.0; len];
            let there = value(&next, &mut next_gradient);
            if there <= at + FALL * size * slope {
                found = Some((next, next_gradient, there));
                break;
            }
            size /= 2.0;
        }
        let Some((next, next_gradient, there)) = found else { break };
        let moved: Vec<f64> = next.iter().zip(&weights).map(|(a, b)| a - b).collect();
        let turned: Vec<f64> = next_gradient.iter().zip(&gradient).map(|(a, b)| a - b).collect();
        let curvature = dot(&moved, &turned);
        if curvature > 1e-12 {
            if steps.len() == HISTORY {
                steps.pop_front();
            }
            steps.push_back(Step { moved, turned, scale: 1.0 / curvature });
        }
        let gained = at - there;
        (weights, gradient, at) = (next, next_gradient, there);
        if gained <= 1e-6 * at.abs() {
            break;
        }
    }
    weights
}

/// The two-loop recursion: the gradient, times the inverse curvature that the last steps have shown, turned round.
fn downhill(gradient: &[f64], steps: &VecDeque<Step>) -> Vec<f64> {
    let mut direction: Vec<f64> = gradient.iter().map(|g| -g).collect();
    let mut shares = Vec::with_capacity(steps.len());
    for step in steps.iter().rev() {
        let share = step.scale * dot(&step.moved, &direction);
        add(&mut direction, -share, &step.turned);
        shares.push(share);
    }
    if let Some(last) = steps.back() {
        let scale = 1.0 / (last.scale * dot(&last.turned, &last.turned));
        direction.iter_mut().for_each(|d| *d *= scale);
    }
    for (step, share) in steps.iter().zip(shares.iter().rev()) {
        let back = step.scale * dot(&step.turned, &direction);
        add(&mut direction, share - back, &step.moved);
    }
    direction
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn add(to: &mut [f64], factor: f64, what: &[f64]) {
    to.iter_mut().zip(what).for_each(|(to, what)| *to += factor * what);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bowl_has_its_minimum_where_it_is() {
        // 3 (x - 1)² + (y + 2)² + x y: the gradient 6 (x - 1) + y = 0, 2 (y + 2) + x = 0 has x = 16/11, y = -30/11.
        let least = minimise(2, 100, |w, gradient| {
            gradient[0] = 6.0 * (w[0] - 1.0) + w[1];
            gradient[1] = 2.0 * (w[1] + 2.0) + w[0];
            3.0 * (w[0] - 1.0).powi(2) + (w[1] + 2.0).powi(2) + w[0] * w[1]
        });
        assert!((least[0] - 16.0 / 11.0).abs() < 1e-3 && (least[1] + 30.0 / 11.0).abs() < 1e-3, "{least:?}");
    }

    /// Rosenbrock's valley, which is bent: its minimum is at (1, 1).
    #[test]
    fn a_bent_valley_is_followed() {
        let least = minimise(2, 1000, |w, gradient| {
            let (a, b) = (1.0 - w[0], w[1] - w[0] * w[0]);
            gradient[0] = -2.0 * a - 400.0 * w[0] * b;
            gradient[1] = 200.0 * b;
            a * a + 100.0 * b * b
        });
        assert!((least[0] - 1.0).abs() < 1e-3 && (least[1] - 1.0).abs() < 1e-3, "{least:?}");
    }

    #[test]
    fn a_flat_function_is_left_alone() {
        assert_eq!(minimise(3, 10, |_, _| 7.0), [0.0; 3]);
        assert!(minimise(0, 10, |_, _| 0.0).is_empty());
    }
}
