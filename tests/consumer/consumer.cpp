// Success if a C++ program can call the library, threads included.
#include <wend/wend.h>

#include <cstdio>

int main()
{
    wend_pool_def def = wend_pool_def_default();
    def.thread_count = 2;
    wend_pool *pool = nullptr;
    if (wend_pool_create(&def, &pool) != WEND_OK) {
        return 1;
    }
    int slots[100] = {};
    wend_executor executor = wend_pool_executor(pool);
    wend_parallel_for(
        &executor, 100, 10,
        [](void *context, size_t begin, size_t end) {
            for (size_t i = begin; i < end; ++i) {
                static_cast<int *>(context)[i] = 1;
            }
        },
        slots);
    wend_pool_destroy(pool);
    int sum = 0;
    for (int slot : slots) {
        sum += slot;
    }
    std::printf("wend %s from C++: %s\n", wend_version(), sum == 100 ? "ok" : "wrong");
    return sum == 100 ? 0 : 1;
}
