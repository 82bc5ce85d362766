#!/usr/bin/env bash
# Writes docs/cheatsheet.md: every public function on one line, by header.
# scripts/cheatsheet.sh [--check]: with --check it writes nothing, and fails where the file is out of
# date. The line of a function is the first sentence of its comment; without a comment it has none.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
sheet=docs/cheatsheet.md

# One program reads all headers: where starting a program is slow, some for each took seconds.
make_sheet() {
    printf '# Cheat sheet: every function on one line\n\n'
    printf 'Made from the headers by `scripts/cheatsheet.sh`. Units, ranges, ownership and errors are '
    printf 'in the headers.\n'
    local header headers=()
    for header in include/wend/*.h; do
        [[ $header == include/wend/wend.h ]] || headers+=("$header")
    done
    awk '
    # The first sentence of a comment, without the marks around it.
    function first_sentence(text) {
        gsub(/[ \t]+/, " ", text)
        sub(/ ?@(param|return).*/, "", text)
        if (match(text, /[^.][.:;]( |$)/)) {
            text = substr(text, 1, RSTART)
        }
        sub(/^ /, "", text)
        gsub(/\|/, "\\|", text)
        return text
    }
    # The heading of a header once its purpose is known, which is its first sentence.
    function begin_table(purpose,    name) {
        name = FILENAME
        sub(/.*\//, "", name)
        sub(/^ +/, "", purpose)
        gsub(/  +/, " ", purpose)
        sub(/\. .*$/, "", purpose)
        sub(/\.$/, "", purpose)
        printf "\n## %s\n\n[%s](../%s): %s.\n\n| function | |\n|---|---|\n", name, name, FILENAME,
            purpose
    }
    FNR == 1 {
        is_comment = is_function = is_heading = 0
        comment = heading = ""
        if ($0 ~ /@file/) {
            is_heading = 1
        } else {
            heading = $0
            sub(/^\/\*\** *[^:]*: */, "", heading)
            sub(/ *\*\/$/, "", heading)
            begin_table(heading)
        }
    }
    is_heading && FNR > 1 {
        line = $0
        is_end = line ~ /^ \*\//
        sub(/^ \*\/?/, "", line)
        heading = heading line " "
        if (is_end) {
            is_heading = 0
            begin_table(heading)
        }
    }
    /^\/\*\*/ { is_comment = 1; comment = "" }
    is_comment {
        line = $0
        is_end = line ~ /\*\//
        sub(/^\/\*\*/, "", line); sub(/^ \* ?/, "", line); sub(/\*\/.*/, "", line)
        comment = comment " " line
        if (is_end) { is_comment = 0 }
        next
    }
    /^WEND_API/ { is_function = 1; text = "" }
    is_function {
        line = $0
        sub(/^ +/, "", line)
        text = text (text == "" ? "" : " ") line
        if (line ~ /;/) {
            is_function = 0
            sub(/^WEND_API /, "", text); sub(/;.*/, "", text)
            gsub(/\|/, "\\|", text)
            print "| `" text "` | " first_sentence(comment) " |"
            comment = ""
        }
        next
    }
    /^$/ || /^[^ ]/ { comment = "" }
    ' "${headers[@]}"
}

if [[ ${1-} == --check ]]; then
    if ! make_sheet | diff -u "$sheet" -; then
        echo "$sheet is out of date: run scripts/cheatsheet.sh"
        exit 1
    fi
else
    make_sheet >"$sheet"
fi
