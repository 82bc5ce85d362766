/* The message of an object or a definition for a failed call is about that call, and has more than
 * the name of the result. */
#include "calls.h"
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Functions of one object each, called through their own types. */
static const char *grid_error(const void *it)
{
    return wend_grid_error(it);
}
static const char *walls_error(const void *it)
{
    return wend_walls_error(it);
}
static const char *graph_error(const void *it)
{
    return wend_graph_error(it);
}
static const char *mesh_error(const void *it)
{
    return wend_mesh_error(it);
}
static const char *level_error(const void *it)
{
    return wend_level_error(it);
}
static const char *clearance_error(const void *it)
{
    return wend_clearance_error(it);
}
static const char *islands_error(const void *it)
{
    return wend_islands_error(it);
}
static const char *space_error(const void *it)
{
    return wend_space_error(it);
}
static const char *search_error(const void *it)
{
    return wend_search_error(it);
}
static const char *mesh_space_error(const void *it)
{
    return wend_mesh_space_error(it);
}
static const char *mesh_search_error(const void *it)
{
    return wend_mesh_search_error(it);
}
static const char *mesh_corridor_error(const void *it)
{
    return wend_mesh_corridor_error(it);
}
static const char *finder_error(const void *it)
{
    return wend_pathfinder_error(it);
}
static const char *planner_error(const void *it)
{
    return wend_planner_error(it);
}
static const char *items_error(const void *it)
{
    return wend_items_error(it);
}
static const char *path_error(const void *it)
{
    return wend_path_error(it);
}
static const char *table_error(const void *it)
{
    return wend_table_error(it);
}
static const char *index_error(const void *it)
{
    return wend_index_error(it);
}
static const char *index_search_error(const void *it)
{
    return wend_index_search_error(it);
}
static const char *hierarchy_error(const void *it)
{
    return wend_hierarchy_error(it);
}
static const char *hierarchy_search_error(const void *it)
{
    return wend_hierarchy_search_error(it);
}
static const char *incremental_error(const void *it)
{
    return wend_incremental_error(it);
}
static const char *reservations_error(const void *it)
{
    return wend_reservations_error(it);
}
static const char *cover_error(const void *it)
{
    return wend_cover_error(it);
}
static const char *triggers_error(const void *it)
{
    return wend_triggers_error(it);
}
static const char *memories_error(const void *it)
{
    return wend_memories_error(it);
}
static const char *markers_error(const void *it)
{
    return wend_markers_error(it);
}
static const char *smell_error(const void *it)
{
    return wend_smell_error(it);
}
static const char *predictor_error(const void *it)
{
    return wend_predictor_error(it);
}
static const char *tactics_error(const void *it)
{
    return wend_tactics_error(it);
}
static const char *mix_error(const void *it)
{
    return wend_mix_error(it);
}
static const char *commander_error(const void *it)
{
    return wend_commander_error(it);
}
static const char *traffic_error(const void *it)
{
    return wend_traffic_error(it);
}
static const char *terrain_analysis_error(const void *it)
{
    return wend_terrain_analysis_error(it);
}
static const char *influence_error(const void *it)
{
    return wend_influence_error(it);
}
static const char *senses_error(const void *it)
{
    return wend_senses_error(it);
}
static const char *squads_error(const void *it)
{
    return wend_squads_error(it);
}
static const char *rules_error(const void *it)
{
    return wend_rules_error(it);
}
static const char *minds_error(const void *it)
{
    return wend_minds_error(it);
}
static const char *messages_error(const void *it)
{
    return wend_messages_error(it);
}
static const char *machines_error(const void *it)
{
    return wend_machines_error(it);
}
static const char *pool_error(const void *it)
{
    return wend_pool_error(it);
}
static const char *picture_error(const void *it)
{
    return wend_picture_error(it);
}
static const char *map_error(const void *it)
{
    return wend_map_error(it);
}
static const char *scenario_error(const void *it)
{
    return wend_scenario_error(it);
}
static const char *flow_error(const void *it)
{
    return wend_flow_error(it);
}
static const char *crowd_error(const void *it)
{
    return wend_crowd_error(it);
}

typedef struct kind_error {
    const char *name;
    const char *(*error)(const void *it);
} kind_error;

static const kind_error errors[KIND_COUNT] = {
    [KIND_GRID] = {"grid", grid_error},
    [KIND_WALLS] = {"walls", walls_error},
    [KIND_GRAPH] = {"graph", graph_error},
    [KIND_MESH] = {"mesh", mesh_error},
    [KIND_LEVEL] = {"level", level_error},
    [KIND_ITEMS] = {"items", items_error},
    [KIND_CLEARANCE] = {"clearance", clearance_error},
    [KIND_ISLANDS] = {"islands", islands_error},
    [KIND_SPACE] = {"space", space_error},
    [KIND_SEARCH] = {"search", search_error},
    [KIND_MESH_SPACE] = {"mesh_space", mesh_space_error},
    [KIND_MESH_SEARCH] = {"mesh_search", mesh_search_error},
    [KIND_MESH_CORRIDOR] = {"mesh_corridor", mesh_corridor_error},
    [KIND_PATHFINDER] = {"pathfinder", finder_error},
    [KIND_PLANNER] = {"planner", planner_error},
    [KIND_PATH] = {"path", path_error},
    [KIND_TABLE] = {"table", table_error},
    [KIND_INDEX] = {"index", index_error},
    [KIND_INDEX_SEARCH] = {"index_search", index_search_error},
    [KIND_HIERARCHY] = {"hierarchy", hierarchy_error},
    [KIND_HIERARCHY_SEARCH] = {"hierarchy_search", hierarchy_search_error},
    [KIND_INCREMENTAL] = {"incremental", incremental_error},
    [KIND_RESERVATIONS] = {"reservations", reservations_error},
    [KIND_COVER] = {"cover", cover_error},
    [KIND_TRIGGERS] = {"triggers", triggers_error},
    [KIND_MEMORIES] = {"memories", memories_error},
    [KIND_MARKERS] = {"markers", markers_error},
    [KIND_SMELL] = {"smell", smell_error},
    [KIND_PREDICTOR] = {"predictor", predictor_error},
    [KIND_TACTICS] = {"tactics", tactics_error},
    [KIND_MIX] = {"mix", mix_error},
    [KIND_COMMANDER] = {"commander", commander_error},
    [KIND_TRAFFIC] = {"traffic", traffic_error},
    [KIND_TERRAIN_ANALYSIS] = {"terrain_analysis", terrain_analysis_error},
    [KIND_INFLUENCE] = {"influence", influence_error},
    [KIND_SENSES] = {"senses", senses_error},
    [KIND_RULES] = {"rules", rules_error},
    [KIND_SQUADS] = {"squads", squads_error},
    [KIND_MINDS] = {"minds", minds_error},
    [KIND_MESSAGES] = {"messages", messages_error},
    [KIND_MACHINES] = {"machines", machines_error},
    [KIND_POOL] = {"pool", pool_error},
    [KIND_PICTURE] = {"picture", picture_error},
    [KIND_MAP] = {"map", map_error},
    [KIND_SCENARIO] = {"scenario", scenario_error},
    [KIND_FLOW] = {"flow", flow_error},
    [KIND_CROWD] = {"crowd", crowd_error},
};

const char *sentences_of(fuzz_kind kind, const void *it)
{
    return errors[kind].error == NULL ? "" : errors[kind].error(it);
}

static const char *sentences_file;
static api_calls all;

void sentences_begin(const char *file)
{
    sentences_file = file;
    api_calls_read(&all, WEND_HEADERS);
}

/* True if a sentence is about this call, and more than the text of the result. Messages of readers
 * and writers of files begin with the position in the file instead of the name of the call. */
static bool is_told(const char *text, const api_call *call, wend_result result)
{
    const char *name = call->name;
    const size_t length = strlen(name);
    if (call->is_io && call->object[0] == 0) {
        return text[0] != 0 &&
               (result == WEND_ERROR_MEMORY || strcmp(text, wend_result_text(result)) != 0);
    }
    const bool is_named = strncmp(text, name, length) == 0 && strncmp(text + length, ": ", 2) == 0;
    return is_named && (result == WEND_ERROR_MEMORY ||
                        strcmp(text + length + 2, wend_result_text(result)) != 0);
}

/* The message of an object of this step about the call; else any message of one of them. */
static const char *object_text(const fuzz *f, fuzz_kind kind, const api_call *call,
                               wend_result result)
{
    const char *text = NULL;
    for (uint32_t i = 0; i < FUZZ_SLOTS; ++i) {
        const fuzz_object *object = &f->objects[kind][i];
        if (object->it != NULL && object->pinned == f->step + 1) {
            const char *other = errors[kind].error(object->it);
            if (is_told(other, call, result)) {
                return other;
            }
            text = other;
        }
    }
    return text;
}

static void look(const fuzz *f, const char *text, const api_call *call, wend_result result,
                 const char *where)
{
    const bool is_right = is_told(text, call, result);
    if (sentences_file != NULL) {
        FILE *file = fopen(sentences_file, "a");
        if (file != NULL) {
            fprintf(file, "%s\t%s\t%s\t%s\t%s\n", is_right ? "ok" : "BAD", call->name, where,
                    wend_result_text(result), text);
            fclose(file);
        }
    } else if (!is_right) {
        char what[600];
        snprintf(what, sizeof what, "%s fails (\"%s\"), and its %s says \"%s\"", call->name,
                 wend_result_text(result), where, text);
        fuzz_fail(f, __FILE__, __LINE__, what);
    }
}

void sentences_look(const fuzz *f, const char *name, const char *text, wend_result result)
{
    if (result < 0) {
        look(f, text, api_calls_find(&all, name), result, "object");
    }
}

void sentences_check(fuzz *f, const char *text, wend_result result)
{
    const api_call *call =
        result < 0 && result != WEND_ERROR_BUSY ? api_calls_find(&all, text) : NULL;
    if (call == NULL) {
        return;
    }
    if ((call->has_message || (call->has_def && !f->has_garbage)) && f->has_message) {
        look(f, f->message.text, call, result, "message");
    }
    for (uint32_t k = 0; k < KIND_COUNT && call->object[0] != 0; ++k) {
        const bool is_kind = errors[k].name != NULL && strcmp(errors[k].name, call->object) == 0;
        const char *said =
            is_kind && !f->got_none[k] ? object_text(f, (fuzz_kind)k, call, result) : NULL;
        if (said != NULL) {
            look(f, said, call, result, "object");
        }
    }
}
