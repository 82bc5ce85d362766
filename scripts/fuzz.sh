#!/usr/bin/env bash
# Live fuzzing of every reader for some seconds each: scripts/fuzz.sh [seconds], default 60.
# New inputs go to build/fuzz/corpus; what crashes is left in build/fuzz.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/tools.sh

seconds=${1:-60}
# A quarter faster; an input that fails, run again by itself, shows where its memory came from.
export ASAN_OPTIONS=malloc_context_size=1:quarantine_size_mb=16:${ASAN_OPTIONS:-}
cmake --preset fuzz -DCMAKE_C_COMPILER="$CLANG" >/dev/null
mapfile -t targets < <(find tests/fuzz -name 'fuzz_*.c' -printf '%f\n' | sed 's/\.c$//' | sort)
cmake --build build/fuzz -j "$JOBS" --target "${targets[@]}" >/dev/null

fuzz_one() {
    local name=${1#fuzz_} log=build/fuzz/$1.log
    local new=build/fuzz/corpus/$name stored=tests/fuzz/corpus/$name
    mkdir -p "$new"
    local dictionary=()
    if [[ -f tests/fuzz/$name.dict ]]; then
        dictionary=(-dict="tests/fuzz/$name.dict")
    fi
    if build/fuzz/tests/"$1" -max_total_time="$2" -timeout=10 -rss_limit_mb=2048 \
        -artifact_prefix="build/fuzz/$name-" "${dictionary[@]}" "$new" "$stored" >"$log" 2>&1; then
        echo "$name: $(grep -a '^Done' "$log" || tail -n 1 "$log")"
    else
        tail -n 40 "$log"
        echo "$name: FAILED, the input is in build/fuzz"
        return 1
    fi
}
export -f fuzz_one

printf '%s\n' "${targets[@]}" |
    xargs -P "$JOBS" -I{} bash -c 'fuzz_one {} '"$seconds"
