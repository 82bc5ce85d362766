# To be sourced: which compilers and how many processors the other scripts use.

CLANG=clang
CLANG_TIDY=clang-tidy
if command -v clang-19 >/dev/null; then
    CLANG=clang-19
fi
if command -v clang-tidy-19 >/dev/null; then
    CLANG_TIDY=clang-tidy-19
fi
JOBS=$(nproc 2>/dev/null || echo 2)
