#!/usr/bin/env bash
# Random calls of all public functions under the address and undefined behaviour sanitizers, on all
# processors: scripts/api_fuzz.sh [steps] [seed] [first episode], default 1000000 1 0.
# The objects that the calls make are saved, loaded, compared and counted as it goes.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/tools.sh

cmake --preset asan-ubsan -DCMAKE_C_COMPILER="$CLANG" \
    -DCMAKE_CXX_COMPILER="${CLANG/clang/clang++}" >/dev/null
cmake --build build/asan-ubsan -j "$JOBS" --target api_fuzz >/dev/null
UBSAN_OPTIONS=print_stacktrace=1 build/asan-ubsan/tests/api/api_fuzz --jobs "$JOBS" \
    --calls "${1:-1000000}" --seed "${2:-1}" --first "${3:-0}"
