/* Each call that can refuse an argument is made to refuse one, and says which, what it was
 * given and what it expects. A call or an object of the headers that has no line here fails.
 *
 *     api_sentences FOLDER_OF_HEADERS [--print]: all sentences, for reading
 */
#include "sentences.h"

#include <stdio.h>
#include <string.h>

static int failures;
static bool is_printed;
static char named[800][64]; /* the calls that were tried */
static size_t named_count;

static void fail(const char *call, const char *text, const char *what)
{
    fprintf(stderr, "%s: \"%s\" %s\n", call, text, what);
    failures++;
}

/* The name of the function that a written call calls. */
static void name_of(const char *call, char name[64])
{
    snprintf(name, 64, "%.*s", (int)strcspn(call, "("), call);
}

void told(const char *call, wend_result result, const char *text, const char *const *words,
          size_t count)
{
    char name[64];
    name_of(call, name);
    snprintf(named[named_count++ % 800], 64, "%s", name);
    if (is_printed) {
        printf("%s\n", text);
    }
    if (result >= 0) {
        fail(call, wend_result_text(result), "is no failure");
    }
    for (size_t i = 0; i < count; i++) {
        if (strstr(text, words[i]) == NULL) {
            fail(call, text, words[i]);
        }
    }
}

static bool is_tried(const char *name)
{
    for (size_t i = 0; i < named_count && i < 800; i++) {
        if (strcmp(named[i], name) == 0) {
            return true;
        }
    }
    return false;
}

/* These refuse only an object that is NULL, or fail only for lack of memory. */
static const char *const without[] = {"wend_check_floating_point",
                                      "wend_clearance_update",
                                      "wend_crowd_tick",
                                      "wend_flow_update",
                                      "wend_graph_compact",
                                      "wend_grid_walls_update",
                                      "wend_islands_update",
                                      "wend_mesh_space_update",
                                      "wend_space_prepare",
                                      "wend_space_update",
                                      "wend_space_update_sliced",
                                      "wend_pathfinder_update",
                                      "wend_planner_update",
                                      "wend_planner_save",
                                      "wend_planner_settle",
                                      "wend_hierarchy_update",
                                      "wend_level_from_mesh",
                                      "wend_graph_load",
                                      "wend_mesh_load",
                                      "wend_index_build",
                                      "wend_index_load",
                                      "wend_table_load",
                                      "wend_grid_load",
                                      "wend_crowd_load",
                                      "wend_flow_load_stream",
                                      "wend_bake_run",
                                      "wend_explored_map_update",
                                      "wend_explorers_update",
                                      "wend_mesh_space_update_sliced",
                                      "wend_reservations_revoke",
                                      "wend_cover_update",
                                      "wend_predictor_begin_sequence",
                                      "wend_predictor_clear",
                                      "wend_squads_set_formation",
                                      "wend_tactics_clear",
                                      "wend_messages_clear",
                                      "wend_smell_update",
                                      "wend_markers_clear",
                                      "wend_memories_share",
                                      "wend_traffic_clear",
                                      "wend_commander_report_gone",
                                      "wend_terrain_analysis_update",
                                      "wend_influence_clear_events",
                                      "wend_influence_update",
                                      "wend_senses_update",
                                      "wend_minds_update"};

/* Objects of which no call can fail once they are there. */
static bool has_no_failures(const char *object)
{
    return strcmp(object, "mesh_cut") == 0;
}

/* Calls with a message that are neither tried nor listed above. @param has_recast with calls of
 * wend_recast. */
static void look_for_gaps(const api_calls *all, bool has_recast)
{
    for (size_t i = 0; i < all->object_count; i++) {
        if (!all->objects[i].has_error && !has_no_failures(all->objects[i].name)) {
            fail(all->objects[i].name, "", "has no function _error");
        }
    }
    for (size_t i = 0; i < all->call_count; i++) {
        const api_call *call = &all->calls[i];
        bool is_fine =
            is_tried(call->name) || (call->object[0] == 0 && !call->has_message && !call->has_def);
        is_fine |= !has_recast && strstr(call->name, "_bake") != NULL;
        for (size_t k = 0; k < sizeof without / sizeof *without; k++) {
            is_fine |= strcmp(call->name, without[k]) == 0;
        }
        if (!is_fine) {
            fail(call->name, "", "is not tried");
        }
    }
}

int main(int argc, char **argv)
{
    static api_calls all;
    is_printed = argc > 2 && strcmp(argv[2], "--print") == 0;
    if (argc < 2) {
        return 4;
    }
    api_calls_read(&all, argv[1]);
    try_worlds();
    try_routes();
    try_crowds();
    try_reserve();
    try_cover();
    try_trigger();
    try_memories();
    try_minds();
    try_machines();
    try_messages();
    try_commander();
    try_mix();
    try_traffic();
    try_terrain_analysis();
    try_influence();
    try_senses();
    try_rules();
    try_squads();
    try_thinking();
    try_files();
    bool has_recast = false;
#if defined(WEND_HAVE_RECAST)
    try_bakes();
    has_recast = true;
#endif
    look_for_gaps(&all, has_recast);
    printf("%zu sentences of %zu calls and %zu objects, %d failures\n", named_count, all.call_count,
           all.object_count, failures);
    return failures == 0 && all.call_count > 200 && all.object_count > 20 ? 0 : 1;
}
