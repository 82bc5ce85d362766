#!/usr/bin/env bash
# Formats everything in place; with --check only says what is not formatted, and fails.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

if [[ ${1:-} == --check ]]; then
    mode=(--dry-run -Werror)
else
    mode=(-i)
fi
git ls-files -- '*.c' '*.h' '*.cpp' | xargs clang-format "${mode[@]}"
