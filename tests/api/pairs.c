/* All objects made by the calls of an episode save, load, hash alike and save alike again. */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

/* Saves an object of a kind; with NULL bytes only the size. */
static wend_result save(fuzz_kind kind, void *it, uint8_t *bytes, size_t capacity, size_t *count)
{
    return kind == KIND_GRID           ? wend_grid_save(it, bytes, capacity, count)
           : kind == KIND_GRAPH        ? wend_graph_save(it, bytes, capacity, count)
           : kind == KIND_MESH         ? wend_mesh_save(it, bytes, capacity, count)
           : kind == KIND_TABLE        ? wend_table_save(it, bytes, capacity, count)
           : kind == KIND_ITEMS        ? wend_items_save(it, bytes, capacity, count)
           : kind == KIND_RESERVATIONS ? wend_reservations_save(it, bytes, capacity, count)
           : kind == KIND_MEMORIES     ? wend_memories_save(it, bytes, capacity, count)
           : kind == KIND_MARKERS      ? wend_markers_save(it, bytes, capacity, count)
           : kind == KIND_PREDICTOR    ? wend_predictor_save(it, bytes, capacity, count)
           : kind == KIND_TACTICS      ? wend_tactics_save(it, bytes, capacity, count)
           : kind == KIND_SENSES       ? wend_senses_save(it, bytes, capacity, count)
           : kind == KIND_RULES        ? wend_rules_save(it, bytes, capacity, count)
           : kind == KIND_SQUADS       ? wend_squads_save(it, bytes, capacity, count)
           : kind == KIND_MINDS        ? wend_minds_save(it, bytes, capacity, count)
           : kind == KIND_MESSAGES     ? wend_messages_save(it, bytes, capacity, count)
           : kind == KIND_PLANNER      ? wend_planner_save(it, bytes, capacity, count)
                                       : wend_crowd_save(it, bytes, capacity, count);
}

/* Loads into a new object, or, of a crowd or planner, into the same one. */
static wend_result load(fuzz_kind kind, const uint8_t *bytes, size_t count, void **it,
                        wend_message *message)
{
    wend_result result = WEND_OK;
    if (kind == KIND_GRID) {
        wend_grid *grid = NULL;
        result = wend_grid_load(bytes, count, NULL, &grid, message);
        *it = grid;
    } else if (kind == KIND_GRAPH) {
        wend_graph_def def = wend_graph_def_default();
        def.message = message;
        wend_graph *graph = NULL;
        result = wend_graph_load(&def, bytes, count, &graph);
        *it = graph;
    } else if (kind == KIND_MESH) {
        wend_mesh_def def = wend_mesh_def_default();
        def.message = message;
        wend_mesh *mesh = NULL;
        result = wend_mesh_load(&def, bytes, count, &mesh);
        *it = mesh;
    } else if (kind == KIND_TABLE) {
        wend_table_def def = wend_table_def_default();
        def.message = message;
        wend_table *table = NULL;
        result = wend_table_load(&def, bytes, count, &table);
        *it = table;
    } else if (kind == KIND_ITEMS) {
        wend_items_def def = wend_items_def_default();
        def.message = message;
        wend_items *items = NULL;
        result = wend_items_load(&def, bytes, count, &items);
        *it = items;
    } else if (kind == KIND_RESERVATIONS) {
        wend_reservations_def def = wend_reservations_def_default();
        def.message = message;
        wend_reservations *reservations = NULL;
        result = wend_reservations_load(&def, bytes, count, &reservations);
        *it = reservations;
    } else if (kind == KIND_MEMORIES) {
        wend_memories_def def = wend_memories_def_default();
        def.message = message;
        wend_memories *memories = NULL;
        result = wend_memories_load(&def, bytes, count, &memories);
        *it = memories;
    } else if (kind == KIND_MARKERS) {
        wend_markers_def def = wend_markers_def_default();
        def.message = message;
        wend_markers *markers = NULL;
        result = wend_markers_load(&def, bytes, count, &markers);
        *it = markers;
    } else if (kind == KIND_PREDICTOR) {
        wend_predictor_def def = wend_predictor_def_default();
        def.message = message;
        wend_predictor *predictor = NULL;
        result = wend_predictor_load(&def, bytes, count, &predictor);
        *it = predictor;
    } else if (kind == KIND_TACTICS) {
        wend_tactics_def def = wend_tactics_def_default();
        def.message = message;
        wend_tactics *tactics = NULL;
        result = wend_tactics_load(&def, bytes, count, &tactics);
        *it = tactics;
    } else if (kind == KIND_MESSAGES) {
        wend_messages_def def = wend_messages_def_default();
        def.message = message;
        wend_messages *messages = NULL;
        result = wend_messages_load(&def, bytes, count, &messages);
        *it = messages;
    } else if (kind == KIND_SENSES) {
        wend_senses_def def = wend_senses_def_default();
        def.message = message;
        wend_senses *senses = NULL;
        result = wend_senses_load(&def, bytes, count, &senses);
        *it = senses;
    } else if (kind == KIND_RULES) {
        wend_rules_def def = wend_rules_def_default();
        def.message = message;
        def.call = some_call;
        wend_rules *rules = NULL;
        result = wend_rules_load(&def, bytes, count, &rules);
        *it = rules;
    } else if (kind == KIND_MINDS) {
        wend_minds_def def = wend_minds_def_default();
        def.message = message;
        def.think = some_think;
        wend_minds *minds = NULL;
        result = wend_minds_load(&def, bytes, count, &minds);
        *it = minds;
    } else if (kind == KIND_SQUADS) {
        wend_squads_def def = wend_squads_def_default();
        def.message = message;
        wend_squads *squads = NULL;
        result = wend_squads_load(&def, bytes, count, &squads);
        *it = squads;
    } else if (kind == KIND_PLANNER) {
        result = wend_planner_load(*it, bytes, count, NULL, NULL, message);
    } else {
        result = wend_crowd_load(*it, bytes, count, message);
    }
    return result;
}

static void check_pair(fuzz *f, fuzz_kind kind, void *it)
{
    size_t count = 0;
    size_t again_count = 0;
    if (kind == KIND_PLANNER) {
        /* Else searches over an older world begin again in the one loaded. A level that was edited may
         * need more memory to be built anew than there is. */
        fuzz_before(f);
        const wend_result settled = wend_planner_settle(it);
        if (settled == WEND_ERROR_MEMORY && f->has_refused) {
            return;
        }
        CHECK(f, settled == WEND_OK);
    }
    CHECK(f, save(kind, it, NULL, 0, &count) == WEND_TRUNCATED);
    uint8_t *bytes = malloc(2 * count);
    CHECK(f, bytes != NULL);
    CHECK(f, save(kind, it, bytes, count, &count) == WEND_OK);
    const uint64_t hash = fuzz_hash(kind, it);
    void *loaded = it;
    const wend_result result = load(kind, bytes, count, &loaded, &f->message);
    if (kind == KIND_PLANNER && result == WEND_ERROR_ARGUMENT) {
        free(bytes); /* a query has lost its items or its predicate */
        return;
    }
    if (result != WEND_OK) {
        fuzz_fail(f, __FILE__, __LINE__, f->message.text);
    }
    CHECK(f, fuzz_hash(kind, loaded) == hash);
    CHECK(f, save(kind, loaded, bytes + count, count, &again_count) == WEND_OK);
    CHECK(f, again_count == count && memcmp(bytes, bytes + count, count) == 0);
    free(bytes);
    if (loaded != it) {
        keep(f, kind, loaded, NULL, NULL, NULL);
    }
}

/* ---- streams of flows ---- */

typedef struct file {
    uint8_t *bytes;
    size_t count;
} file;

static bool read_file(void *context, uint64_t offset, uint8_t *bytes, size_t count)
{
    const file *from = context;
    if (offset > from->count || count > from->count - offset) {
        return false;
    }
    memcpy(bytes, from->bytes + offset, count);
    return true;
}

static file save_flow(fuzz *f, const wend_flow *flow)
{
    file to = {NULL, 0};
    CHECK(f, wend_flow_save(flow, NULL, 0, &to.count) == WEND_TRUNCATED);
    to.bytes = malloc(to.count);
    CHECK(f, to.bytes != NULL);
    CHECK(f, wend_flow_save(flow, to.bytes, to.count, &to.count) == WEND_OK);
    return to;
}

/* Brings all portals up to date, and bakes all fields. */
static void build_all(fuzz *f, wend_flow *flow)
{
    wend_flow_info info;
    CHECK(f, wend_flow_update(flow, NULL) == WEND_OK);
    wend_flow_get_info(flow, &info);
    for (uint32_t i = 0; i < info.classes; ++i) {
        CHECK(f, wend_flow_bake(flow, i, NULL) == WEND_OK);
    }
}

/* A flow that takes what another saved is the one that builds all by itself, and saves it alike. */
static bool check_flow_pair(fuzz *f, wend_flow *flow)
{
    wend_flow *built = make_flow_like(f, flow);
    wend_flow *streamed = make_flow_like(f, flow);
    const bool is_known = built != NULL && wend_flow_update(flow, NULL) == WEND_OK;
    if (is_known) {
        file own = save_flow(f, flow);
        if (wend_flow_load_stream(streamed, read_file, &own, own.count, &f->message) != WEND_OK) {
            fuzz_fail(f, __FILE__, __LINE__, f->message.text);
        }
        build_all(f, built);
        build_all(f, streamed);
        CHECK(f, wend_flow_hash(built) == wend_flow_hash(streamed));
        const file first = save_flow(f, built);
        const file second = save_flow(f, streamed);
        CHECK(f, first.count == second.count);
        CHECK(f, memcmp(first.bytes, second.bytes, first.count) == 0);
        free(first.bytes);
        free(second.bytes);
        wend_flow_destroy(streamed);
        streamed = NULL;
        free(own.bytes);
    }
    wend_flow_destroy(streamed);
    wend_flow_destroy(built);
    return is_known;
}

uint32_t check_pairs(fuzz *f)
{
    static const fuzz_kind kinds[] = {
        KIND_RESERVATIONS, KIND_GRID,    KIND_GRAPH,    KIND_MESH,    KIND_TABLE,  KIND_ITEMS,
        KIND_PREDICTOR,    KIND_TACTICS, KIND_MESSAGES, KIND_SENSES,  KIND_RULES,  KIND_SQUADS,
        KIND_MINDS,        KIND_CROWD,   KIND_MEMORIES, KIND_MARKERS, KIND_PLANNER};
    uint32_t count = 0;
    f->action = "pairs";
    for (uint32_t k = 0; k < sizeof kinds / sizeof *kinds; ++k) {
        void *there[FUZZ_SLOTS];
        for (uint32_t i = 0; i < FUZZ_SLOTS; ++i) {
            there[i] = f->objects[kinds[k]][i].it;
            if (there[i] != NULL) {
                f->objects[kinds[k]][i].pinned = f->step + 1;
            }
        }
        for (uint32_t i = 0; i < FUZZ_SLOTS; ++i) {
            if (there[i] != NULL) {
                check_pair(f, kinds[k], there[i]);
                count += 1 + check_stores(f, kinds[k], there[i]);
            }
        }
    }
    for (uint32_t i = 0; i < FUZZ_SLOTS; ++i) {
        wend_flow *flow = f->objects[KIND_FLOW][i].it;
        count += flow != NULL && check_flow_pair(f, flow) ? 1 : 0;
    }
    return count;
}
