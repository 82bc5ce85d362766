# To be sourced: which compilers, how many processors, and which build tool the other scripts use.

CLANG=clang
CLANG_TIDY=clang-tidy
if command -v clang-19 >/dev/null; then
    CLANG=clang-19
fi
if command -v clang-tidy-19 >/dev/null; then
    CLANG_TIDY=clang-tidy-19
fi
JOBS=$(nproc 2>/dev/null || echo 2)
# Ninja starts builds sooner and keeps processors busy. A folder that was configured keeps its tool.
if [[ -z ${CMAKE_GENERATOR:-} ]] && command -v ninja >/dev/null; then
    export CMAKE_GENERATOR=Ninja
fi
# Builds of CI share much with each other and with those of the run before, also of one in another
# folder: names below the project's folder count as relative ones.
if [[ ${CI:-} == true ]] && command -v ccache >/dev/null; then
    export CMAKE_C_COMPILER_LAUNCHER=ccache CMAKE_CXX_COMPILER_LAUNCHER=ccache
    CCACHE_BASEDIR=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
    export CCACHE_BASEDIR CCACHE_NOHASHDIR=1
fi

# The targets that a choice of tests needs: targets_of_tests BUILD ctest-arguments. The build's
# tests/programs.txt says which program a test is in; other tests are named after their program, but for
# those that run another one: scripts of Lua, and programs and checks of documents.
targets_of_tests() {
    local build=$1
    shift
    if [[ $# == 0 || $1 == -E ]]; then
        echo all
        return
    fi
    ctest --test-dir "$build" -N "$@" | sed -n 's/^ *Test *#[0-9]*: //p' |
        awk 'NR == FNR { program[$1] = $2; next } { print $1 in program ? program[$1] : $1 }' \
            "$build/tests/programs.txt" - |
        sed -E 's/^lua_module$/wend_lua_module/; s/^lua_.*/run_lua/; s/^docs_(.*_program.*)/\1/
            s/^docs_.*/wend_cli/; s/^api_fuzz_is_complete$/api_fuzz/' | sort -u
}
