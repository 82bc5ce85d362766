#!/usr/bin/env bash
# clang-tidy and cppcheck over all C sources; needs build/release (cmake --preset release).
# analyse.sh --changed [COMMIT]: over those that differ from a commit, without one from the upstream
# branch (or else from the commit before).
# Assertions are on for clang-tidy: they rule out impossible states.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/tools.sh

mapfile -t sources < <(find src cli samples bench bindings viewer -name '*.c' ! -name '*_windows.c' \
    ! -name '*_serial.c' ! -name '*_none.c' | sort)
if [[ ${1:-} == --changed ]]; then
    base=${2:-}
    if [[ -n $base ]]; then
        if ! git rev-parse --quiet --verify "$base^{commit}" >/dev/null; then
            echo "$base is no commit"
            exit 2
        fi
    else
        base=$(git merge-base HEAD '@{upstream}' 2>/dev/null || true)
        if [[ -z $base || $base == "$(git rev-parse HEAD)" ]]; then
            base=HEAD~1
        fi
    fi
    mapfile -t sources < <(comm -12 <(printf '%s\n' "${sources[@]}" | sort) \
        <(git diff --name-only "$base" 2>/dev/null | sort))
    if [[ ${#sources[@]} == 0 ]]; then
        echo "no C source differs from $base"
        exit 0
    fi
fi
if [[ ! -e build/release/compile_commands.json ]]; then
    echo "build/release/compile_commands.json is missing: run cmake --preset release"
    exit 2
fi
# Files for other processors are not in this build, and clang-tidy could not read them.
mapfile -t built < <(for source in "${sources[@]}"; do
    grep -q "/$source\"" build/release/compile_commands.json && echo "$source"
done)
failed=0

# A fifteenth of the usual paths through each function takes a fifth of the time; what is found is found
# early.
paths=(-Xclang -analyzer-config -Xclang max-nodes=15000)
if ! printf '%s\n' "${built[@]}" | xargs -P "$JOBS" -n 4 "$CLANG_TIDY" -p build/release --quiet \
    --warnings-as-errors='*' --extra-arg=-Wno-unknown-warning-option --extra-arg=-UNDEBUG \
    "${paths[@]/#/--extra-arg=}" \
    2>build/clang-tidy.log; then
    grep -h 'error:' build/clang-tidy.log
    failed=1
fi
echo "clang-tidy: ${#built[@]} files"

# cppcheck does not know that !(x <= 0 || x > 0) finds NaN, nor what a check of rounding looks like.
cppcheck -j "$JOBS" --quiet --std=c11 --enable=warning,performance,portability --inline-suppr \
    --error-exitcode=1 --suppress=missingIncludeSystem --suppress=internalAstError \
    --suppress=incorrectLogicOperator --suppress=duplicateAssignExpression -D__GNUC__=12 \
    -Iinclude -Isrc -Ibench -Ibindings -Ibindings/lua -Ibindings/scene -Icli -Iviewer "${sources[@]}" || failed=1
echo "cppcheck: ${#sources[@]} files"
exit $failed
