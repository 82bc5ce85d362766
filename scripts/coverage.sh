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
gcovr --root . --object-directory build/coverage -j "$JOBS" --filter 'src/' \
    --txt build/coverage/lines.txt --json-summary build/coverage/summary.json
gcovr --root . --object-directory build/coverage -j "$JOBS" --filter 'src/' --branches \
    --print-summary --fail-under-line $line_min --fail-under-branch $branch_min
