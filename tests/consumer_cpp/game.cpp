// Success if a program in C++ can read a map and find a path in it.
#include <wend/io.h>
#include <wend/wend.h>

#include <cstdio>
#include <cstring>

#if WEND_VERSION_MAJOR == 0 && WEND_VERSION_MINOR < 1
#error "the version cannot be asked for by the preprocessor"
#endif

int main()
{
    static const char map[] = "type octile\nheight 2\nwidth 4\nmap\n..@.\n....\n";
    wend_grid *grid = nullptr;
    if (wend_map_load_grid_memory(reinterpret_cast<const uint8_t *>(map), std::strlen(map), nullptr,
                                  &grid, nullptr) != WEND_OK) {
        return 1;
    }
    wend_search_def def = wend_search_def_default();
    def.grid = grid;
    wend_search *search = nullptr;
    bool is_found = wend_search_create(&def, &search) == WEND_OK;
    if (is_found) {
        wend_search_query query = wend_search_query_default();
        query.start = wend_grid_node(grid, 0, 0);
        query.goal = wend_grid_node(grid, 3, 0);
        is_found = wend_search_find(search, &query) == WEND_OK;
    }
    wend_search_destroy(search);
    wend_grid_destroy(grid);
    std::printf("wend %s in a game: %s\n", wend_version(), is_found ? "ok" : "no way");
    return is_found ? 0 : 1;
}
