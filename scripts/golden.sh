#!/usr/bin/env bash
# Compiles the core and the golden program without CMake for many targets and compares their lines
# with tests/golden/expected.txt: scripts/golden.sh [target...], default all that can be built here.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/tools.sh

out=build/golden
expected=tests/golden/expected.txt
flags=(-std=c17 -ffp-contract=off -fno-math-errno -D_POSIX_C_SOURCE=200809L -Iinclude -Isrc
    -Itests/golden -Itests)

# Sizes of 32 bits are where a conversion may lose something that no other build warns of.
strict="-Wall -Wextra -Wconversion -Wsign-conversion -Werror"
# Both compilers show what high optimisation does; other processors take the least time with a little.
# clang with little optimisation runs the same lines under the sanitizers.
# name | compiler and flags | runner | which kernels (kernel_*.c of flow/tile, and
# neighbours_*.c, response_*.c, kernels_*.c of crowd/avoidance)
targets=(
    "gcc-O0|gcc -O0||x86"
    "gcc-O3-native|gcc -O3 -march=native||x86"
    "clang-O3-native|$CLANG -O3 -march=native||x86"
    "x86-32|gcc -m32 -msse2 -mfpmath=sse -O1 $strict||plain"
    "aarch64|aarch64-linux-gnu-gcc -static -O1|qemu-aarch64-static|neon"
    "armhf|arm-linux-gnueabihf-gcc -static -O1|qemu-arm-static|plain"
    "s390x|s390x-linux-gnu-gcc -static -O1 -fexcess-precision=fast|qemu-s390x-static|plain"
)

sources() {
    local module left_out='/(tile/kernel_(neon|plain)|kernels_other)\.c$'
    case $1 in
    neon) left_out='/(tile/kernel_(x86|sse2|avx2|plain)|kernels_x86|(response|neighbours)_avx2)\.c$' ;;
    plain) left_out='/(tile/kernel_(x86|sse2|avx2|neon)|kernels_x86|(response|neighbours)_avx2)\.c$' ;;
    esac
    for module in base world route flow crowd mind; do
        find "src/$module" -name '*.c' ! -name '*_windows.c' ! -name '*_serial.c' 2>/dev/null || true
    done | grep -vE "$left_out" || true
    find tests/golden -name '*.c'
    echo tests/support/squad_field.c
}

# Compiles file by file with all processors, then links. A program runs while the next one is compiled.
# The arguments of each file come ready from one awk: a shell for each file takes as long as a small one.
build_target() {
    local name=$1 compile=$2 kernel=$3
    local dir=$out/$name
    rm -rf "$dir"
    mkdir -p "$dir"
    # shellcheck disable=SC2086
    sources "$kernel" | awk -v dir="$dir" '{
            object = $0
            gsub("/", "_", object)
            print (/_avx2\.c$/ ? "-mavx2" : "-std=c17"), "-c", $0, "-o", dir "/" object ".o"
        }' | xargs -P "$JOBS" -L 1 $compile "${flags[@]}" || return 1
    # shellcheck disable=SC2086
    $compile "$dir"/*.o -o "$dir/golden" -lm -pthread || return 1
}

run_target() {
    local name=$1 runner=$2 status=0
    $runner "$out/$name/golden" "$expected" >"$out/$name.log" 2>&1 || status=$?
    # 126: some kernels execute no programs of 32 bits.
    if [[ $status == 126 && $name == x86-32 ]]; then
        status=0
        qemu-i386-static "$out/$name/golden" "$expected" >"$out/$name.log" 2>&1 || status=$?
    fi
    if [[ $status != 0 ]]; then
        echo "$name: FAILED" >>"$out/$name.log"
    fi
}

mkdir -p "$out"
started=()
for target in "${targets[@]}"; do
    IFS='|' read -r name compile runner kernel <<<"$target"
    if [[ $# -gt 0 && " $* " != *" $name "* ]]; then
        continue
    fi
    started+=("$name")
    if build_target "$name" "$compile" "$kernel" >"$out/$name.log" 2>&1; then
        run_target "$name" "$runner" &
    else
        echo "$name: FAILED" >>"$out/$name.log"
    fi
done
wait

failed=0
for name in "${started[@]}"; do
    echo "$name: $(cat "$out/$name.log")"
    if [[ $(tail -n 1 "$out/$name.log") == "$name: FAILED" ]]; then
        failed=1
    fi
done
exit $failed
