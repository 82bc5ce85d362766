#!/usr/bin/env bash
# Remakes the pictures of docs/viewer.md: scripts/view_pictures.sh WEND
# WEND is the command as built, with SDL2, Lua and libpng. Times in the plots are this machine's.
set -euo pipefail

wend=$(realpath "${1:?the command as built, such as build/release/wend}")
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
export SDL_VIDEODRIVER=dummy
cd "$root/docs/pictures"

picture() {
    "$wend" view "$root/$1" --script "$root/tests/viewer/pictures/$2.txt" >/dev/null
}

picture scenes view_choice
picture scenes/battle.lua view_battle
picture scenes/circle.lua view_planes
picture tests/viewer/yard.lua view_fields
picture tests/viewer/yard.lua view_edits
picture scenes/stealth.lua view_layers
picture tests/viewer/placing.lua view_placing
