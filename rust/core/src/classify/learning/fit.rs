//! The weights that explain labels best, with large ones held down.

use super::lbfgs::minimise;
use crate::error::{Error, Result};

const ROUNDS: usize = 150;

/// The weights of so many attributes for which `loss` and half of `penalty` times their squares (L2) are least. `loss`
/// adds its gradient to its second argument.
pub(in crate::classify) fn weights(
    count: usize,
    penalty: f64,
    mut loss: impl FnMut(&[f64], &mut [f64]) -> f64,
) -> Vec<f32> {
    let weights = minimise(count, ROUNDS, |weights, gradient| {
        let mut sum = loss(weights, gradient);
        for (weight, slope) in weights.iter().zip(gradient) {
            sum += penalty / 2.0 * weight * weight;
            *slope += penalty * weight;
        }
        sum
    });
    weights.into_iter().map(|weight| weight as f32).collect()
}

/// What is learned from, unless it is nothing.
pub(in crate::classify) fn some_of<T>(pages: &[T]) -> Result<&[T]> {
    if pages.is_empty() {
        let expected = "pages with labelled blocks".to_owned();
        return Err(Error::Parameter { name: "training data", expected });
    }
    Ok(pages)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// (w - 3)² + w² has its minimum at 3/2; without the penalty it is at 3.
    #[test]
    fn a_penalty_holds_weights_down() {
        let least = |penalty| {
            weights(1, penalty, |w, gradient| {
                gradient[0] += 2.0 * (w[0] - 3.0);
                (w[0] - 3.0).powi(2)
            })[0]
        };
        assert!((least(2.0) - 1.5).abs() < 1e-3 && (least(0.0) - 3.0).abs() < 1e-3);
    }
}
