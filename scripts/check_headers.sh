#!/usr/bin/env bash
# Every public header compiles alone, as C17 and as C++17; every private one alone as C17.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/tools.sh

# An empty file is no C.
export UNIT='typedef int wendi_unit;' CLANG_CPP=${CLANG/clang/clang++}
export WARNINGS='-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wundef -Werror -fsyntax-only'

check_one() {
    local header=$1
    local as_c=(-std=c17 -Iinclude -Isrc) compiler
    # shellcheck disable=SC2206
    local warnings=($WARNINGS)
    if [[ $header == include/* ]]; then
        for compiler in g++ "$CLANG_CPP"; do
            "$compiler" -std=c++17 "${warnings[@]}" -Iinclude -x c++ -include "$header" - <<<"$UNIT" ||
                return 1
        done
        as_c=(-std=c17 -Iinclude -Wstrict-prototypes)
    fi
    gcc "${as_c[@]}" "${warnings[@]}" -x c -include "$header" - <<<"$UNIT"
}
export -f check_one

headers=(include/wend/*.h)
while read -r header; do
    # Parts of a text that is put together for each processor or each kind of world, in files that
    # include them in order.
    case $header in
    src/flow/tile/kernel_integrate.h | src/flow/tile/kernel_*.h | src/flow/portals/lanes*.h) continue ;;
    src/crowd/avoidance/neighbour_search.h | src/crowd/avoidance/response_constants.h) continue ;;
    # Searches, which are compiled for cells in flat arrays, for cells in pages, and for nodes.
    src/route/search/best_first.h | src/route/search/bidirectional.h) continue ;;
    src/route/search/cell_best_first.h | src/route/search/cell_bidirectional.h) continue ;;
    src/route/search/breadth_first.h) continue ;;
    esac
    headers+=("$header")
done < <(find src -name '*.h' | sort)
printf '%s\n' "${headers[@]}" | xargs -P "$JOBS" -I{} bash -c 'check_one {}'
echo "${#headers[@]} headers compile alone"
