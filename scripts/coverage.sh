#!/usr/bin/env bash
# Builds with coverage, runs the tests, prints lines and branches of src/ and of each of its folders,
# and fails below these. The preset counts in src/ alone, optimised a little but with every function
# left whole: a branch that constants decide is none, a function's branches are counted once, and the
# tests themselves run at nearly their usual speed.
line_min=95
branch_min=95
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/tools.sh

cmake --preset coverage >/dev/null
# Scenarios, and scenes played to their ends, take minutes, through branches that other tests take as well,
# and so does the command.
chosen=(-LE 'scenario|cli|docs|sample' -E '^scene_(shipped|stories)$')
mapfile -t targets < <(targets_of_tests build/coverage "${chosen[@]}")
cmake --build build/coverage -j "$JOBS" --target "${targets[@]}" >/dev/null
find build/coverage -name '*.gcda' -delete
# Half the seeds of random tests take the same branches.
WEND_TEST_SCALE=0.5 ctest --test-dir build/coverage "${chosen[@]}" --output-on-failure --no-tests=error \
    --no-label-summary -j "$JOBS" | tail -n 5
# Looking at src/ only keeps gcov away from CMake's own test programs. Counters are no atomic ones, which
# would take the tests four times as long: where several threads count, a count may be off, even below 0.
gcovr --root . --gcov-ignore-parse-errors -j "$JOBS" --filter 'src/' --json build/coverage/gcovr.json \
    --txt build/coverage/lines.txt --csv build/coverage/files.csv build/coverage/src
# filename,line_total,line_covered,line_percent,branch_total,branch_covered,...
awk -F, 'NR > 1 && $1 ~ /^src\// {
        split($1, part, "/"); folder = part[1] "/" part[2]
        lines[folder] += $2; seen[folder] += $3; branches[folder] += $5; taken[folder] += $6
    }
    END {
        for (folder in lines) {
            printf "%-12s lines %5.1f %%  branches %5.1f %% (%d of %d)\n", folder,
                100 * seen[folder] / (lines[folder] > 0 ? lines[folder] : 1),
                100 * taken[folder] / (branches[folder] > 0 ? branches[folder] : 1),
                taken[folder], branches[folder]
        }
    }' build/coverage/files.csv | sort
gcovr --root . --add-tracefile build/coverage/gcovr.json --branches --print-summary \
    --fail-under-line $line_min --fail-under-branch $branch_min
