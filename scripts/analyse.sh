#!/usr/bin/env bash
# clang-tidy and cppcheck over all C sources; needs build/release (cmake --preset release).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/tools.sh

sources() {
    find src cli samples bench -name '*.c' ! -name '*_windows.c' ! -name '*_serial.c' \
        ! -name '*_none.c' | sort
}

sources | xargs -P "$JOBS" -n 4 "$CLANG_TIDY" -p build/release --quiet --warnings-as-errors='*' \
    2> >(grep -v -e 'warnings generated' -e 'Suppressed' >&2)
echo "clang-tidy: $(sources | wc -l) files"
cppcheck -j "$JOBS" --quiet --std=c11 --enable=warning,performance,portability --inline-suppr \
    --error-exitcode=1 --suppress=missingIncludeSystem --suppress=internalAstError \
    -D__GNUC__=12 -Iinclude -Isrc $(sources)
echo "cppcheck: $(sources | wc -l) files"
