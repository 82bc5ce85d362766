#!/usr/bin/env bash
# Includes go one way: between modules as docs/architecture.md has it, and between the folders of a module
# without going in circles. Names each include that goes wrong, and the folders that form a circle.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# A module and the modules that it may include.
modules="base: base
world: base world
route: base world route
flow: base world flow
crowd: base world route flow crowd
mind: base world route flow crowd mind
recast: base world recast
io: base io"

# FILE FOLDER INCLUDED-FOLDER, a line for each include of a private header by its path.
edges=$(grep -rnE '^ *# *include "[a-z]+/[a-z0-9_/]+\.h"' src --include='*.c' --include='*.h' --include='*.cpp' |
    sed -E 's|^src/([^:]+)/([^/:]+):([0-9]+): *# *include "([^"]+)/[^/"]+"|src/\1/\2:\3 \1 \4|' |
    awk '$3 != "wend" && $2 != $3')

failed=0
wrong=$(awk -v modules="$modules" '
    BEGIN {
        count = split(modules, line, "\n")
        for (i = 1; i <= count; i++) {
            split(line[i], half, ": ")
            may[half[1]] = " " half[2] " "
        }
    }
    {
        split($2, from, "/"); split($3, to, "/")
        if (index(may[from[1]], " " to[1] " ") == 0) {
            print $1 ": " from[1] " must not include " $3
        }
    }' <<<"$edges")
if [[ -n $wrong ]]; then
    printf '%s\n' "$wrong"
    failed=1
fi

if ! circles=$(awk '{ print $2, $3 }' <<<"$edges" | sort -u | tsort 2>&1 >/dev/null); then
    printf 'folders that include each other in a circle:\n%s\n' "$circles"
    failed=1
fi
if [[ $failed == 0 ]]; then
    echo "includes: $(awk '{ print $2, $3 }' <<<"$edges" | sort -u | wc -l) edges between folders, none goes back"
fi
exit $failed
