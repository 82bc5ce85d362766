/* Path tables and indexes of graphs: actions of their room. */
#include "fuzz.h"

#include <string.h>

/* ---- tables ---- */

void make_table(fuzz *f)
{
    wend_table_def def = wend_table_def_default();
    def.space = get(f, KIND_SPACE);
    if (f->is_sound) {
        wend_space_def space = wend_space_def_default();
        space.graph = get(f, KIND_GRAPH);
        wend_space *made = NULL;
        wend_space_create(&space, &made);
        def.space = keep(f, KIND_SPACE, made, space.graph, NULL, NULL);
    }
    def.has_costs = chance(f, 2);
    def.max_nodes = chance(f, 8) ? below(f, 20) : def.max_nodes;
    def.executor = some_executor(f);
    def.allocator = *some_allocator(f);
    def.message = some_message(f);
    some_cookie(f, &def.cookie);
    wend_table *table = NULL;
    GIVES(f, wend_table_create(&def, &table), "AUSFM");
    keep(f, KIND_TABLE, table, NULL, NULL, NULL);
}

void ask_table(fuzz *f)
{
    wend_table *table = get(f, KIND_TABLE);
    wend_space *space = get(f, KIND_SPACE);
    wend_path *path = get(f, KIND_PATH);
    wend_space_info info;
    wend_space_get_info(space, &info);
    const wend_node from = some_node(f, info.node_count);
    const wend_node to = some_node(f, info.node_count);
    wend_table_next_edge(table, from, to);
    wend_table_next(table, from, to);
    const wend_cost cost = wend_table_cost(table, from, to);
    const bool fits = wend_table_fits(table, space);
    CHECK(f, table == NULL || wend_table_memory_bytes(table) > 0);
    fuzz_watch(f, KIND_PATH, path);
    const wend_result result = GIVES(f, wend_table_path(table, space, from, to, path), "NASM");
    CHECK(f, result != WEND_OK || (fits && wend_path_cost(path) == cost));
    wend_search *search = NULL;
    wend_search_def def = wend_search_def_default();
    def.space = space;
    if (fits && wend_search_create(&def, &search) == WEND_OK) {
        wend_search_query query = wend_search_query_default();
        query.start = from;
        query.goal = to;
        query.method = chance(f, 2) ? WEND_METHOD_DIJKSTRA : WEND_METHOD_BEST;
        const wend_result found = wend_search_find(search, &query);
        wend_search_answer answer;
        wend_search_get_answer(search, &answer);
        CHECK(f, found != WEND_OK || answer.cost == cost);
        CHECK(f, found != WEND_NO_PATH || cost == WEND_COST_INFINITE);
        wend_search_destroy(search);
    }
}

void save_table(fuzz *f)
{
    wend_table *table = get(f, KIND_TABLE);
    size_t count = 0;
    if (GIVES(f, wend_table_save(table, NULL, 0, &count), "ATM") != WEND_TRUNCATED) {
        return;
    }
    uint8_t *bytes = scratch(f, count, 1);
    if (GIVES(f, wend_table_save(table, bytes, count, &count), "AM") != WEND_OK) {
        return;
    }
    const size_t whole_count = count;
    uint8_t *copy = damaged(f, bytes, &count);
    const bool is_same = count == whole_count && memcmp(copy, bytes, count) == 0;
    wend_table_def def = wend_table_def_default();
    def.allocator = *some_allocator(f);
    def.message = some_message(f);
    wend_table *loaded = NULL;
    const wend_result result = GIVES(f, wend_table_load(&def, copy, count, &loaded), "ALM");
    CHECK(f, !is_same || result == WEND_OK || result == WEND_ERROR_MEMORY);
    if (is_same && loaded != NULL) {
        uint8_t *again = scratch(f, count, 1);
        wend_result saved = WEND_OK;
        size_t again_count = 0;
        saved = GIVES(f, wend_table_save(loaded, again, count, &again_count), "M");
        CHECK(f, saved != WEND_OK || (again_count == count && memcmp(again, bytes, count) == 0));
    }
    keep(f, KIND_TABLE, loaded, NULL, NULL, NULL);
}

/* ---- indexes ---- */

void make_index(fuzz *f)
{
    wend_index_def def = wend_index_def_default();
    def.space = get(f, KIND_SPACE);
    if (f->is_sound) {
        wend_space_def space = wend_space_def_default();
        space.graph = chance(f, 2) ? get(f, KIND_GRAPH) : NULL;
        space.grid = space.graph == NULL ? get(f, KIND_GRID) : NULL;
        const void *world = space.graph != NULL ? (const void *)space.graph : space.grid;
        wend_space *made = NULL;
        wend_space_create(&space, &made);
        def.space = keep(f, KIND_SPACE, made, world, NULL, NULL);
    }
    def.max_steps = chance(f, 4) ? below(f, 200) : 0;
    def.max_bytes = chance(f, 4) ? below(f, 9000) : 0;
    def.executor = some_executor(f);
    def.allocator = *some_allocator(f);
    def.message = some_message(f);
    some_cookie(f, &def.cookie);
    wend_index *index = NULL;
    GIVES(f, wend_index_create(&def, &index), "AUSFM");
    keep(f, KIND_INDEX, index, NULL, NULL, NULL);
}

void build_index(fuzz *f)
{
    wend_index *index = get(f, KIND_INDEX);
    wend_index_info before;
    wend_index_info after;
    wend_index_get_info(index, &before);
    wend_budget budget = wend_budget_steps(below(f, 60));
    const wend_result result =
        GIVES(f, wend_index_build(index, chance(f, 3) ? NULL : &budget), "AIMF");
    wend_index_get_info(index, &after);
    CHECK(f, after.done_count >= before.done_count && (!before.is_built || after.is_built));
    CHECK(f, index == NULL || after.is_built == (result == WEND_OK));
    CHECK(f, after.memory_bytes == wend_index_memory_bytes(index));
}

void make_index_search(fuzz *f)
{
    wend_index_search_def def = wend_index_search_def_default();
    def.index = get(f, KIND_INDEX);
    def.space = get(f, KIND_SPACE);
    def.allocator = *some_allocator(f);
    def.message = some_message(f);
    some_cookie(f, &def.cookie);
    if (f->is_sound && !wend_index_fits(def.index, def.space)) {
        return;
    }
    wend_index_search *search = NULL;
    const wend_result result = GIVES(f, wend_index_search_create(&def, &search), "ASM");
    CHECK(f, result != WEND_OK || wend_index_fits(def.index, def.space));
    keep(f, KIND_INDEX_SEARCH, search, def.index, def.space, NULL);
}

void ask_index(fuzz *f)
{
    wend_index_search *search = get(f, KIND_INDEX_SEARCH);
    wend_path *path = get(f, KIND_PATH);
    wend_index_answer answer;
    const wend_node from = some_node(f, 30);
    const wend_node to = some_node(f, 30);
    const wend_result result = GIVES(f, wend_index_search_find(search, from, to), "NASFM");
    wend_index_search_get_answer(search, &answer);
    CHECK(f, result < 0 || answer.result == result);
    CHECK(f, (result == WEND_OK) == (answer.cost != WEND_COST_INFINITE) || result < 0);
    fuzz_watch(f, KIND_PATH, path);
    const wend_result filled = GIVES(f, wend_path_from_index(path, search), "NASM");
    CHECK(f, filled < 0 || filled == result);
    CHECK(f, filled != WEND_OK || wend_path_cost(path) == answer.cost);
}

void save_index(fuzz *f)
{
    wend_index *index = get(f, KIND_INDEX);
    size_t count = 0;
    if (GIVES(f, wend_index_save(index, NULL, 0, &count), "ATM") != WEND_TRUNCATED) {
        return;
    }
    uint8_t *bytes = scratch(f, count, 1);
    if (GIVES(f, wend_index_save(index, bytes, count, &count), "AM") != WEND_OK) {
        return;
    }
    const size_t whole_count = count;
    uint8_t *copy = damaged(f, bytes, &count);
    const bool is_same = count == whole_count && memcmp(copy, bytes, count) == 0;
    wend_index_def def = wend_index_def_default();
    def.allocator = *some_allocator(f);
    def.message = some_message(f);
    wend_index *loaded = NULL;
    const wend_result result = GIVES(f, wend_index_load(&def, copy, count, &loaded), "ALM");
    CHECK(f, !is_same || result == WEND_OK || result == WEND_ERROR_MEMORY);
    CHECK(f, !is_same || loaded == NULL || wend_index_hash(loaded) == wend_index_hash(index));
    keep(f, KIND_INDEX, loaded, NULL, NULL, NULL);
}
