//! The parameters of algorithms: what they are called, and what a user has set.

use crate::error::{Error, Result};

/// A number that an algorithm can be told.
#[derive(Clone, Copy, Debug)]
pub struct Param {
    /// As a command-line option without its dashes.
    pub name: &'static str,
    pub default: f64,
    pub least: f64,
    pub most: f64,
    pub about: &'static str,
}

/// What a user has set; all else has its default.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    numbers: Vec<(&'static str, f64)>,
    /// A named set of values, for algorithms that have such.
    pub preset: Option<String>,
}

impl Settings {
    /// A preset, or the defaults, with nothing changed.
    pub fn of_preset(name: Option<&str>) -> Self {
        Self { preset: name.map(str::to_owned), ..Self::default() }
    }

    /// Sets a parameter of an algorithm.
    pub fn set(&mut self, params: &'static [Param], name: &str, value: f64) -> Result<()> {
        let Some(param) = params.iter().find(|param| param.name == name) else {
            return Err(Error::Parameter { name: "setting", expected: format!("one of {}", names(params)) });
        };
        if !(param.least..=param.most).contains(&value) {
            let expected = format!("from {} to {}", param.least, param.most);
            return Err(Error::Parameter { name: param.name, expected });
        }
        self.numbers.retain(|(known, _)| *known != param.name);
        self.numbers.push((param.name, value));
        Ok(())
    }

    /// The value that was set for a parameter, or else `default`.
    pub fn get(&self, name: &str, default: f64) -> f64 {
        self.numbers.iter().find(|(known, _)| *known == name).map_or(default, |(_, value)| *value)
    }

    /// The value of a parameter.
    pub fn value(&self, param: &Param) -> f64 {
        self.get(param.name, param.default)
    }
}

fn names(params: &[Param]) -> String {
    let names: Vec<_> = params.iter().map(|param| param.name).collect();
    if names.is_empty() { "none: this algorithm has no parameters".to_owned() } else { names.join(", ") }
}

#[cfg(test)]
mod tests {
    use super::*;

    static PARAMS: &[Param] = &[Param { name: "cut", default: 0.5, least: 0.0, most: 1.0, about: "" }];

    #[test]
    fn values_are_checked() {
        let mut settings = Settings::default();
        assert_eq!(settings.value(&PARAMS[0]), 0.5);
        settings.set(PARAMS, "cut", 0.25).unwrap();
        settings.set(PARAMS, "cut", 0.75).unwrap();
        assert_eq!(settings.value(&PARAMS[0]), 0.75);
        assert_eq!(settings.set(PARAMS, "cut", 2.0).unwrap_err().to_string(), "cut must be from 0 to 1");
        assert!(settings.set(PARAMS, "cat", 0.1).unwrap_err().to_string().contains("one of cut"));
        assert!(settings.set(PARAMS, "cut", f64::NAN).is_err());
    }
}
