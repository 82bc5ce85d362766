#!/usr/bin/env bash
# Checks that a manual page names every command of `wend --help`: check_manual.sh PAGE WEND
set -uo pipefail

page=$1
wend=$2
commands=0
missing=0
while read -r name; do
    commands=$((commands + 1))
    if ! grep -q "^\.B $name\( \|$\)" "$page"; then
        echo "the manual page does not name wend $name"
        missing=$((missing + 1))
    fi
done < <("$wend" --help | sed -n 's/^  \([a-z]*\)  .*/\1/p')
echo "$commands commands, $missing missing"
[[ $missing == 0 && $commands -gt 0 ]]
