#!/usr/bin/env bash
# Makes the film of ten seconds that README.md shows: scripts/readme_film.sh WEND [FILE.webp]
# WEND is the command as built, with SDL2, Lua and libpng; ffmpeg encodes. The pictures are those of the window,
# without its panels, so that they are the same on every machine.
set -euo pipefail

wend=$(realpath "${1:?the command as built, such as build/release/wend}")
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
film=$(realpath -m "${2:-$root/docs/images/bridge.webp}")
pictures=$(mktemp -d)
trap 'rm -rf "$pictures"' EXIT

# 150 pictures, 15 a second, six ticks apart: the bridge falls, all take the other one, and it is rebuilt.
{
    echo "key Tab"
    echo "key Home"
    echo "hide marks"
    echo "frame 560"
    for ((i = 0; i < 150; i++)); do
        printf 'shot %03d.png\nwait 5\n' "$i"
    done
    echo quit
} >"$pictures/script.txt"
(cd "$pictures" && SDL_VIDEODRIVER=dummy "$wend" view "$root/scenes/bridge.lua" --size 880x480 \
    --script script.txt >/dev/null)
ffmpeg -v error -y -framerate 15 -i "$pictures/%03d.png" -c:v libwebp_anim -quality 55 -compression_level 5 \
    -loop 0 "$film"
ls -l "$film"
