#!/usr/bin/env bash
# Rewrites the hashes of the shipped scenes: scripts/scene_table.sh BUILD
# BUILD is a folder in which scene_shipped was built; the ticks in the table stay as they are.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

table=tests/scene/expected.txt
"${1:?the build folder}"/tests/scene/scene_shipped --print "$table" >"$table.new"
mv "$table.new" "$table"
cat "$table"
