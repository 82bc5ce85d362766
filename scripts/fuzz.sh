#!/usr/bin/env bash
# Live fuzzing of every reader, or those named, for some seconds each: scripts/fuzz.sh [seconds [reader...]],
# default 60.
# New inputs go to build/fuzz/corpus; what crashes is left in build/fuzz. The seed of a run is that of the commit,
# so that a run without earlier ones can be repeated; FUZZ_SEED=0 takes another one each time.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/tools.sh

seconds=${1:-60}
# A quarter faster; an input that fails, run again by itself, shows where its memory came from.
export ASAN_OPTIONS=malloc_context_size=1:quarantine_size_mb=16:${ASAN_OPTIONS:-}
cmake --preset fuzz -DCMAKE_C_COMPILER="$CLANG" >/dev/null
if [[ $# -gt 1 ]]; then
    targets=("${@:2}")
    targets=("${targets[@]/#/fuzz_}")
else
    mapfile -t targets < <(find tests/fuzz -name 'fuzz_*.c' -printf '%f\n' | sed 's/\.c$//' | sort)
fi
cmake --build build/fuzz -j "$JOBS" --target "${targets[@]}" >/dev/null

# The random numbers of libFuzzer: each commit tries other inputs, and always the same ones first.
seed=${FUZZ_SEED:-$((16#$(git rev-parse --short=7 HEAD 2>/dev/null || echo 1)))}
export seed

# Was an input only slow because the machine was busy? What crashes is not tried again.
is_right_by_itself() {
    local input
    for input in "$2"*; do
        if [[ $input == "$2"crash-* || $input == "$2"leak-* ]] ||
            ! "$1" -timeout=10 -rss_limit_mb=2048 -artifact_prefix="$2again-" "$input" >>"$3" 2>&1; then
            return 1
        fi
        rm "$input"
    done
}

fuzz_one() {
    local name=${1#fuzz_} log=build/fuzz/$1.log found=build/fuzz/${1#fuzz_}-
    local new=build/fuzz/corpus/$name stored=tests/fuzz/corpus/$name
    mkdir -p "$new"
    rm -f "$found"*
    local dictionary=()
    if [[ -f tests/fuzz/$name.dict ]]; then
        dictionary=(-dict="tests/fuzz/$name.dict")
    fi
    if build/fuzz/tests/"$1" -seed="$seed" -max_total_time="$2" -timeout=10 -rss_limit_mb=2048 \
        -artifact_prefix="$found" "${dictionary[@]}" "$new" "$stored" >"$log" 2>&1; then
        echo "$name: $(grep -a '^Done' "$log" || tail -n 1 "$log")"
    elif compgen -G "$found*" >/dev/null && is_right_by_itself "build/fuzz/tests/$1" "$found" "$log"; then
        echo "$name: an input took more than 10 s or 2 GB, but not when it was run once more"
    else
        tail -n 40 "$log"
        echo "$name: FAILED; the input, if there is one, is in build/fuzz"
        echo "$name" >>build/fuzz/failed
    fi
}
export -f fuzz_one is_right_by_itself

rm -f build/fuzz/failed
printf '%s\n' "${targets[@]}" |
    xargs -P "$JOBS" -I{} bash -c 'fuzz_one {} '"$seconds"
if [[ -s build/fuzz/failed ]]; then
    # Last of all, since the ends of logs are what one gets to see.
    echo "seed $seed: FAILED: $(tr '\n' ' ' <build/fuzz/failed)"
    exit 1
fi
