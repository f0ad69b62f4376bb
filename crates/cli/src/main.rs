//! The binary `outwit`.

fn main() -> std::process::ExitCode {
    outwit_cli::main()
}
