#!/usr/bin/env bash
# Every public header compiles alone, as C17 and as C++17; every private one alone as C17.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/tools.sh

# An empty file is no C.
unit='typedef int wendi_unit;'
warnings=(-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wundef -Werror -fsyntax-only)
count=0
for header in include/wend/*.h; do
    for compiler in g++ "${CLANG/clang/clang++}"; do
        "$compiler" -std=c++17 "${warnings[@]}" -Iinclude -x c++ -include "$header" - <<<"$unit"
    done
    gcc -std=c17 "${warnings[@]}" -Wstrict-prototypes -Iinclude -x c -include "$header" - <<<"$unit"
    count=$((count + 1))
done
mapfile -t headers < <(find src -name '*.h' | sort)
for header in "${headers[@]}"; do
    # Parts of a text that is put together for each processor or each kind of world, in files that
    # include them in order.
    case $header in
    src/flow/tile/kernel_integrate.h | src/flow/tile/kernel_*.h | src/flow/portals/lanes*.h) continue ;;
    src/crowd/avoidance/neighbour_search.h | src/crowd/avoidance/response_constants.h) continue ;;
    # For cells and for nodes.
    src/route/search/best_first.h | src/route/search/bidirectional.h) continue ;;
    src/route/search/breadth_first.h) continue ;;
    esac
    gcc -std=c17 "${warnings[@]}" -Iinclude -Isrc -x c -include "$header" - <<<"$unit"
    count=$((count + 1))
done
echo "$count headers compile alone"
