/* The objects of an episode, what they were made of, and the memory they take. */
#include "counts.h"
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct kind_calls {
    void (*make)(fuzz *f);
    void (*destroy)(void *it);
} kind_calls;

/* Functions of one object each, called through their own types. */
static void destroy_grid(void *it)
{
    wend_grid_destroy(it);
}
static void destroy_walls(void *it)
{
    wend_walls_destroy(it);
}
static void destroy_graph(void *it)
{
    wend_graph_destroy(it);
}
static void destroy_mesh(void *it)
{
    wend_mesh_destroy(it);
}
static void destroy_level(void *it)
{
    wend_level_destroy(it);
}
static void destroy_items(void *it)
{
    wend_items_destroy(it);
}
static void destroy_clearance(void *it)
{
    wend_clearance_destroy(it);
}
static void destroy_islands(void *it)
{
    wend_islands_destroy(it);
}
static void destroy_space(void *it)
{
    wend_space_destroy(it);
}
static void destroy_search(void *it)
{
    wend_search_destroy(it);
}
static void destroy_mesh_space(void *it)
{
    wend_mesh_space_destroy(it);
}
static void destroy_mesh_search(void *it)
{
    wend_mesh_search_destroy(it);
}
static void destroy_mesh_corridor(void *it)
{
    wend_mesh_corridor_destroy(it);
}
static void destroy_ways(void *it)
{
    wend_pathfinder_destroy(it);
}
static void destroy_planner(void *it)
{
    wend_planner_destroy(it);
}
static void destroy_table(void *it)
{
    wend_table_destroy(it);
}
static void destroy_index(void *it)
{
    wend_index_destroy(it);
}
static void destroy_index_search(void *it)
{
    wend_index_search_destroy(it);
}
static void destroy_hierarchy(void *it)
{
    wend_hierarchy_destroy(it);
}
static void destroy_hierarchy_search(void *it)
{
    wend_hierarchy_search_destroy(it);
}
static void destroy_incremental(void *it)
{
    wend_incremental_destroy(it);
}
static void destroy_path(void *it)
{
    wend_path_destroy(it);
}
static void destroy_flow(void *it)
{
    wend_flow_destroy(it);
}
static void destroy_crowd(void *it)
{
    wend_crowd_destroy(it);
}
static void destroy_reservations(void *it)
{
    wend_reservations_destroy(it);
}
static void destroy_cover(void *it)
{
    wend_cover_destroy(it);
}
static void destroy_triggers(void *it)
{
    wend_triggers_destroy(it);
}
static void destroy_memories(void *it)
{
    wend_memories_destroy(it);
}
static void destroy_markers(void *it)
{
    wend_markers_destroy(it);
}
static void destroy_smell(void *it)
{
    wend_smell_destroy(it);
}
static void destroy_predictor(void *it)
{
    wend_predictor_destroy(it);
}
static void destroy_tactics(void *it)
{
    wend_tactics_destroy(it);
}
static void destroy_mix(void *it)
{
    wend_mix_destroy(it);
}

static void destroy_commander(void *it)
{
    wend_commander_destroy(it);
}

static void destroy_traffic(void *it)
{
    wend_traffic_destroy(it);
}
static void destroy_terrain_analysis(void *it)
{
    wend_terrain_analysis_destroy(it);
}
static void destroy_influence(void *it)
{
    wend_influence_destroy(it);
}
static void destroy_senses(void *it)
{
    wend_senses_destroy(it);
}
static void destroy_squads(void *it)
{
    wend_squads_destroy(it);
}
static void destroy_rules(void *it)
{
    wend_rules_destroy(it);
}
static void destroy_minds(void *it)
{
    wend_minds_destroy(it);
}
static void destroy_messages(void *it)
{
    wend_messages_destroy(it);
}
static void destroy_machines(void *it)
{
    wend_machines_destroy(it);
}
static void destroy_pool(void *it)
{
    wend_pool_destroy(it);
}
static void destroy_picture(void *it)
{
    wend_picture_destroy(it);
}
static void destroy_map(void *it)
{
    wend_map_destroy(it);
}
static void destroy_scenario(void *it)
{
    wend_scenario_destroy(it);
}

static const kind_calls calls[KIND_COUNT] = {
    [KIND_GRID] = {make_grid, destroy_grid},
    [KIND_WALLS] = {make_walls, destroy_walls},
    [KIND_GRAPH] = {make_graph, destroy_graph},
    [KIND_MESH] = {make_mesh, destroy_mesh},
    [KIND_LEVEL] = {make_level, destroy_level},
    [KIND_ITEMS] = {make_items, destroy_items},
    [KIND_CLEARANCE] = {make_clearance, destroy_clearance},
    [KIND_ISLANDS] = {make_islands, destroy_islands},
    [KIND_SPACE] = {make_space, destroy_space},
    [KIND_SEARCH] = {make_search, destroy_search},
    [KIND_MESH_SPACE] = {make_mesh_space, destroy_mesh_space},
    [KIND_MESH_SEARCH] = {make_mesh_search, destroy_mesh_search},
    [KIND_MESH_CORRIDOR] = {make_mesh_corridor, destroy_mesh_corridor},
    [KIND_PATHFINDER] = {make_ways, destroy_ways},
    [KIND_PLANNER] = {make_planner, destroy_planner},
    [KIND_TABLE] = {make_table, destroy_table},
    [KIND_INDEX] = {make_index, destroy_index},
    [KIND_INDEX_SEARCH] = {make_index_search, destroy_index_search},
    [KIND_HIERARCHY] = {make_hierarchy, destroy_hierarchy},
    [KIND_HIERARCHY_SEARCH] = {make_hierarchy_search, destroy_hierarchy_search},
    [KIND_INCREMENTAL] = {make_incremental, destroy_incremental},
    [KIND_PATH] = {make_path, destroy_path},
    [KIND_FLOW] = {make_flow, destroy_flow},
    [KIND_CROWD] = {make_crowd, destroy_crowd},
    [KIND_TRIGGERS] = {make_triggers, destroy_triggers},
    [KIND_COVER] = {make_cover, destroy_cover},
    [KIND_RESERVATIONS] = {make_reservations, destroy_reservations},
    [KIND_MEMORIES] = {make_memories, destroy_memories},
    [KIND_MARKERS] = {make_markers, destroy_markers},
    [KIND_SMELL] = {make_smell, destroy_smell},
    [KIND_PREDICTOR] = {make_predictor, destroy_predictor},
    [KIND_TACTICS] = {make_tactics, destroy_tactics},
    [KIND_MIX] = {make_mix, destroy_mix},
    [KIND_COMMANDER] = {make_commander, destroy_commander},
    [KIND_TRAFFIC] = {make_traffic, destroy_traffic},
    [KIND_TERRAIN_ANALYSIS] = {make_terrain_analysis, destroy_terrain_analysis},
    [KIND_INFLUENCE] = {make_influence, destroy_influence},
    [KIND_SENSES] = {make_senses, destroy_senses},
    [KIND_RULES] = {make_rules, destroy_rules},
    [KIND_SQUADS] = {make_squads, destroy_squads},
    [KIND_MINDS] = {make_minds, destroy_minds},
    [KIND_MESSAGES] = {make_messages, destroy_messages},
    [KIND_MACHINES] = {make_machines, destroy_machines},
    [KIND_POOL] = {make_pool, destroy_pool},
    [KIND_PICTURE] = {make_picture, destroy_picture},
    [KIND_MAP] = {make_map, destroy_map},
    [KIND_SCENARIO] = {make_scenario, destroy_scenario},
    [KIND_BYTES] = {make_bytes, free},
};

/* ---- checks ---- */

_Noreturn void fuzz_fail(const fuzz *f, const char *file, int line, const char *text)
{
    const char *name = strrchr(file, '/');
    fprintf(stderr, "%s:%d: seed %llu episode %llu step %llu, %s: %s\n",
            name != NULL ? name + 1 : file, line, (unsigned long long)f->seed,
            (unsigned long long)f->episode, (unsigned long long)f->step, f->action, text);
    fflush(stderr);
    _exit(3);
}

void fuzz_before(fuzz *f)
{
    f->has_refused = false;
}

wend_result fuzz_after(fuzz *f, wend_result result, const char *letters, const char *file, int line,
                       const char *call)
{
    static const struct {
        wend_result result;
        char letter;
    } names[] = {{WEND_ERROR_ARGUMENT, 'A'}, {WEND_ERROR_BUSY, 'B'},       {WEND_ERROR_FULL, 'F'},
                 {WEND_IN_PROGRESS, 'I'},    {WEND_ERROR_FILE, 'L'},       {WEND_ERROR_MEMORY, 'M'},
                 {WEND_NO_PATH, 'N'},        {WEND_PARTIAL, 'P'},          {WEND_ERROR_STALE, 'S'},
                 {WEND_TRUNCATED, 'T'},      {WEND_ERROR_UNSUPPORTED, 'U'}};
    counts_add_result(call, result);
    bool is_named = result == WEND_OK;
    for (size_t i = 0; i < sizeof names / sizeof *names && !is_named; ++i) {
        is_named = names[i].result == result && strchr(letters, names[i].letter) != NULL;
    }
    if (result == WEND_ERROR_MEMORY) {
        is_named = strchr(letters, 'm') != NULL || (is_named && f->has_refused);
    }
    if (f->is_loud) {
        fprintf(stderr, "  %s: %s\n", call, wend_result_text(result));
    }
    if (!is_named) {
        char text[512];
        snprintf(text, sizeof text, "%s gives \"%s\"", call, wend_result_text(result));
        fuzz_fail(f, file, line, text);
    }
    if (result < 0 && f->watched != NULL &&
        fuzz_hash(f->watched_kind, f->watched) != f->watched_hash) {
        char text[512];
        snprintf(text, sizeof text, "%s fails (\"%s\") and changes the hash", call,
                 wend_result_text(result));
        fuzz_fail(f, file, line, text);
    }
    f->watched = NULL;
    sentences_check(f, call, result);
    f->has_message = false;
    return result;
}

uint64_t fuzz_hash(fuzz_kind kind, const void *it)
{
    uint64_t hash = wend_hash_begin();
    if (kind == KIND_GRID) {
        hash = wend_grid_hash(it);
    } else if (kind == KIND_WALLS) {
        hash = wend_walls_hash(it);
    } else if (kind == KIND_GRAPH) {
        hash = wend_graph_hash(it);
    } else if (kind == KIND_MESH) {
        hash = wend_mesh_hash(it);
    } else if (kind == KIND_ITEMS) {
        hash = wend_items_hash(it);
    } else if (kind == KIND_INDEX) {
        hash = wend_index_hash(it);
    } else if (kind == KIND_FLOW) {
        hash = wend_flow_hash(it);
    } else if (kind == KIND_PLANNER) {
        hash = wend_planner_hash(it);
    } else if (kind == KIND_CROWD) {
        hash = wend_crowd_hash(it);
    } else if (kind == KIND_RESERVATIONS) {
        hash = wend_reservations_hash(it);
    } else if (kind == KIND_COVER) {
        hash = wend_cover_hash(it);
    } else if (kind == KIND_TRIGGERS) {
        hash = wend_triggers_hash(it);
    } else if (kind == KIND_MEMORIES) {
        hash = wend_memories_hash(it);
    } else if (kind == KIND_MARKERS) {
        hash = wend_markers_hash(it);
    } else if (kind == KIND_SMELL) {
        hash = wend_smell_hash(it);
    } else if (kind == KIND_PREDICTOR) {
        hash = wend_predictor_hash(it);
    } else if (kind == KIND_TACTICS) {
        hash = wend_tactics_hash(it);
    } else if (kind == KIND_MACHINES) {
        hash = wend_machines_hash(it);
    } else if (kind == KIND_MESSAGES) {
        hash = wend_messages_hash(it);
    } else if (kind == KIND_MIX) {
        hash = wend_mix_hash(it);
    } else if (kind == KIND_COMMANDER) {
        hash = wend_commander_hash(it);
    } else if (kind == KIND_TRAFFIC) {
        hash = wend_traffic_hash(it);
    } else if (kind == KIND_TERRAIN_ANALYSIS) {
        hash = wend_terrain_analysis_hash(it);
    } else if (kind == KIND_INFLUENCE) {
        hash = wend_influence_hash(it);
    } else if (kind == KIND_SENSES) {
        hash = wend_senses_hash(it);
    } else if (kind == KIND_RULES) {
        hash = wend_rules_hash(it);
    } else if (kind == KIND_SQUADS) {
        hash = wend_squads_hash(it);
    } else if (kind == KIND_MINDS) {
        hash = wend_minds_hash(it);
    } else if (kind == KIND_PATH) {
        const wend_leg *legs = wend_path_legs(it);
        for (size_t i = 0; i < wend_path_leg_count(it); ++i) {
            hash = wend_hash_bytes(hash, &legs[i].to_point, sizeof legs[i].to_point);
            hash = wend_hash_u64(hash, legs[i].cost);
            hash = wend_hash_u64(hash, legs[i].to + ((uint64_t)legs[i].edge << 32));
        }
    }
    return hash;
}

void fuzz_watch(fuzz *f, fuzz_kind kind, const void *it)
{
    f->watched = it;
    f->watched_kind = kind;
    f->watched_hash = it != NULL ? fuzz_hash(kind, it) : 0;
}

/* ---- memory ---- */

enum { BLOCK_HEAD = 32, BYTES_MOST = 48 << 20 };

/* Keeps each block's size before it, and holds the library to what the hook promises. */
static void *resize(void *context, void *block, size_t old_bytes, size_t new_bytes)
{
    fuzz *f = context;
    uint8_t *real_block = block != NULL ? (uint8_t *)block - BLOCK_HEAD : NULL;
    size_t held = 0;
    if (real_block != NULL) {
        memcpy(&held, real_block, sizeof held);
    }
    CHECK(f, held == old_bytes);
    if (new_bytes == 0) {
        f->bytes_used -= held;
        free(real_block);
        return NULL;
    }
    const bool is_refused =
        new_bytes > held && ((f->refuse_in > 0 && --f->refuse_in == 0) || new_bytes > BYTES_MOST ||
                             f->bytes_used + new_bytes > BYTES_MOST);
    if (is_refused) {
        f->has_refused = true;
        return NULL;
    }
    uint8_t *made = realloc(real_block, new_bytes + BLOCK_HEAD);
    if (made == NULL) {
        f->has_refused = true;
        return NULL;
    }
    f->bytes_used += new_bytes - held;
    memcpy(made, &new_bytes, sizeof new_bytes);
    if (new_bytes > held) {
        memset(made + BLOCK_HEAD + held, 0xA5, new_bytes - held);
    }
    return made + BLOCK_HEAD;
}

const wend_allocator *some_allocator(fuzz *f)
{
    f->allocator.resize = resize;
    f->allocator.context = f;
    return &f->allocator;
}

void *scratch(fuzz *f, size_t count, size_t bytes)
{
    void *made = f->scratch_count < FUZZ_SCRATCH && count < (size_t)1 << 24
                     ? calloc(count > 0 ? count : 1, bytes)
                     : NULL;
    if (made == NULL) {
        fuzz_fail(f, __FILE__, __LINE__, "no scratch memory");
    }
    if (count == 0) {
        made = realloc(made, 1);
    }
    f->scratch[f->scratch_count++] = made;
    return made;
}

/* ---- objects ---- */

static fuzz_object *find(fuzz *f, fuzz_kind kind, const void *it)
{
    for (uint32_t i = 0; i < FUZZ_SLOTS && it != NULL; ++i) {
        if (f->objects[kind][i].it == it) {
            return &f->objects[kind][i];
        }
    }
    return NULL;
}

/* The objects of a step, and those they were made of, are not dropped before its end. */
static void pin(fuzz *f, const void *it)
{
    for (uint32_t k = 0; k < KIND_COUNT && it != NULL; ++k) {
        fuzz_object *object = find(f, (fuzz_kind)k, it);
        if (object != NULL) {
            object->pinned = f->step + 1;
            for (uint32_t p = 0; p < FUZZ_PARENTS; ++p) {
                pin(f, object->parents[p]);
            }
            return;
        }
    }
}

void *get_old(fuzz *f, fuzz_kind kind)
{
    void *there[FUZZ_SLOTS];
    uint32_t count = 0;
    for (uint32_t i = 0; i < FUZZ_SLOTS; ++i) {
        if (f->objects[kind][i].it != NULL) {
            there[count++] = f->objects[kind][i].it;
        }
    }
    void *it = count > 0 ? there[below(f, count)] : NULL;
    pin(f, it);
    return it;
}

void *get(fuzz *f, fuzz_kind kind)
{
    if (unsound(f, 40)) {
        f->got_none[kind] = true;
        return NULL;
    }
    void *it = get_old(f, kind);
    if (it == NULL) {
        const bool was_sound = f->is_sound;
        const uint32_t refuse_in = f->refuse_in;
        const char *action = f->action;
        f->is_sound = true;
        f->refuse_in = 0;
        calls[kind].make(f);
        f->action = action;
        f->refuse_in = refuse_in;
        f->is_sound = was_sound;
        it = get_old(f, kind);
    }
    f->got_none[kind] |= it == NULL;
    return it;
}

void *keep(fuzz *f, fuzz_kind kind, void *it, const void *a, const void *b, const void *c)
{
    if (it == NULL) {
        return NULL;
    }
    fuzz_object *slot = NULL;
    const uint32_t first = below(f, FUZZ_SLOTS);
    for (uint32_t i = 0; i < FUZZ_SLOTS; ++i) {
        fuzz_object *other = &f->objects[kind][(first + i) % FUZZ_SLOTS];
        const bool is_free = other->it == NULL || other->pinned != f->step + 1;
        if (is_free && (slot == NULL || other->it == NULL)) {
            slot = other;
        }
    }
    if (slot == NULL) {
        calls[kind].destroy(it);
        return NULL;
    }
    drop(f, kind, slot->it);
    memset(slot, 0, sizeof *slot);
    slot->it = it;
    slot->pinned = f->step + 1;
    slot->parents[0] = a;
    slot->parents[1] = b;
    slot->parents[2] = c;
    return it;
}

void keep_parent(fuzz *f, fuzz_kind kind, const void *it, const void *parent)
{
    fuzz_object *object = find(f, kind, it);
    for (uint32_t i = 0; i < FUZZ_PARENTS && object != NULL && parent != NULL; ++i) {
        if (object->parents[i] == NULL || object->parents[i] == parent) {
            object->parents[i] = parent;
            return;
        }
    }
    CHECK(f, object == NULL || parent == NULL);
}

void drop(fuzz *f, fuzz_kind kind, void *it)
{
    fuzz_object *object = find(f, kind, it);
    if (object == NULL) {
        return;
    }
    object->it = NULL;
    for (uint32_t k = 0; k < KIND_COUNT; ++k) {
        for (uint32_t i = 0; i < FUZZ_SLOTS; ++i) {
            for (uint32_t p = 0; p < FUZZ_PARENTS; ++p) {
                if (f->objects[k][i].it != NULL && f->objects[k][i].parents[p] == it) {
                    drop(f, (fuzz_kind)k, f->objects[k][i].it);
                }
            }
        }
    }
    calls[kind].destroy(it);
}

void drop_all(fuzz *f)
{
    for (uint32_t k = 0; k < KIND_COUNT; ++k) {
        for (uint32_t i = 0; i < FUZZ_SLOTS; ++i) {
            drop(f, (fuzz_kind)k, f->objects[k][i].it);
        }
    }
    CHECK(f, f->bytes_used == 0);
}

bool is_made_of(const fuzz *f, const void *parent, const void *it)
{
    for (uint32_t k = 0; k < KIND_COUNT && it != NULL; ++k) {
        for (uint32_t i = 0; i < FUZZ_SLOTS; ++i) {
            for (uint32_t p = 0; p < FUZZ_PARENTS && f->objects[k][i].it == it; ++p) {
                const void *other = f->objects[k][i].parents[p];
                if (other != NULL && (other == parent || is_made_of(f, parent, other))) {
                    return true;
                }
            }
        }
    }
    return false;
}

void quiet(fuzz *f, const void *it)
{
    for (uint32_t i = 0; i < FUZZ_SLOTS && it != NULL; ++i) {
        if (is_made_of(f, it, f->objects[KIND_SEARCH][i].it)) {
            wend_search_cancel(f->objects[KIND_SEARCH][i].it);
        }
        if (is_made_of(f, it, f->objects[KIND_MESH_SEARCH][i].it)) {
            wend_mesh_search_start(f->objects[KIND_MESH_SEARCH][i].it, NULL);
        }
        if (is_made_of(f, it, f->objects[KIND_PATHFINDER][i].it)) {
            wend_pathfinder_start(f->objects[KIND_PATHFINDER][i].it, NULL);
        }
    }
}
