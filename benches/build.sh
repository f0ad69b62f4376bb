#!/usr/bin/env bash
# What the build costs, in five figures, beside what they may be at most on two idle cores:
#   from nothing to the release binary, its size, `cargo test --workspace` from nothing with the run, and after one changed
#   line in an agent's page and in a game's file: to the release binary, and until the tests of that crate have run.
# And the pairs of a game and an agent that are machine code of their own.
#
#   benches/build.sh            all of it, a quarter of an hour
#   benches/build.sh release    without the tests
#
# It works in a copy of the tracked files, with a target folder of its own. Next to the time on the clock stand the seconds of
# computing: on a busy machine half of those is what two idle cores would take.
set -euo pipefail
cd "$(dirname "$0")/.."
what=${1:-all}
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
git ls-files -z | xargs -0 cp --parents -t "$copy"
cd "$copy"
export CARGO_TARGET_DIR="$copy/target"
unset RUSTC_WRAPPER CARGO_INCREMENTAL

measure() { # the figure's name, what it may be, and a command
    local name=$1 limit=$2 log="$copy/log"
    shift 2
    local TIMEFORMAT='%R %U'
    local times
    if ! times=$({ time "$@" >"$log" 2>&1; } 2>&1); then
        tail -n 30 "$log" >&2
        echo "$name: the command failed: $*" >&2
        exit 1
    fi
    read -r clock computing <<<"$times"
    printf '%-58s %7.1f s   (%6.1f s of computing; at most %s)\n' "$name" "$clock" "$computing" "$limit"
}

# One line that the compiler cannot overlook: a statement at the beginning of the first function of that name.
change() { sed -i "0,/fn $2[^;]*{\$/s//&\n    std::hint::black_box(());/" "$1"; }

# Downloads are no part of a build.
cargo fetch --locked --quiet
measure "release binary from nothing" "120 s" cargo build --release --locked
bytes=$(stat -c %s "$CARGO_TARGET_DIR/release/outwit")
printf '%-58s %7.1f MB  (at most 30 MB)\n' "size of the binary" "$(awk "BEGIN { print $bytes / 1e6 }")"
change crates/search/src/named/maxn.rs "build<"
measure "release binary after a line of an agent's page" "40 s" cargo build --release --locked
change crates/games/src/connect4.rs "play("
measure "release binary after a line of a game" "40 s" cargo build --release --locked
if [ "$what" != release ]; then
    measure "cargo test --workspace from nothing, with the run" "360 s" cargo test --workspace --locked
    change crates/search/src/named/paranoid.rs "build<"
    measure "tests of outwit-search after a line of an agent's page" "60 s" cargo test -p outwit-search --locked
    change crates/games/src/othello.rs "play("
    measure "tests of outwit-games after a line of a game" "60 s" cargo test -p outwit-games --locked
fi
# The list says how many pairs are meant; a page that named another would show as copies of its `build` beyond the list.
pairs=$(sed -n '/^natives! {/,/^}/p' crates/outwit/src/natives.rs | grep -o '\[.*\]' | tr ',' '\n' | grep -c '[a-z]')
copies=$(nm -C "$CARGO_TARGET_DIR"/release/deps/liboutwit*.rlib 2>/dev/null | grep -c 'outwit_search::named::[a-z_]*::build' || true)
printf '%-58s %7d     (%d functions `build` in all libraries, those of the erased game included)\n' \
    "pairs of a game and an agent that are machine code" "$pairs" "$copies"
