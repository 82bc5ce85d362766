#!/usr/bin/env bash
# Other projects take wend in: installed (CMake's find_package, pkg-config) and as sources
# (add_subdirectory, FetchContent), each with static and with shared libraries.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/tools.sh

out=$PWD/build/consumer
rm -rf "$out"
mkdir -p "$out"

quietly() {
    if ! "$@" >"$out/log" 2>&1; then
        cat "$out/log"
        return 1
    fi
}

install_wend() {
    local kind=$1 shared=$2
    quietly cmake -S . -B "$out/wend-$kind" -DBUILD_SHARED_LIBS="$shared" -DWEND_BUILD_TESTS=OFF \
        -DWEND_BUILD_BENCH=OFF -DWEND_BUILD_SAMPLES=OFF -DCMAKE_BUILD_TYPE=Release \
        -DCMAKE_INSTALL_PREFIX="$out/prefix-$kind"
    quietly cmake --build "$out/wend-$kind" -j "$JOBS"
    quietly cmake --install "$out/wend-$kind"
    # The tree may be put elsewhere after it was installed.
    mv "$out/prefix-$kind" "$out/moved-$kind"
    "$out/moved-$kind/bin/wend" --version >/dev/null
}

with_cmake() {
    local how=$1 kind=$2 shared=$3
    local build=$out/$how-$kind
    quietly cmake -S tests/consumer -B "$build" -DCONSUMER_HOW="$how" -DWEND_SOURCE="$PWD" \
        -DBUILD_SHARED_LIBS="$shared" -DCMAKE_PREFIX_PATH="$out/moved-$kind"
    quietly cmake --build "$build" -j "$JOBS"
    "$build/consumer"
    "$build/consumer_cpp"
    echo "$how, $kind: works"
}

with_pkg_config() {
    local kind=$1 static_flag=$2
    local prefix=$out/moved-$kind
    local pc
    pc=$(dirname "$(find "$prefix" -name wend.pc)")
    export PKG_CONFIG_PATH=$pc
    local flags
    # shellcheck disable=SC2086
    flags=$(pkg-config --define-variable=prefix="$prefix" $static_flag --cflags --libs wend-io)
    # shellcheck disable=SC2086
    gcc -std=c17 tests/consumer/consumer.c -o "$out/pkg-config-$kind" $flags
    LD_LIBRARY_PATH=$(dirname "$pc") "$out/pkg-config-$kind"
    echo "pkg-config, $kind: works"
}

for kind in static shared; do
    shared=OFF
    static_flag=--static
    if [[ $kind == shared ]]; then
        shared=ON
        static_flag=
    fi
    install_wend $kind $shared
    with_cmake package $kind $shared
    with_cmake subdirectory $kind $shared
    with_cmake fetch $kind $shared
    with_pkg_config $kind "$static_flag"
done
