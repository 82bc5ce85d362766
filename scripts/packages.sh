#!/usr/bin/env bash
# Installs what a job needs: scripts/packages.sh build|demo|test|quick|ci
# Unpacks games, without installing them, for tests that read their maps:
# scripts/packages.sh games FOLDER makes FOLDER/tiled, wesnoth, warzone and freedoom there.
# Unpacks the source of cmocka, which no system has packaged for Windows: scripts/packages.sh cmocka
# FOLDER makes FOLDER/cmocka.
# The only file that names packages. On a system without apt it lists the needed ones and continues.
set -euo pipefail

build_set=(cmake make gcc libc6-dev libpng-dev libexpat1-dev zlib1g-dev libzip-dev liblua5.4-dev
    libsdl2-dev libcjson-dev)
test_set=("${build_set[@]}" libcmocka-dev)
# What a demonstration and the tests show more with, and do without where it cannot be had: films,
# meshes baked from triangles, and quicker builds.
wish_set=(ffmpeg g++ librecast-dev ninja-build mold)

# The first of several packages that this release of the system has.
first_of() {
    local name
    for name in "$@"; do
        if apt-cache show "$name" >/dev/null 2>&1; then
            echo "$name"
            return
        fi
    done
}

quick_set() {
    echo "${test_set[@]}" "${wish_set[@]}" ccache clang "$(first_of clang-19 clang)" \
        "$(first_of libclang-rt-19-dev libclang-rt-dev)" clang-format \
        "$(first_of clang-tidy-19 clang-tidy)" cppcheck
}

ci_set() {
    local gcc_major
    gcc_major=$(apt-cache depends gcc 2>/dev/null | sed -n 's/.*Depends: gcc-\([0-9]*\)$/\1/p' |
        head -n 1)
    # gcc-multilib conflicts with the cross compilers; the numbered package does not.
    echo "${test_set[@]}" "${wish_set[@]}" binutils pkg-config \
        clang "$(first_of clang-19 clang)" "$(first_of libclang-rt-19-dev libclang-rt-dev)" \
        "$(first_of llvm-19 llvm)" clang-format "$(first_of clang-tidy-19 clang-tidy)" cppcheck \
        gcovr libboost-graph-dev qemu-user-static "gcc-${gcc_major:-12}-multilib" \
        gcc-aarch64-linux-gnu libc6-dev-arm64-cross gcc-arm-linux-gnueabihf libc6-dev-armhf-cross \
        gcc-s390x-linux-gnu libc6-dev-s390x-cross \
        ccache gcc-mingw-w64-x86-64 wine wine64 musl-tools emscripten node-acorn \
        doxygen
}

# Unpacks a package into a folder, unless that is there already.
unpack() {
    local name=$1 folder=$2
    if [[ -d $folder ]]; then
        return
    fi
    local download
    download=$(mktemp -d)
    # apt's download user must be able to write there.
    chmod 755 "$download"
    (cd "$download" && apt-get -q -o Acquire::Retries=3 -o APT::Sandbox::User=root \
        download "$name" >/dev/null) && mkdir -p "$folder.part" &&
        dpkg -x "$download"/*.deb "$folder.part" && mv "$folder.part" "$folder"
    local status=$?
    rm -rf "$download" "$folder.part"
    return $status
}

unpack_games() {
    mkdir -p "$1"
    unpack tiled "$1/tiled"
    # Debian packs the larger files among examples.
    find "$1/tiled" -name '*.t[mx]x.gz' -exec gunzip {} + -o -name '*.tsx.gz' -exec gunzip {} +
    unpack "$(first_of wesnoth-1.16-data wesnoth-1.18-data)" "$1/wesnoth"
    unpack warzone2100-data "$1/warzone"
    unpack freedoom "$1/freedoom"
}

# Lists of sources are kept beside those of packages, which are left alone.
unpack_cmocka() {
    local folder=$1 lists file
    if [[ -d $folder/cmocka ]]; then
        return
    fi
    lists=$(mktemp -d)
    mkdir -p "$lists/parts" "$lists/lists" "$folder"
    chmod -R 755 "$lists"
    for file in /etc/apt/sources.list /etc/apt/sources.list.d/*.list \
        /etc/apt/sources.list.d/*.sources; do
        [[ -e $file ]] || continue
        sed 's/^deb /deb-src /; s/^Types: deb$/Types: deb-src/' "$file" \
            >"$lists/parts/$(basename "$file")"
    done
    (
        cd "$lists"
        local options=(-q -o Acquire::Retries=3 -o APT::Sandbox::User=root
            -o Dir::Etc::SourceList=/dev/null -o Dir::Etc::SourceParts="$lists/parts"
            -o Dir::State::Lists="$lists/lists")
        # A list without sources is no reason to give up.
        apt-get "${options[@]}" update >/dev/null 2>&1 || true
        apt-get "${options[@]}" --download-only source cmocka >/dev/null &&
            mkdir unpacked && tar -C unpacked --strip-components 1 -xf cmocka_*.orig.tar.?z &&
            mv unpacked "$OLDPWD/$folder/cmocka"
    )
    local status=$?
    rm -rf "$lists"
    return $status
}

missing_of() {
    local name
    for name in "$@"; do
        if ! dpkg-query -W -f '${db:Status-Status}\n' "$name" 2>/dev/null | grep -qx installed; then
            echo "$name"
        fi
    done
}

as_root() {
    if [[ $(id -u) == 0 ]]; then
        "$@"
    else
        sudo -n "$@"
    fi
}

apt() {
    as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -o Acquire::Retries=3 \
        -o DPkg::Lock::Timeout=600 "$@"
}

install() {
    local missing
    mapfile -t missing < <(missing_of "$@")
    if [[ ${#missing[@]} == 0 ]]; then
        return
    fi
    if [[ $(id -u) != 0 ]] && ! sudo -n true 2>/dev/null; then
        echo "Some packages are missing. Please type this line, then start again:" >&2
        echo "  sudo apt-get install -y ${missing[*]}" >&2
        exit 1
    fi
    echo "installing: ${missing[*]}"
    apt update
    apt install -y --no-install-recommends "${missing[@]}"
}

# Installs the optional packages that this system has and lacks.
install_wishes() {
    local wanted=() missing name
    mapfile -t missing < <(missing_of "$@")
    if [[ ${#missing[@]} == 0 ]]; then
        return
    fi
    refresh_lists || true
    for name in "${missing[@]}"; do
        if apt-cache show "$name" >/dev/null 2>&1; then
            wanted+=("$name")
        fi
    done
    if [[ ${#wanted[@]} == 0 ]]; then
        return
    fi
    if ! (install "${wanted[@]}"); then
        echo "going on without: ${wanted[*]}" >&2
    fi
}

refresh_lists() {
    # A fresh container has no package lists, so apt-cache knows no packages before.
    if ! apt-cache show cmake >/dev/null 2>&1 &&
        { [[ $(id -u) == 0 ]] || sudo -n true 2>/dev/null; }; then
        apt update
    fi
}

main() {
    local set_name=${1:-build}
    if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
        echo "No apt here. Needed: a C17 compiler, CMake 3.22 or later, make; for the tests cmocka;" \
            "for PNG libpng, for maps of games expat, zlib and libzip." >&2
        return
    fi
    case $set_name in
    build) install "${build_set[@]}" ;;
    demo)
        install "${build_set[@]}"
        install_wishes "${wish_set[@]}"
        ;;
    test)
        install "${test_set[@]}"
        install_wishes "${wish_set[@]}"
        ;;
    quick | ci)
        refresh_lists
        local names
        read -r -a names < <("${set_name}_set")
        install "${names[@]}"
        ;;
    games)
        refresh_lists
        unpack_games "${2:?the folder to unpack into}"
        ;;
    cmocka) unpack_cmocka "${2:?the folder to unpack into}" ;;
    *)
        echo "usage: scripts/packages.sh build|demo|test|quick|ci," \
            "or scripts/packages.sh games|cmocka FOLDER" >&2
        exit 1
        ;;
    esac
}

main "$@"
