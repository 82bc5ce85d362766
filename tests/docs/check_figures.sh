#!/usr/bin/env bash
# Every figure in the table "Figures" of README.md stands in docs/performance.md as well:
# check_figures.sh PROJECT
set -uo pipefail
cd "$1"
failures=0
figures=0

while IFS= read -r figure; do
    figures=$((figures + 1))
    if ! grep -qE -- "(^|[^0-9.])${figure//./\\.}([^0-9.]|$)" docs/performance.md; then
        echo "README.md: '$figure' does not stand in docs/performance.md"
        failures=$((failures + 1))
    fi
done < <(sed -n '/^## Figures$/,/^## [^F]/p' README.md | grep '^|' | cut -d'|' -f3- |
    grep -oE '[0-9]+(\.[0-9]+)?')

echo "$figures figures, $failures not measured"
[[ $failures == 0 && $figures -gt 0 ]]
