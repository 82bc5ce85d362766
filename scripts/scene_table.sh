#!/usr/bin/env bash
# Rewrites the hashes of the shipped scenes: scripts/scene_table.sh BUILD
# BUILD is a folder in which test_scene was built; the ticks in the table stay as they are.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

table=tests/scene/expected.txt
WEND_PRINT_TABLE=$table "${1:?the build folder}"/tests/scene/test_scene scene_shipped >"$table.new"
mv "$table.new" "$table"
cat "$table"
