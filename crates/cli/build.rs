//! The names of functions are a seventh of the binary, and nobody reads them where nothing else tells a debugger its way. A profile's
//! `strip` is not heard where the package has settings of its own, so the linker is told here.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let is = |name: &str, value: &str| std::env::var(name).is_ok_and(|found| found == value);
    if is("DEBUG", "false") && is("CARGO_CFG_TARGET_OS", "linux") {
        println!("cargo:rustc-link-arg-bins=-Wl,--strip-all");
    }
}
