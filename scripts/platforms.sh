#!/usr/bin/env bash
# Builds core, io and the command for other systems (for WebAssembly the core), with warnings as
# errors where they are gcc's, and runs there the golden lines, the samples, the command over the small
# maps, on Windows the unit tests, and elsewhere the stored inputs of the fuzzers with damaged copies.
# scripts/platforms.sh [windows|musl|wasm...], default all.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/tools.sh

# Libraries of this machine are not those of another system.
# A little optimisation takes half the time of the most, and finds what a system does otherwise.
alone=(-DCMAKE_BUILD_TYPE=Release "-DCMAKE_C_FLAGS_RELEASE=-O1 -DNDEBUG" -DWEND_WERROR=ON -DWEND_BUILD_BENCH=OFF -DWEND_BUILD_RECAST=OFF
    -DWEND_BUILD_LUA=OFF -DWEND_BUILD_VIEWER=OFF -DWEND_INSTALL=OFF -DWEND_HAVE_LIBZIP=OFF
    -DCMAKE_DISABLE_FIND_PACKAGE_PNG=ON -DCMAKE_DISABLE_FIND_PACKAGE_EXPAT=ON
    -DCMAKE_DISABLE_FIND_PACKAGE_ZLIB=ON)
without_cmocka=-DCMAKE_DISABLE_FIND_PACKAGE_cmocka=ON
export WINEDEBUG=-all NODE_PATH=${NODE_PATH:-/usr/share/nodejs}
WINEPREFIX=$PWD/build/wine
export WINEPREFIX

build_and_run() {
    local name=$1 dir=build/platform-$1
    shift
    mkdir -p "$dir"
    if ! { cmake -S . -B "$dir" "${alone[@]}" "$@" &&
        cmake --build "$dir" -j "$JOBS" --target "${targets[@]:-all}"; } >"$dir/build.log" 2>&1; then
        grep -E -A 6 'rror:|warning:' "$dir/build.log" | head -n 60
        tail -n 10 "$dir/build.log"
        return 1
    fi
    # What a system has no means for is skipped there. Random tests only look for what differs by system.
    local ctest=(env -u WEND_NO_SKIP WEND_TEST_SCALE=0.25 ctest --test-dir "$dir" --output-on-failure
        --no-tests=error --no-label-summary -j "$JOBS")
    "${ctest[@]}" "${choice[@]}" >"$dir/test.log" 2>&1
    local status=$?
    # Now and then wine's server drops a connection before a program begins: that is no failed test.
    if [[ $status != 0 ]] && grep -q 'wine client error' "$dir/test.log"; then
        "${ctest[@]}" --rerun-failed >"$dir/test.log" 2>&1
        status=$?
    fi
    if [[ $status == 0 ]]; then
        echo "$name: $(grep 'tests passed' "$dir/test.log")"
    else
        tail -n 100 "$dir/test.log"
    fi
    return $status
}

# The command finds the same paths at the same cost in every small map.
compare_scenarios() {
    local here=$1 there=("${@:2}") scenario
    for scenario in maps/*.scen; do
        if ! "${there[@]}" scen "$scenario" | grep ', 0 mismatches' >/dev/null; then
            echo "${there[*]} scen $scenario: the costs are not the expected ones"
            return 1
        fi
    done
    echo "$here: $(find maps -name '*.scen' | wc -l) scenarios of small maps agree"
}

# No system has packaged cmocka for Windows: its source is compiled for it.
cmocka_for_windows() {
    local dir=$PWD/build/cmocka-windows source=$PWD/build/cmocka/cmocka
    scripts/packages.sh cmocka build/cmocka >/dev/null || return 1
    mkdir -p "$dir"
    cmake -S "$source" -B "$dir/build" -DCMAKE_TOOLCHAIN_FILE="$PWD/cmake/mingw.cmake" \
        -DCMAKE_BUILD_TYPE=Release -DWITH_STATIC_LIB=ON -DWITH_EXAMPLES=OFF >"$dir/build.log" 2>&1 &&
        cmake --build "$dir/build" --target cmocka-static >>"$dir/build.log" 2>&1 || return 1
    cat >"$dir/cmocka-config.cmake" <<END
set(CMOCKA_LIBRARIES $(find "$dir/build" -name 'libcmocka-static.a'))
set(CMOCKA_INCLUDE_DIR $source/include)
END
}

windows() {
    local toolchain=-DCMAKE_TOOLCHAIN_FILE=$PWD/cmake/mingw.cmake cmocka=$without_cmocka
    local choice=() targets=()
    # The first start makes wine's folder, and programs that start together would fight over it. A
    # server that stays saves each of them seconds.
    wineserver -p60 >/dev/null 2>&1
    wine cmd /c exit >/dev/null 2>&1
    if cmocka_for_windows; then
        cmocka=-Dcmocka_DIR=$PWD/build/cmocka-windows
        choice=(-L 'unit|golden|sample')
        cmake -S . -B build/platform-windows "${alone[@]}" "$toolchain" "$cmocka" >/dev/null
        mapfile -t targets < <(targets_of_tests build/platform-windows "${choice[@]}")
        targets+=(wend_cli)
    else
        echo "windows: cmocka could not be had: no unit tests"
    fi
    build_and_run windows "$toolchain" "$cmocka" &&
        compare_scenarios windows wine build/platform-windows/wend.exe
}

musl() {
    local choice=() targets=()
    build_and_run musl "$without_cmocka" -DCMAKE_C_COMPILER=musl-gcc -DCMAKE_EXE_LINKER_FLAGS=-static &&
        compare_scenarios musl build/platform-musl/wend
}

# The core and the golden program alone, without threads: emcc takes a second to start, so each call
# gets many files. Contraction stays off, and vectors are on, as the harder case.
wasm() {
    local dir=build/platform-wasm source from=$PWD
    rm -rf "$dir"
    mkdir -p "$dir"
    { find src/{base,world,route,flow,crowd,mind} tests/golden -name '*.c' && echo tests/support/squad_field.c; } | sort |
        grep -vE '(_windows|_threads|kernel_(x86|sse2|avx2|neon)|kernels_x86|(response|neighbours)_avx2)\.c$' |
        while read -r source; do
            ln -s "$from/$source" "$dir/${source//\//_}"
        done
    # A program run by node reads the files of this machine, and takes as much memory as it needs.
    (cd "$dir" && printf '%s\n' *.c | xargs -P "$JOBS" -n 25 emcc -std=c17 -O1 -msimd128 \
        -ffp-contract=off -fno-math-errno -D_POSIX_C_SOURCE=200809L -I"$from/include" -I"$from/src" \
        -I"$from/tests/golden" -I"$from/tests" -c &&
        emcc -O1 -sNODERAWFS=1 -sALLOW_MEMORY_GROWTH=1 ./*.o -o golden.js) >"$dir/build.log" 2>&1 || {
        tail -n 40 "$dir/build.log"
        return 1
    }
    printf 'wasm: '
    node --no-experimental-fetch "$dir/golden.js" tests/golden/expected.txt
}

failed=0
chosen=("$@")
if [[ $# == 0 ]]; then
    chosen=(windows musl wasm)
fi
for platform in "${chosen[@]}"; do
    if ! "$platform"; then
        echo "$platform: FAILED"
        failed=1
    fi
done
exit $failed
