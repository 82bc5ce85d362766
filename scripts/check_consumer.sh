#!/usr/bin/env bash
# Other projects, in C and in C++ alone, take wend in: installed (CMake's find_package, pkg-config)
# and as sources (add_subdirectory, FetchContent), each with static and with shared libraries.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/tools.sh

out=$PWD/build/consumer
# Folders of builds lie as deep as the others in build/, so that ccache knows their objects again.
rm -rf "$out" "$out"-*
mkdir -p "$out"

quietly() {
    if ! "$@" >"$out/log-$kind" 2>&1; then
        cat "$out/log-$kind"
        return 1
    fi
}

# One build at a time, on all processors: the second one of the same flags finds its objects in ccache.
build_one() {
    quietly flock "$out/building" cmake --build "$1" -j "$JOBS" "${@:2}"
}

install_wend() {
    local kind=$1 shared=$2
    quietly cmake -S . -B "$out-wend-$kind" -DBUILD_SHARED_LIBS="$shared" -DWEND_BUILD_TESTS=OFF \
        -DWEND_BUILD_BENCH=OFF -DWEND_BUILD_SAMPLES=OFF -DCMAKE_BUILD_TYPE=Release \
        -DWEND_WERROR=ON -DCMAKE_INSTALL_PREFIX="$out/elsewhere-$kind"
    build_one "$out-wend-$kind"
    quietly cmake --install "$out-wend-$kind" --prefix "$out/prefix-$kind"
    # The tree may be put elsewhere after it was installed.
    mv "$out/prefix-$kind" "$out/moved-$kind"
    "$out/moved-$kind/bin/wend" --version >/dev/null
    check_installed "$out/moved-$kind"
}

# What belongs to a package beside libraries and headers, and a manual page that knows every command.
check_installed() {
    local prefix=$1 file
    for file in share/man/man1/wend.1 share/doc/wend/LICENSE share/doc/wend/README.md \
        share/doc/wend/docs/lua.md share/wend/scenes/circle.lua share/wend/maps/rooms65.map \
        share/wend/samples/first_path.c; do
        if [[ ! -f $prefix/$file ]]; then
            echo "not installed: $file"
            return 1
        fi
    done
    bash tests/docs/check_manual.sh "$prefix/share/man/man1/wend.1" "$prefix/bin/wend" || return 1
    if grep -rn "$out" "$prefix"/lib*/pkgconfig "$prefix"/lib*/*/pkgconfig 2>/dev/null; then
        echo "a folder of the build is in a .pc file"
        return 1
    fi
}

with_cmake() {
    local how=$1 kind=$2 shared=$3
    local build=$out-$how-$kind
    quietly cmake -S tests/consumer -B "$build" -DCONSUMER_HOW="$how" -DWEND_SOURCE="$PWD" \
        -DBUILD_SHARED_LIBS="$shared" -DCMAKE_PREFIX_PATH="$out/moved-$kind"
    build_one "$build"
    "$build/consumer"
    "$build/consumer_cpp"
    if [[ $how == package && -d $out/moved-$kind/include/wend_lua ]]; then
        "$build/consumer_scene" "$out/moved-$kind/share/wend/scenes/circle.lua"
    fi
    quietly cmake -S tests/consumer_cpp -B "$build-cpp" -DCONSUMER_HOW="$how" \
        -DWEND_SOURCE="$PWD" -DBUILD_SHARED_LIBS="$shared" -DCMAKE_PREFIX_PATH="$out/moved-$kind"
    build_one "$build-cpp" --target game
    "$build-cpp/game"
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
    flags=$(pkg-config $static_flag --cflags --libs wend-io)
    # shellcheck disable=SC2086
    gcc -std=c17 tests/consumer/consumer.c -o "$out/pkg-config-$kind" $flags
    LD_LIBRARY_PATH=$(dirname "$pc") "$out/pkg-config-$kind"
    # shellcheck disable=SC2086
    gcc -std=c17 "$prefix/share/wend/samples/first_path.c" -o "$out/sample-$kind" $flags
    LD_LIBRARY_PATH=$(dirname "$pc") "$out/sample-$kind" >/dev/null
    if pkg-config --exists wend-scene; then
        # shellcheck disable=SC2086
        flags=$(pkg-config $static_flag --cflags --libs wend-scene)
        # shellcheck disable=SC2086
        gcc -std=c17 tests/consumer/scene.c -o "$out/scene-$kind" $flags
        LD_LIBRARY_PATH=$(dirname "$pc") "$out/scene-$kind" "$prefix/share/wend/scenes/circle.lua"
    fi
    echo "pkg-config, $kind: works"
}

check_kind() {
    local kind=$1 shared=$2 static_flag=$3
    install_wend "$kind" "$shared"
    with_cmake package "$kind" "$shared"
    with_cmake subdirectory "$kind" "$shared"
    with_cmake fetch "$kind" "$shared"
    with_pkg_config "$kind" "$static_flag"
}

# Much of it is CMake looking at the system, on one processor: both kinds at once. A subshell that is
# waited for keeps set -e.
check_kind static OFF --static >"$out/static.txt" 2>&1 &
static=$!
check_kind shared ON "" >"$out/shared.txt" 2>&1 &
shared=$!
failed=0
wait $static || failed=1
wait $shared || failed=1
cat "$out/static.txt" "$out/shared.txt"
exit $failed
