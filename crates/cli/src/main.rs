//! The binary: real streams, the interrupt key and an exit code around [`outwit_cli::run`].

use outwit_cli::{Io, interrupt, run};
use std::io::{BufReader, BufWriter, IsTerminal};
use std::process::ExitCode;

/// Searches and trees recurse as deep as the game: a tree file may be a thousand moves deep.
const STACK: usize = 512 << 20;

fn main() -> ExitCode {
    interrupt::install();
    let work = std::thread::Builder::new().stack_size(STACK).spawn(|| {
        let (stdin, stdout, stderr) = (std::io::stdin(), std::io::stdout(), std::io::stderr());
        let mut io = Io {
            input_is_terminal: stdin.is_terminal(),
            out_is_terminal: stdout.is_terminal(),
            err_is_terminal: stderr.is_terminal(),
            // Not locked: a command may read a file that is the standard input.
            input: &mut BufReader::new(stdin),
            out: &mut BufWriter::new(stdout),
            err: &mut std::io::stderr(),
        };
        run(std::env::args_os(), &mut io)
    });
    match work.map(std::thread::JoinHandle::join) {
        Ok(Ok(code)) => ExitCode::from(code),
        // The panic has been told on stderr; the code is the one Rust uses.
        Ok(Err(_)) => ExitCode::from(101),
        Err(error) => {
            eprintln!("outwit: no thread could be started: {error}");
            ExitCode::FAILURE
        }
    }
}
