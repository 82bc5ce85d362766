#!/usr/bin/env bash
# Builds the reference of the public headers with Doxygen: build/reference/html/index.html. A public
# function, type, member or value without a comment, and a comment that Doxygen does not understand,
# is an error.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
if ! command -v doxygen >/dev/null; then
    echo "doxygen is not installed" >&2
    exit 1
fi
mkdir -p build/reference
doxygen docs/Doxyfile
echo "build/reference/html/index.html"
