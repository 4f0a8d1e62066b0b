//! Commands that the program was built without: they are known, take anything, and say what builds them.

use std::ffi::OsString;

use clap::Args;

use crate::common::failure::Failure;

/// The arguments of a command that was not built, which are not looked at.
#[derive(Args, Debug)]
pub(crate) struct NotBuiltArgs {
    #[arg(hide = true, trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<OsString>,
}

impl NotBuiltArgs {
    /// The refusal: what is missing, and the feature that builds it.
    pub(crate) fn refusal(&self, what: &str, feature: &str) -> Failure {
        let all = "or everything with '--features full'";
        Failure::Usage(format!("this rowsmith was built without {what}; build it with '--features {feature}', {all}"))
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    #[command(disable_help_flag = true)]
    struct Missing {
        #[command(flatten)]
        arguments: NotBuiltArgs,
    }

    #[test]
    fn a_command_that_was_not_built_names_its_feature_whatever_it_is_given() {
        for line in
            [&["mcp"][..], &["mcp", "pages"], &["mcp", "--offline", "pages"], &["mcp", "--help"], &["mcp", "-h"]]
        {
            let parsed = Missing::try_parse_from(line).map_err(|error| error.to_string()).unwrap();
            let Failure::Usage(what) = parsed.arguments.refusal("the server for agents", "mcp") else {
                panic!("{line:?}")
            };
            assert!(what.contains("'--features mcp'"), "{what}");
        }
    }
}
