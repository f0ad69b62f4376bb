//! `outwit studio`: outwit in a browser.

use super::arena::StoreArgs;
use crate::failure::Failure;
use crate::io::Io;
use outwit_studio::Setup;
use std::net::IpAddr;
use std::process::{Command, Stdio};

/// Open outwit in a browser: play, watch the thinking, draw trees, decide
#[derive(clap::Args, Debug)]
#[command(
    after_help = "It serves this machine alone, until the interrupt key ends it. Another address needs a --token, which whoever \
                        opens a page must know.\n\nExamples:\n  outwit studio\n  outwit studio --port 8000 --no-open\n  \
                        outwit studio --listen 0.0.0.0 --token chalk-and-board"
)]
pub struct Arguments {
    /// The port; 0 for any that is free
    #[arg(long, value_name = "PORT", default_value_t = 7431)]
    port: u16,
    /// The address to listen at
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    listen: IpAddr,
    /// What requests must know: letters, digits and hyphens, eight at least
    #[arg(long, value_name = "TEXT")]
    token: Option<String>,
    /// Do not open a browser
    #[arg(long)]
    no_open: bool,
    #[command(flatten)]
    store: StoreArgs,
}

pub fn run(arguments: &Arguments, io: &mut Io<'_>) -> Result<(), Failure> {
    let setup = Setup {
        listen: arguments.listen,
        port: arguments.port,
        token: arguments.token.clone(),
        store: arguments.store.path()?,
    };
    let opens = !arguments.no_open && io.out_is_terminal;
    let query = arguments.token.as_ref().map(|token| format!("?token={token}")).unwrap_or_default();
    let out = &mut *io.out;
    let ready = |address: &str| {
        let _ = writeln!(out, "outwit studio: {address}{query}\nThe interrupt key ends it.");
        let _ = out.flush();
        if opens {
            open(&format!("{address}{query}"));
        }
    };
    outwit_studio::serve(setup, ready).map_err(Failure::wrong)
}

/// Shows a page in the person's browser; who has none reads the address.
fn open(address: &str) {
    let program = if cfg!(target_os = "macos") {
        "open"
    } else if cfg!(windows) {
        "explorer"
    } else {
        "xdg-open"
    };
    let _ = Command::new(program).arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
}
