#!/usr/bin/env bash
# Every link of README.md, CONTRIBUTING.md and docs/*.md to a file of the project leads to a file,
# every anchor to a heading, and every source file that docs/architecture.md names is there:
# check_links.sh PROJECT
set -uo pipefail
cd "$1"
failures=0
links=0

# The anchors of a document, as GitHub makes them of headings.
anchors() {
    awk '/^```/ { is_code = !is_code } !is_code && /^#+ /' "$1" |
        sed -E 's/^#+ +//; s/`//g; s/\[([^]]*)\]\([^)]*\)/\1/g' |
        tr '[:upper:]' '[:lower:]' | sed -E 's/[^a-z0-9 _-]//g; s/ /-/g'
}

for document in README.md CONTRIBUTING.md docs/*.md; do
    while IFS= read -r link; do
        links=$((links + 1))
        file=${link%%#*}
        anchor=
        [[ $link == *'#'* ]] && anchor=${link#*#}
        target=$document
        [[ -n $file ]] && target=$(dirname "$document")/$file
        if [[ ! -e $target ]]; then
            echo "$document: link to '$link': there is no $target"
            failures=$((failures + 1))
        elif [[ -n $anchor && $target == *.md ]] && ! anchors "$target" | grep -qxF -- "$anchor"; then
            echo "$document: link to '$link': $target has no such heading"
            failures=$((failures + 1))
        fi
    done < <(awk '/^```/ { is_code = !is_code } !is_code' "$document" |
        grep -oE '\]\([^) ]+\)' | sed -E 's/^\]\(//; s/\)$//' | grep -vE '^(https?|mailto):')
done

while IFS= read -r file; do
    links=$((links + 1))
    if [[ ! -e src/$file ]]; then
        echo "docs/architecture.md: there is no src/$file"
        failures=$((failures + 1))
    fi
done < <(grep -oE '\b(base|world|route|flow|crowd|io)/[a-z0-9_]+/[a-z0-9_]+\.[ch]\b' docs/architecture.md | sort -u)

echo "$links links, $failures lead nowhere"
[[ $failures == 0 && $links -gt 0 ]]
