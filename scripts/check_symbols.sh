#!/usr/bin/env bash
# No mutable global, and no exported name but wend_...: scripts/check_symbols.sh STATIC_BUILD
# [SHARED_BUILD]. Looks at the objects of the static libraries, and at what the shared ones export.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/tools.sh"

static_build=$1
shared_build=${2:-}
failed=0

complain() {
    echo "$1:" >&2
    echo "$2" >&2
    failed=1
}

# Tables of constant pointers lie in .data.rel.ro, which is written by the loader only.
mutable_symbols() {
    objdump -t "$1" | awk '
        /file format/ { file = $1 }
        $0 ~ / O / || $0 ~ /\*COM\*/ {
            for (i = 1; i <= NF; ++i) {
                if ($i == "*COM*" || $i ~ /^\.(data|bss|tdata|tbss)(\.|$)/ &&
                    $i !~ /^\.data\.rel\.ro/) {
                    print file, $NF
                }
            }
        }'
}

for library in wend wend_io; do
    archive=$static_build/src/lib$library.a
    found=$(mutable_symbols "$archive")
    if [[ -n $found ]]; then
        complain "mutable globals in $archive" "$found"
    fi
    # Names of private functions that cross files are visible in a static library: wendi_.
    found=$(nm -g --defined-only "$archive" | awk 'NF == 3 && $3 !~ /^wendi?_/ { print $3 }')
    if [[ -n $found ]]; then
        complain "names without wend_ in $archive" "$found"
    fi
    if [[ -n $shared_build ]]; then
        object=$shared_build/src/lib$library.so
        found=$(nm -D --defined-only "$object" | awk '$3 !~ /^wend_/ { print $3 }')
        if [[ -n $found ]]; then
            complain "exported without wend_ from $object" "$found"
        fi
        # Below 1.0 a new minor version must not be taken for the one that a program was built with.
        found=$(objdump -p "$object" | awk '$1 == "SONAME" { print $2 }')
        if [[ ! $found =~ \.so\.(0\.[0-9]+|[1-9][0-9]*)$ ]]; then
            complain "$object names itself without its minor version" "$found"
        fi
        echo "lib$library.so: $(nm -D --defined-only "$object" | wc -l) exported names"
    fi
done
exit $failed
