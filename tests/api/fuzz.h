/* Random calls of the public functions, one after the other, on objects that the calls
 * before them made.
 *
 *     seed, episode --> which rooms --> step by step: an action of a room --> calls --> checks
 *
 * Each step draws its numbers from (seed, episode, step) alone, so that steps can be left out of an
 * episode that fails and the others stay what they are.
 */
#ifndef TEST_API_FUZZ_H
#define TEST_API_FUZZ_H

#include "wend/io.h"

typedef enum fuzz_kind {
    KIND_GRID,
    KIND_WALLS,
    KIND_GRAPH,
    KIND_MESH,
    KIND_LEVEL,
    KIND_ITEMS,
    KIND_CLEARANCE,
    KIND_ISLANDS,
    KIND_SPACE,
    KIND_SEARCH,
    KIND_MESH_SPACE,
    KIND_MESH_SEARCH,
    KIND_MESH_CORRIDOR,
    KIND_PATHFINDER,
    KIND_PLANNER,
    KIND_TABLE,
    KIND_INDEX,
    KIND_INDEX_SEARCH,
    KIND_HIERARCHY,
    KIND_HIERARCHY_SEARCH,
    KIND_INCREMENTAL,
    KIND_PATH,
    KIND_FLOW,
    KIND_CROWD,
    KIND_TRIGGERS,
    KIND_COVER,
    KIND_RESERVATIONS,
    KIND_MEMORIES,
    KIND_MARKERS,
    KIND_SMELL,
    KIND_PREDICTOR,
    KIND_TACTICS,
    KIND_MACHINES,
    KIND_MESSAGES,
    KIND_MIX,
    KIND_COMMANDER,
    KIND_TRAFFIC,
    KIND_TERRAIN_ANALYSIS,
    KIND_INFLUENCE,
    KIND_SENSES,
    KIND_RULES,
    KIND_SQUADS,
    KIND_MINDS,
    KIND_POOL,
    KIND_PICTURE,
    KIND_MAP,
    KIND_SCENARIO,
    KIND_BYTES, /* a fuzz_bytes */
    KIND_COUNT
} fuzz_kind;

enum { FUZZ_SLOTS = 3, FUZZ_PARENTS = 10, FUZZ_SCRATCH = 64, FUZZ_SIDE = 24 };

/* The objects that an object was made of outlive it. */
typedef struct fuzz_object {
    void *it;
    const void *parents[FUZZ_PARENTS];
    uint64_t pinned; /* 1 + the last step that uses it */
} fuzz_object;

/* A file in memory. */
typedef struct fuzz_bytes {
    size_t count;
    uint8_t bytes[];
} fuzz_bytes;

typedef struct fuzz {
    uint64_t seed, episode, step, draw;
    const char *action;
    bool is_sound; /* no unsound arguments, no refused memory */
    bool is_loud;
    fuzz_object objects[KIND_COUNT][FUZZ_SLOTS];
    void *scratch[FUZZ_SCRATCH];
    size_t scratch_count;
    wend_allocator allocator;
    size_t bytes_used;
    uint32_t refuse_in; /* so many requests until one is refused; 0 = none is */
    bool has_refused;
    fuzz_kind watched_kind; /* of the object that a call which fails must leave as it is */
    const void *watched;
    uint64_t watched_hash;
    uint32_t depth; /* of callbacks that call back in */
    fuzz_kind busy_kind;
    void *busy;                /* object that callbacks of this step call back into; NULL: none */
    bool got_none[KIND_COUNT]; /* this step was given NULL for one of the kind */
    bool has_message;          /* the call in hand was given the message, */
    bool has_garbage;          /* in a definition that must not be trusted */
    wend_message message;
} fuzz;

typedef struct fuzz_action {
    const char *name;
    void (*run)(fuzz *f);
    uint32_t weight;
} fuzz_action;

typedef struct fuzz_room {
    const char *name;
    const fuzz_action *actions;
    size_t count;
} fuzz_room;

extern const fuzz_room *const fuzz_rooms[];
extern const size_t fuzz_room_count;

/* A folder for files of this run. */
extern char fuzz_folder[];

/* ---- checks ---- */

/** A condition of the last call that must hold. */
#define CHECK(f, condition) ((condition) ? (void)0 : fuzz_fail((f), __FILE__, __LINE__, #condition))
/** A call and the results that its header names beside WEND_OK, as letters: A argument, B busy,
 * F full, I in progress, L file, M memory (where the allocator refused), N no path, P partial,
 * S stale, T truncated, U unsupported, m memory without a request. */
#define GIVES(f, call, letters)                                                                    \
    (fuzz_before(f), fuzz_after((f), (call), (letters), __FILE__, __LINE__, #call))

/** Prints what does not hold and ends the process with 3. */
_Noreturn void fuzz_fail(const fuzz *f, const char *file, int line, const char *text);
void fuzz_before(fuzz *f);
wend_result fuzz_after(fuzz *f, wend_result result, const char *letters, const char *file, int line,
                       const char *call);
/** Reads the headers. @param file all sentences are added to it, and none is checked; or NULL. */
void sentences_begin(const char *file);
/** Checks the messages of a failed call. @param text the call, as it is written. */
void sentences_check(fuzz *f, const char *text, wend_result result);
/** The message of an object's last failure; "" if its kind has none. */
const char *sentences_of(fuzz_kind kind, const void *it);
/** The same as sentences_check of an object that is no kind: the text of its error is given. */
void sentences_look(const fuzz *f, const char *name, const char *text, wend_result result);
/** The next call of GIVES leaves the object's hash as it is if it fails. NULL is fine. */
void fuzz_watch(fuzz *f, fuzz_kind kind, const void *it);
/** The fingerprint of an object of a kind that has one, else 0. */
uint64_t fuzz_hash(fuzz_kind kind, const void *it);

/* ---- numbers ---- */

uint64_t roll(fuzz *f);
uint32_t below(fuzz *f, uint32_t count);
/** True once in so many times. */
bool chance(fuzz *f, uint32_t once_in);
/** The same, but never where everything is to be sound. */
bool unsound(fuzz *f, uint32_t once_in);
/** low to high, both ends often; unsound ones: beyond them, NaN, infinity, wild. */
double real(fuzz *f, double low, double high);
int32_t whole(fuzz *f, int32_t low, int32_t high);
/** 0 to most; unsound ones: beyond, and the largest. */
uint32_t count_to(fuzz *f, uint32_t most);
/** Any bits. */
double wild(fuzz *f);
/** On ground of FUZZ_SIDE metres, often at corners and middles of cells. */
wend_vec2 somewhere(fuzz *f);
wend_vec3 somewhere_high(fuzz *f);
/** 0 to limit - 1; unsound: beyond, none. */
wend_node some_node(fuzz *f, uint32_t limit);
wend_cost some_cost(fuzz *f);
/** Sometimes takes the cookie of a definition away. */
void some_cookie(fuzz *f, uint32_t *cookie);
/** One of the ids ({index1, generation}), or one that is stale, foreign, or none. */
void some_id(fuzz *f, const void *ids, size_t count, void *id);

/* ---- memory ---- */

/** [count] of so many bytes, exactly, zeroed; freed after the step. Never NULL. */
void *scratch(fuzz *f, size_t count, size_t bytes);
/** A budget of few steps or many, or NULL. */
wend_budget *some_budget(fuzz *f, wend_budget *budget);
/** The counting allocator, libc's, or NULL. */
const wend_allocator *some_allocator(fuzz *f);
/** Serial, backwards, or a pool's. */
wend_executor some_executor(fuzz *f);
/** Callbacks that take what is drawn, some of them missing. */
const wend_draw *some_draw(fuzz *f, wend_draw *draw);
wend_message *some_message(fuzz *f);

/* ---- objects ---- */

/** An object of the kind; one is made where there is none. Sometimes NULL. */
void *get(fuzz *f, fuzz_kind kind);
/** An existing one, else NULL. */
void *get_old(fuzz *f, fuzz_kind kind);
/** Keeps a new object (NULL is let be); another one has to go where there is no room. @return the
 * object; NULL where all others are in use and it was destroyed. */
void *keep(fuzz *f, fuzz_kind kind, void *it, const void *a, const void *b, const void *c);
/** One more thing that must outlive an object. */
void keep_parent(fuzz *f, fuzz_kind kind, const void *it, const void *parent);
/** Destroys the object and all that was made of it. */
void drop(fuzz *f, fuzz_kind kind, void *it);
void drop_all(fuzz *f);
/** Ends the queries under way on all that was made of it: it is about to be edited. */
void quiet(fuzz *f, const void *it);
/** Was the second made of the first, directly or not? */
bool is_made_of(const fuzz *f, const void *parent, const void *it);

/* ---- callbacks that call back in ---- */

/** Callbacks of this step may call the object, which is in the middle of a call that calls them. */
void may_call_back(fuzz *f, fuzz_kind kind, void *it);
/** For callbacks: calls the object that calls them, which refuses to be changed, and others. */
void call_back(void);

/** Saves and loads all objects that can be, at the end of an episode. @return how many. */
uint32_t check_pairs(fuzz *f);
/** Writes an object in every format of its kind, and reads it from there. @return how many. */
uint32_t check_stores(fuzz *f, fuzz_kind kind, const void *it);

/* ---- what several rooms make ---- */

wend_grid_def some_grid_def(fuzz *f);
void make_grid(fuzz *f);
void make_walls(fuzz *f);
void make_graph(fuzz *f);
void make_mesh(fuzz *f);
void make_level(fuzz *f);
void make_items(fuzz *f);
void make_clearance(fuzz *f);
void make_islands(fuzz *f);
void make_space(fuzz *f);
void make_search(fuzz *f);
void make_mesh_space(fuzz *f);
void make_mesh_search(fuzz *f);
void make_mesh_corridor(fuzz *f);
void make_ways(fuzz *f);
void make_planner(fuzz *f);
void make_table(fuzz *f);
void make_index(fuzz *f);
void make_index_search(fuzz *f);
void make_hierarchy(fuzz *f);
void make_hierarchy_search(fuzz *f);
void make_incremental(fuzz *f);
void make_path(fuzz *f);
void make_flow(fuzz *f);
void make_crowd(fuzz *f);
void make_triggers(fuzz *f);
void make_cover(fuzz *f);
void make_reservations(fuzz *f);
void make_memories(fuzz *f);
void make_markers(fuzz *f);
void make_smell(fuzz *f);
void make_predictor(fuzz *f);
void make_tactics(fuzz *f);
void make_machines(fuzz *f);
void make_messages(fuzz *f);
void make_mix(fuzz *f);
void make_commander(fuzz *f);
void make_traffic(fuzz *f);
void make_terrain_analysis(fuzz *f);
void make_influence(fuzz *f);
void make_senses(fuzz *f);
void make_rules(fuzz *f);
void make_squads(fuzz *f);
void make_minds(fuzz *f);
void make_pool(fuzz *f);
void make_picture(fuzz *f);
void make_map(fuzz *f);
void make_scenario(fuzz *f);
void make_bytes(fuzz *f);

/** Another flow over the same grids with the same options; NULL: the definition of the flow is not
 * known. The caller destroys it. */
wend_flow *make_flow_like(fuzz *f, const wend_flow *flow);
uint32_t some_class(fuzz *f);
uint32_t some_team(fuzz *f);
uint32_t some_stops(fuzz *f);
/** Of the grid; 0 for NULL. */
uint32_t grid_nodes(const wend_grid *grid);
wend_body_id some_body(fuzz *f, const wend_crowd *crowd);
wend_flow_request_id some_order(fuzz *f, const wend_flow *flow);
wend_mesh_location some_mesh_place(fuzz *f, const wend_mesh *mesh);
bool some_is_goal(void *user, wend_node node);
bool some_is_item(void *user, uint64_t agent, wend_item_id item);
/** Sets what a query asks of items and tags; sometimes nothing. @return the items, or NULL. */
const wend_items *ask_items(fuzz *f, wend_path_query *query);
/** Its values are drawn by remember_estimate. */
wend_cost some_estimate(void *user, wend_node node, wend_node goal);
void remember_estimate(fuzz *f);
/** In scratch memory. */
const wend_turning *some_turning(fuzz *f);
wend_search_query some_query(fuzz *f, const wend_space *space);
/** A copy of bytes with some of them changed, cut or added. */
uint8_t *damaged(fuzz *f, const uint8_t *bytes, size_t *count);

/** A callback of minds. @param user the fuzz. */
void some_think(void *user, wend_mind_turn *turn);
/** A callback of rules: computes a fact. */
bool some_call(void *user, uint64_t agent, uint32_t fact, const double *facts, double *value);

/* ---- between the files of a room ---- */

/** Of room_crowd.c: route sources of the crowd may call it while it is in a call of this step. */
void let_call_back(fuzz *f, wend_crowd *crowd);
/* formations.c, of the room of crowds */
void form_up(fuzz *f);
void order_formation(fuzz *f);
void join_up(fuzz *f);
void order_social_group(fuzz *f);
/* exits.c, of the room of crowds */
void open_exit(fuzz *f);
void leave_by_exits(fuzz *f);
void assign(fuzz *f);
/* graph_tables.c, of the room of graphs */
void ask_table(fuzz *f);
void save_table(fuzz *f);
void build_index(fuzz *f);
void ask_index(fuzz *f);
void save_index(fuzz *f);

#endif
