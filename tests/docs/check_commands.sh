#!/usr/bin/env bash
# Runs every `$ wend ...` of a document and compares what it prints with what stands below it:
# check_commands.sh DOCUMENT WEND MAPS
# A line `...` stands for any lines. Times may differ, as they depend on the machine; everything else
# may not.
set -uo pipefail

document=$1
wend=$2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
ln -s "$3" "$scratch/maps"
failures=0
commands=0

blur() {
    sed -E -e 's/[0-9.]+ (us|ms)\b/N \1/g' -e 's/(mean|median|p99|max) [0-9.]+/\1 N/g'
}

fail() {
    printf '%s\n' "$@"
    failures=$((failures + 1))
}

# check COMMAND OUTPUT EXPECTED: the lines of EXPECTED come one after the other in OUTPUT, and none
# between them but where there is a `...`.
check() {
    local -a got want
    mapfile -t got < <(printf '%s\n' "$2" | blur)
    mapfile -t want < <(printf '%s\n' "$3" | blur)
    local at=0 may_skip=no line
    for line in "${want[@]}"; do
        line=${line%"${line##*[! ]}"}
        if [[ $line == '...' || $line == '  ...' ]]; then
            may_skip=yes
            continue
        fi
        while [[ $may_skip == yes && $at -lt ${#got[@]} && ${got[at]} != "$line" ]]; do
            at=$((at + 1))
        done
        if [[ ${got[at]-} != "$line" ]]; then
            fail "$1" "  expected '$line'" "  got      '${got[at]-}'"
            return
        fi
        at=$((at + 1))
        may_skip=no
    done
    if [[ $may_skip == no && $at -lt ${#got[@]} ]]; then
        fail "$1" "  prints more: '${got[at]}'"
    fi
}

run() {
    local -a words
    read -r -a words <<<"$1"
    local output
    output=$(cd "$scratch" && "$wend" "${words[@]:1}" 2>&1)
    local status=$?
    if [[ $status != 0 && $output != "wend ${words[1]}: "* ]]; then
        fail "$1" "  ended with $status: $output"
    fi
    check "$1" "$output" "$2"
    commands=$((commands + 1))
}

command=
expected=
flush() {
    if [[ -n $command ]]; then
        run "$command" "${expected%$'\n'}"
    fi
    command=
    expected=
}

is_inside=no
while IFS= read -r line; do
    case $line in
    '```'*)
        flush
        if [[ $is_inside == yes ]]; then is_inside=no; else is_inside=yes; fi
        ;;
    '$ wend '*)
        flush
        if [[ $is_inside == yes ]]; then command=${line#'$ '}; fi
        ;;
    *) expected+=$line$'\n' ;;
    esac
done <"$document"

echo "$commands commands, $failures differ"
[[ $failures == 0 && $commands -gt 0 ]]
