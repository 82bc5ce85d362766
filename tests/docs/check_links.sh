#!/usr/bin/env bash
# Every link of README.md, CONTRIBUTING.md and docs/*.md to a file of the project leads to a file,
# every anchor to a heading, and every source file that docs/architecture.md names is there:
# check_links.sh PROJECT
# One program reads all: where starting a program is slow, one for each link took seconds.
set -uo pipefail
cd "$1"
find . -path ./build -prune -o -path ./.git -prune -o -print | sed 's/^\.\///' | awk '
    # A path without "." and "..", seen from the folder of a document.
    function path_of(document, file,    parts, kept, count, n, i, path) {
        if (document ~ /\//) {
            sub(/[^\/]*$/, "", document)
            file = document file
        }
        n = split(file, parts, "/")
        count = 0
        for (i = 1; i <= n; i++) {
            if (parts[i] == ".." && count > 0) {
                count--
            } else if (parts[i] != "." && parts[i] != "") {
                kept[++count] = parts[i]
            }
        }
        path = count > 0 ? kept[1] : "."
        for (i = 2; i <= count; i++) {
            path = path "/" kept[i]
        }
        return path
    }
    # The anchor of a heading, as GitHub makes it.
    function anchor_of(heading,    before, label) {
        sub(/^#+ +/, "", heading)
        gsub(/`/, "", heading)
        while (match(heading, /\[[^\]]*\]\([^)]*\)/)) {
            before = substr(heading, 1, RSTART - 1)
            label = substr(heading, RSTART + 1, RLENGTH - 1)
            sub(/\].*/, "", label)
            heading = before label substr(heading, RSTART + RLENGTH)
        }
        heading = tolower(heading)
        gsub(/[^a-z0-9 _-]/, "", heading)
        gsub(/ /, "-", heading)
        return heading
    }
    function complain(text) {
        print text
        failures++
    }
    FILENAME == "-" { is_there[$0] = 1; next }
    FNR == 1 { is_code = 0 }
    FILENAME == "docs/architecture.md" {
        line = $0
        while (match(line, /(base|world|route|flow|crowd|mind|io)\/[a-z0-9_]+\/[a-z0-9_]+\.[ch]/)) {
            source = substr(line, RSTART, RLENGTH)
            before = RSTART > 1 ? substr(line, RSTART - 1, 1) : " "
            after = substr(line, RSTART + RLENGTH, 1)
            line = substr(line, RSTART + RLENGTH)
            if (before !~ /[A-Za-z0-9_]/ && after !~ /[A-Za-z0-9_]/ && !(source in named)) {
                named[source] = 1
                links++
                if (!(("src/" source) in is_there)) {
                    complain(FILENAME ": there is no src/" source)
                }
            }
        }
    }
    /^```/ { is_code = !is_code; next }
    is_code { next }
    /^#+ / { anchors[FILENAME "#" anchor_of($0)] = 1 }
    {
        line = $0
        while (match(line, /\]\([^) ]+\)/)) {
            link = substr(line, RSTART + 2, RLENGTH - 3)
            line = substr(line, RSTART + RLENGTH)
            if (link !~ /^(https?|mailto):/) {
                from[++links_found] = FILENAME
                to[links_found] = link
            }
        }
    }
    END {
        for (i = 1; i <= links_found; i++) {
            file = to[i]
            anchor = ""
            if (index(file, "#") > 0) {
                anchor = substr(file, index(file, "#") + 1)
                file = substr(file, 1, index(file, "#") - 1)
            }
            target = file == "" ? from[i] : path_of(from[i], file)
            if (!(target in is_there)) {
                complain(from[i] ": link to \"" to[i] "\": there is no " target)
            } else if (anchor != "" && target ~ /\.md$/ && !((target "#" anchor) in anchors)) {
                complain(from[i] ": link to \"" to[i] "\": " target " has no such heading")
            }
        }
        links += links_found
        print links " links, " failures + 0 " lead nowhere"
        exit failures > 0 || links == 0
    }' - README.md CONTRIBUTING.md docs/*.md
