#!/usr/bin/env bash
# Builds with coverage, runs the tests, prints lines and branches of src/, and fails below these:
line_min=95
branch_min=90
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/tools.sh

cmake --preset coverage >/dev/null
cmake --build build/coverage -j "$JOBS" >/dev/null
find build/coverage -name '*.gcda' -delete
ctest --test-dir build/coverage --output-on-failure --no-tests=error --no-label-summary -j "$JOBS" |
    tail -n 5
# Looking at src/ only keeps gcov away from CMake's own test programs.
gcovr --root . -j "$JOBS" --filter 'src/' --json build/coverage/gcovr.json build/coverage/src
gcovr --root . --add-tracefile build/coverage/gcovr.json --txt build/coverage/lines.txt
gcovr --root . --add-tracefile build/coverage/gcovr.json --branches --print-summary \
    --fail-under-line $line_min --fail-under-branch $branch_min
