#!/usr/bin/env bash
# Formats everything in place; with --check only says what is not formatted, and fails.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

sources() {
    git ls-files -- '*.c' '*.h' '*.cpp'
}

if [[ ${1:-} != --check ]]; then
    sources | xargs clang-format -i
    exit
fi
failed=0
while read -r file; do
    if ! clang-format --dry-run -Werror "$file" 2>/dev/null; then
        echo "not formatted: $file"
        failed=1
    fi
done < <(sources)
exit $failed
