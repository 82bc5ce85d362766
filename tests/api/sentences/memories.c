/* Messages of what agents remember. */
#include "sentences.h"

static wend_message m;

static void try_observations(wend_memories *memories)
{
    wend_memory_observation o = wend_memory_observation_default();
    TOLD(wend_memories_observe(memories, 9, &o), wend_memories_error(memories),
         "wend_memories_observe: there is no agent 9");
    o.kind = 64;
    TOLD(wend_memories_observe(memories, 1, &o), wend_memories_error(memories),
         "wend_memories_observe: kind is 64", "number of kinds is 64");
    o.kind = 0;
    o.certainty = 2;
    TOLD(wend_memories_observe(memories, 1, &o), wend_memories_error(memories), "certainty is 2",
         "must be above 0 and at most 1");
    o.certainty = 0;
    TOLD(wend_memories_observe(memories, 1, &o), wend_memories_error(memories), "certainty is 0",
         "must be above 0 and at most 1");
    o.certainty = 1;
    o.danger = -1;
    TOLD(wend_memories_observe(memories, 1, &o), wend_memories_error(memories), "danger is -1",
         "0 to 1048576");
    o.danger = 0;
    o.has_velocity = true;
    o.velocity.y = 1e9;
    TOLD(wend_memories_observe(memories, 1, &o), wend_memories_error(memories), "velocity.y is",
         "-65536 to 65536");
    TOLD(wend_memories_report_empty(memories, 1, (wend_vec2){0, 0}, -1, 1, NULL),
         wend_memories_error(memories), "wend_memories_report_empty: radius is -1", "0 or more");
    TOLD(wend_memories_report_gone(memories, 7, 1), wend_memories_error(memories),
         "wend_memories_report_gone: there is no agent 7");
    TOLD(wend_memories_forget(memories, 7, 1), wend_memories_error(memories),
         "wend_memories_forget: there is no agent 7");
    TOLD(wend_memories_forget_all(memories, 7), wend_memories_error(memories),
         "wend_memories_forget_all: there is no agent 7");
    TOLD(wend_memories_tell(memories, 1, 7, NULL), wend_memories_error(memories),
         "wend_memories_tell: there is no agent 7");
}

static void try_perceptions(wend_memories *memories)
{
    wend_memory_senses_options o = wend_memory_senses_options_default();
    const wend_senses_def def = wend_senses_def_default();
    const wend_vec3 at = {0, 0, 0};
    wend_senses *senses = NULL;
    (void)wend_senses_create(&def, &senses);
    TOLD(wend_memories_observe_senses(memories, NULL, &o, NULL), wend_memories_error(memories),
         "wend_memories_observe_senses: senses is NULL");
    o.hearing = 2;
    TOLD(wend_memories_observe_senses(memories, senses, &o, NULL), wend_memories_error(memories),
         "wend_memories_observe_senses: hearing is 2", "0 to 1");
    o.hearing = 0;
    o.hostile_danger = -1;
    TOLD(wend_memories_observe_senses(memories, senses, &o, NULL), wend_memories_error(memories),
         "hostile_danger is -1", "0 to 1048576");
    o.hostile_danger = 0;
    o.unknown_kind = 64;
    TOLD(wend_memories_observe_senses(memories, senses, &o, NULL), wend_memories_error(memories),
         "unknown_kind is 64", "number of kinds is 64");
    o.unknown_kind = 0;
    o.unknown_subject = UINT64_MAX;
    TOLD(wend_memories_observe_senses(memories, senses, &o, NULL), wend_memories_error(memories),
         "unknown_subject is", "0 to 9");
    TOLD(wend_memories_observe_smell(memories, 7, NULL, at, NULL, NULL, NULL),
         wend_memories_error(memories), "wend_memories_observe_smell: there is no agent 7");
    TOLD(wend_memories_observe_smell(memories, 1, NULL, at, NULL, NULL, NULL),
         wend_memories_error(memories), "wend_memories_observe_smell: smell is NULL");
    wend_senses_destroy(senses);
}

static void try_agents(wend_memories *memories)
{
    wend_memory_kind kind = wend_memory_kind_default();
    TOLD(wend_memories_add_agent(memories, 1), wend_memories_error(memories),
         "wend_memories_add_agent: there is an agent 1 already");
    TOLD(wend_memories_remove_agent(memories, 7), wend_memories_error(memories),
         "wend_memories_remove_agent: there is no agent 7");
    TOLD(wend_memories_join(memories, 7, 1), wend_memories_error(memories),
         "wend_memories_join: there is no agent 7");
    TOLD(wend_memories_leave(memories, 7, 1), wend_memories_error(memories),
         "wend_memories_leave: there is no agent 7");
    TOLD(wend_memories_set_kind(memories, 99, &kind), wend_memories_error(memories),
         "wend_memories_set_kind: kind is 99", "number of kinds is 64");
    kind.threshold = 3;
    TOLD(wend_memories_set_kind(memories, 9, &kind), wend_memories_error(memories),
         "threshold is 3", "0 to 1");
    (void)wend_memories_set_tick(memories, 5);
    TOLD(wend_memories_set_tick(memories, 3), wend_memories_error(memories),
         "wend_memories_set_tick: tick is 3", "5 to");
}

static void try_markers(void)
{
    wend_markers_def def = wend_markers_def_default();
    wend_marker marker = wend_marker_default();
    wend_markers *markers = NULL, *loaded = NULL;
    def.message = &m;
    def.marker_limit = 0;
    TOLD(wend_markers_create(&def, &markers), m.text, "wend_markers_create: marker_limit is 0",
         "1 to 4194304");
    def.marker_limit = 9;
    TOLD(wend_markers_create(&def, NULL), m.text, "wend_markers_create: markers is NULL");
    (void)wend_markers_create(&def, &markers);
    marker.kind = 64;
    TOLD(wend_markers_add(markers, &marker, NULL), wend_markers_error(markers),
         "wend_markers_add: kind is 64", "number of kinds is 64");
    marker.kind = 0;
    marker.direction.y = 1e30;
    TOLD(wend_markers_add(markers, &marker, NULL), wend_markers_error(markers),
         "direction.y is 1e+30", "to 1073741824");
    TOLD(wend_markers_remove(markers, (wend_marker_id){3, 1}), wend_markers_error(markers),
         "wend_markers_remove: marker 3 of generation 1");
    (void)wend_markers_set_tick(markers, 5);
    TOLD(wend_markers_set_tick(markers, 3), wend_markers_error(markers),
         "wend_markers_set_tick: tick is 3", "5 to");
    TOLD(wend_markers_load(&def, (const uint8_t *)"abc", 3, &loaded), m.text,
         "wend_markers_load: ");
    wend_markers_destroy(markers);
}

static void try_smell(void)
{
    wend_grid_def grid_def = wend_grid_def_default();
    wend_smell_def def = wend_smell_def_default();
    wend_smell_source source = wend_smell_source_default();
    wend_grid *grid = NULL;
    wend_smell *smell = NULL, *loaded = NULL;
    wend_smell_id id;
    grid_def.width = grid_def.height = 4;
    (void)wend_grid_create(&grid_def, &grid);
    def.message = &m;
    TOLD(wend_smell_create(&def, &smell), m.text, "wend_smell_create: grid is NULL");
    def.grid = grid;
    def.trail_strength = 2;
    TOLD(wend_smell_create(&def, &smell), m.text, "trail_strength is 2", "0 to 1");
    def.trail_strength = 1;
    (void)wend_smell_create(&def, &smell);
    source.radius = 65;
    TOLD(wend_smell_add_source(smell, &source, &id), wend_smell_error(smell),
         "wend_smell_add_source: radius is 65", "0 to 64");
    source.radius = 1;
    (void)wend_smell_add_source(smell, &source, &id);
    source.kind = 64;
    TOLD(wend_smell_set_source(smell, id, &source), wend_smell_error(smell),
         "wend_smell_set_source: kind is 64", "number of kinds is 64");
    TOLD(wend_smell_move(smell, id, (wend_vec2){1e30, 0}), wend_smell_error(smell),
         "wend_smell_move: position.x is 1e+30");
    TOLD(wend_smell_remove_source(smell, (wend_smell_id){7, 1}), wend_smell_error(smell),
         "wend_smell_remove_source: source 7 of generation 1");
    (void)wend_smell_set_tick(smell, 5);
    TOLD(wend_smell_set_tick(smell, 3), wend_smell_error(smell), "tick is 3", "5 to");
    TOLD(wend_smell_load(&def, (const uint8_t *)"abc", 3, &loaded), m.text, "wend_smell_load: ");
    wend_smell_destroy(smell);
    wend_grid_destroy(grid);
}

void try_memories(void)
{
    try_smell();
    try_markers();
    wend_memories_def def = wend_memories_def_default();
    wend_memories *memories = NULL, *loaded = NULL;
    def.message = &m;
    def.record_limit = 0;
    TOLD(wend_memories_create(&def, &memories), m.text, "wend_memories_create: record_limit is 0",
         "1 to 256");
    def.record_limit = 3;
    TOLD(wend_memories_create(&def, NULL), m.text, "wend_memories_create: memories is NULL");
    (void)wend_memories_create(&def, &memories);
    (void)wend_memories_add_agent(memories, 1);
    try_agents(memories);
    try_observations(memories);
    try_perceptions(memories);
    TOLD(wend_memories_load(&def, (const uint8_t *)"abc", 3, &loaded), m.text,
         "wend_memories_load: ");
    wend_memories_destroy(memories);
}
