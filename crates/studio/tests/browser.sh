#!/usr/bin/env bash
# The studio's pages in a real Chromium, with axe-core, which looks for what would hinder people. Installs what is missing, on
# Debian; `SCREENSHOTS=folder` keeps pictures of all pages, `README=1` puts the one of the table where the README shows it.
set -euo pipefail
cd "$(dirname "$0")/../../.."
if ! command -v chromedriver >/dev/null || ! command -v chromium >/dev/null; then
    apt-get update -qq
    apt-get install -y -qq chromium chromium-driver >/dev/null
fi
axe=target/axe
if [ ! -f "$axe/node_modules/axe-core/axe.min.js" ] && command -v npm >/dev/null; then
    mkdir -p "$axe"
    npm install --silent --prefix "$axe" axe-core@4 >/dev/null
fi
if [ -f "$axe/node_modules/axe-core/axe.min.js" ]; then
    export AXE="$PWD/$axe/node_modules/axe-core/axe.min.js"
fi
if [ -n "${SCREENSHOTS:-}" ]; then
    mkdir -p "$SCREENSHOTS"
    OUTWIT_SCREENSHOTS=$(realpath "$SCREENSHOTS")
    export OUTWIT_SCREENSHOTS
fi
if [ -n "${README:-}" ]; then
    OUTWIT_SCREENSHOTS=${OUTWIT_SCREENSHOTS:-$(mktemp -d)}
    export OUTWIT_SCREENSHOTS
fi
export OUTWIT_BROWSER=1
cargo test --workspace --locked --test studio browser
if [ -n "${README:-}" ]; then
    cp "$OUTWIT_SCREENSHOTS/play-1280.png" docs/studio.png
fi
