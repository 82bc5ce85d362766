/* Runs wend_planner_load on any bytes, and on the same bytes under a right frame and checksum, which
 * chance would never find. A planner that loads saves to bytes that load again to the same hash, and
 * serves its requests to the end. The ground is kept from run to run; so is the planner, for a failed
 * load leaves a planner as it was. */
#include "fuzz/framed.h"
#include "route/planner/save.h"

#include <stdlib.h>
#include <string.h>

enum { SIDE = 16, UPDATES = 200 };

static bool is_goal(void *user, wend_node node)
{
    (void)user;
    return node % 7 == 3;
}

typedef struct place {
    wend_grid *grid;
    wend_items *items;
    wend_planner *planner;
} place;

static void give_back(void *user, wend_planner_request_id id, wend_planner_request_def *def)
{
    const place *p = user;
    (void)id;
    def->query.items = p->items;
    def->query.is_goal = is_goal;
}

static wend_planner *make(const place *p)
{
    wend_planner_def def = wend_planner_def_default();
    wend_planner_profile_def profile = wend_planner_profile_def_default();
    wend_planner *planner = NULL;
    uint32_t index;
    def.grid = p->grid;
    def.max_requests = 8;
    def.max_searches = 2;
    def.cache_capacity = 2;
    def.quantum = 16;
    check(wend_planner_create(&def, &planner) == WEND_OK);
    check(wend_planner_add_profile(planner, &profile, &index) == WEND_OK);
    return planner;
}

static void begin(place *p)
{
    wend_grid_def def = wend_grid_def_default();
    const wend_items_def items_def = wend_items_def_default();
    wend_item item = wend_item_default();
    wend_item_id id;
    def.width = def.height = SIDE;
    check(wend_grid_create(&def, &p->grid) == WEND_OK);
    check(wend_grid_fill(p->grid, 0, 4, 2, 1, 13, WEND_COST_WALL) == WEND_OK);
    check(wend_grid_fill(p->grid, 0, 9, 0, 1, 13, WEND_COST_WALL) == WEND_OK);
    check(wend_items_create(&items_def, &p->items) == WEND_OK);
    item.tag = 1;
    item.position = (wend_vec3){14.5, 3.5, 0};
    check(wend_items_add(p->items, &item, &id) == WEND_OK);
    p->planner = make(p);
}

/* All that is under way ends, and every request is released. */
static void use(wend_planner *planner)
{
    wend_path *path = NULL;
    check(wend_path_create(NULL, &path) == WEND_OK);
    for (int i = 0; i < UPDATES; i++) {
        wend_budget budget = wend_budget_steps(50);
        check(wend_planner_update(planner, &budget) >= 0);
    }
    for (uint32_t i = 0; i < planner->def.max_requests; i++) {
        const wend_planner_request_id id = {i + 1, planner->requests[i].generation};
        wend_planner_answer answer;
        (void)wend_planner_poll(planner, id, &answer, path);
        (void)wend_planner_join(planner, id, (wend_vec3){2.5, 2.5, 0}, path);
        (void)wend_planner_release(planner, id);
    }
    check(wend_planner_update(planner, NULL) >= 0);
    wend_planner_stats stats;
    wend_planner_get_stats(planner, &stats);
    check(stats.held == 0 && stats.waiting == 0 && stats.searching == 0);
    wend_path_destroy(path);
}

static void try_bytes(const uint8_t *bytes, size_t count)
{
    static place p;
    static uint64_t before;
    if (p.planner == NULL) {
        begin(&p);
        before = wend_planner_hash(p.planner);
    }
    wend_message message;
    const wend_result result =
        noted(wend_planner_load(p.planner, bytes, count, give_back, &p, &message));
    check((result == WEND_OK) == (message.text[0] == '\0'));
    if (result != WEND_OK) {
        check(wend_planner_hash(p.planner) == before);
        return;
    }
    size_t size = 0;
    check(wend_planner_save(p.planner, NULL, 0, &size) == WEND_TRUNCATED);
    uint8_t *again = malloc(size);
    check(again != NULL && wend_planner_save(p.planner, again, size, &size) == WEND_OK);
    const uint64_t hash = wend_planner_hash(p.planner);
    wend_planner *other = make(&p);
    check(wend_planner_load(other, again, size, give_back, &p, &message) == WEND_OK);
    check(wend_planner_hash(other) == hash);
    free(again);
    use(other);
    use(p.planner);
    check(wend_planner_hash(other) == wend_planner_hash(p.planner));
    wend_planner_destroy(p.planner);
    wend_planner_destroy(other);
    p.planner = make(&p);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    raw_try(data, size, try_bytes);
    framed_try(data, size, WENDI_PLANNER_FILE_MAGIC, WENDI_PLANNER_FILE_VERSION, try_bytes);
    return 0;
}
