//! The parameters of schemes: what they are called, and what a user has set.

use crate::error::{Error, Result};

/// A number that a scheme can be told.
#[derive(Clone, Copy, Debug)]
pub struct Param {
    /// As a command-line option without its dashes.
    pub name: &'static str,
    pub default: f64,
    pub least: f64,
    pub most: f64,
    /// Whether only whole numbers will do.
    pub whole: bool,
    pub about: &'static str,
}

impl Param {
    /// A parameter that is a whole number.
    pub(super) const fn whole(
        name: &'static str,
        default: u32,
        least: u32,
        most: u32,
        about: &'static str,
    ) -> Self {
        Self { name, default: default as f64, least: least as f64, most: most as f64, whole: true, about }
    }
}

/// What a user has set; all else has its default.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    numbers: Vec<(&'static str, f64)>,
}

impl Settings {
    /// Sets a parameter of a scheme.
    pub fn set(&mut self, params: &'static [Param], name: &str, value: f64) -> Result<()> {
        let Some(param) = params.iter().find(|param| param.name == name) else {
            let names: Vec<_> = params.iter().map(|param| param.name).collect();
            let expected = match names.as_slice() {
                [] => "none: this scheme has no parameters".to_owned(),
                _ => format!("one of {}", names.join(", ")),
            };
            return Err(Error::Parameter { name: "setting", expected });
        };
        if !(param.least..=param.most).contains(&value) || (param.whole && value.fract() != 0.0) {
            let number = if param.whole { "a whole number " } else { "" };
            let expected = format!("{number}from {} to {}", param.least, param.most);
            return Err(Error::Parameter { name: param.name, expected });
        }
        self.numbers.retain(|(known, _)| *known != param.name);
        self.numbers.push((param.name, value));
        Ok(())
    }

    /// The value of a parameter.
    pub fn value(&self, param: &Param) -> f64 {
        let set = self.numbers.iter().find(|(name, _)| *name == param.name);
        set.map_or(param.default, |(_, value)| *value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    static PARAMS: &[Param] = &[
        Param::whole("size", 100, 1, 1000, ""),
        Param { name: "share", default: 0.5, least: 0.0, most: 1.0, whole: false, about: "" },
    ];

    #[test]
    fn values_are_checked() {
        let mut settings = Settings::default();
        assert_eq!((settings.value(&PARAMS[0]), settings.value(&PARAMS[1])), (100.0, 0.5));
        settings.set(PARAMS, "size", 7.0).unwrap();
        settings.set(PARAMS, "size", 8.0).unwrap();
        settings.set(PARAMS, "share", 0.25).unwrap();
        assert_eq!((settings.value(&PARAMS[0]), settings.value(&PARAMS[1])), (8.0, 0.25));
        let wrong = |name, value| Settings::default().set(PARAMS, name, value).unwrap_err().to_string();
        assert_eq!(wrong("size", 1.5), "size must be a whole number from 1 to 1000");
        assert_eq!(wrong("share", f64::NAN), "share must be from 0 to 1");
        assert_eq!(wrong("length", 1.0), "setting must be one of size, share");
    }
}
