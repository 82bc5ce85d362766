/* The parts of a mesh search. Each method has its own memory, allocated when the method is first
 * used and kept.
 *
 *   search.c     the public face: create, start, run, answer
 *   query.c      checks of a query, location of its ends
 *   failure.c    the sentence for a query without a path
 *   goals.c      goals by cells
 *   exact.c      interval search (Polyanya); exact_goals.c: goals and links;
 *                exact_visibility.h: the part of a cell in a cone; exact_path.c: the path found
 *   mesh_disc/   the same for a radius
 *   midpoint.c   A* over edge midpoints and centroids, then funnel.c
 *   trace.c      the path as points and polygons
 *   tree.c       the shortest paths to one goal from everywhere
 *
 *   start --> begin of the method --> check, advance, advance, ... (a slice of steps each)
 *         --> trace, measure --> answer
 *
 *       left bound                A node of the interval search: the ground behind an edge that is
 *          \   edge   /           seen from a root between two bounds. A bound is a ray from the
 *      -----+========+------      root past a corner, or, just after the path bent around the root,
 *            \      /             the line on from the previous root. The interval on the edge is
 *             \    / right bound  not stored: whether a corner lies within the bounds is an exact
 *              \  /               orientation test of three points that were never rounded.
 *                 root */
#ifndef WENDI_ROUTE_MESH_SEARCH_SEARCH_H
#define WENDI_ROUTE_MESH_SEARCH_SEARCH_H

#include "base/core/array.h"
#include "base/core/message.h"
#include "route/frontier/length_queue.h"
#include "route/mesh_search/tree.h"
#include "route/mesh_space/space.h"

/** No number. */
#define WENDI_MESH_NONE UINT32_MAX

/* ---- interval search ---- */

/** A point where paths bend, begin, or leave a link. */
typedef struct wendi_mesh_root {
    wend_vec2 point;
    double length;   /* of the path up to here */
    uint32_t vertex; /* of the mesh; vertex_count + link for the end of a link; NONE = the start */
    uint32_t parent; /* the root before, NONE = none */
} wendi_mesh_root;

enum {
    WENDI_BOUND_IS_END = 1,    /* the bound's point is that end of the edge */
    WENDI_BOUND_IS_ROOT = 2,   /* the root is that end of the edge: nothing bounds on this side */
    WENDI_BOUND_IS_PARENT = 4, /* the bound is the line from the parent's root through the root */
    WENDI_BOUND_RIGHT = 3      /* shift of the right bound's bits */
};

typedef struct wendi_mesh_node {
    wend_vec2 left, right; /* points of the bounds */
    uint32_t half;         /* the edge, as a half of the cell beyond; for links: NONE */
    uint32_t root;
    uint32_t bounds; /* bits of the left bound, and of the right one shifted */
} wendi_mesh_node;

typedef struct wendi_mesh_goal {
    wend_mesh_location place;
    wend_vec2 point; /* of the location */
    uint32_t index;  /* in the query's list */
    uint32_t cell;
    uint32_t next; /* another goal in the same cell */
} wendi_mesh_goal;

/** Beginning of a search: the start in one fan of cells around it. A start has several fans where
 * ground touches only diagonally in it. */
typedef struct wendi_mesh_start {
    uint32_t polygon, cell;
} wendi_mesh_start;

/** The best path found so far to any goal. */
typedef struct wendi_mesh_best {
    double length; /* of midpoint and centroid search the cost, before the path is pulled tight;
                      infinity = none yet */
    wend_vec2 point;
    uint32_t root; /* the last root, or node of the midpoint search */
    uint32_t goal; /* index, or polygon for a predicate */
} wendi_mesh_best;

/** The nearest goal of a group. */
typedef struct wendi_mesh_group {
    double length; /* as wendi_mesh_best; infinity = none yet */
    uint32_t goal; /* the query's index */
} wendi_mesh_group;

/** The searched point that is nearest to a goal, where partial answers lead. */
typedef struct wendi_mesh_nearest {
    double estimate; /* least estimated remaining cost; infinity = none yet */
    uint32_t root;   /* as in wendi_mesh_best; NONE = the start */
    uint32_t half;   /* exact search: the edge that the point lies on, */
    wend_vec2 point; /* and the point */
} wendi_mesh_nearest;

/** The least known length of a path to a vertex, in the query with this stamp. */
typedef struct wendi_mesh_vertex_record {
    double length;
    uint32_t stamp;
} wendi_mesh_vertex_record;

typedef struct wendi_mesh_intervals {
    wendi_mesh_node *nodes;
    size_t node_count, node_capacity;
    wendi_mesh_root *roots;
    size_t root_count, root_capacity;
    wendi_length_queue queue;
    wendi_length_entry next_entry;   /* an entry beside the queue; number NONE = none */
    wendi_mesh_vertex_record *known; /* [known_capacity] by vertex, then by link */
    uint32_t known_capacity;
    uint32_t stamp;
} wendi_mesh_intervals;

/* ---- trees of goals ---- */

/** A cell that a tree's search has come into, and the interval by which it came. */
typedef struct wendi_mesh_visit {
    wendi_mesh_node node;
    uint32_t next; /* another one of the cell; NONE = none */
} wendi_mesh_visit;

typedef struct wendi_mesh_visits {
    uint32_t *firsts; /* [cell_count] the latest of each cell; NONE = none */
    wendi_mesh_visit *items;
    size_t count, capacity;
} wendi_mesh_visits;

/** The answer of a tree to a query. */
typedef struct wendi_mesh_treed {
    const wendi_mesh_tree *tree;
    double length;
    wend_vec2 bend;       /* behind the start, where there is one, */
    bool has_bend;        /* before the root */
    uint32_t root;        /* of the tree */
    uint32_t start, goal; /* of the query */
} wendi_mesh_treed;

/** Notes the cell that a node leads into. @return false without memory. */
bool wendi_mesh_visits_add(wend_mesh_search *search, const wendi_mesh_node *node, uint32_t cell);

/* ---- midpoint and centroid search ---- */

/* A* over edge midpoints, or over cell centroids.
 *
 *     +-----+-----+    A search node is a half by which a cell is entered (the midpoint of its
 *     |  o--|--o  |    edge), a cell (its centroid), or the end of a link. From each, all edges of
 *     +-----+--|--+    its cell can be crossed. The path is afterwards pulled tight in the cells it
 *           |  o  |    passes.
 *           +-----+ */
typedef struct wendi_mesh_midpoint_node {
    double cost;
    uint32_t stamp;
    uint32_t before; /* the previous node; NONE = the start */
    uint32_t half;   /* entered by this half of its cell; NONE: by a link, or the start */
    bool is_done;
} wendi_mesh_midpoint_node;

typedef struct wendi_mesh_midpoint {
    wendi_mesh_midpoint_node
        *nodes; /* [node_capacity] by half or cell; then by link; the last is the start */
    uint32_t node_capacity, node_count;
    uint32_t stamp;
    wendi_length_queue queue;
    uint64_t generated;
    wendi_array_u32 chain; /* nodes of the path, from the start */
} wendi_mesh_midpoint;

/* ---- the search ---- */

/** A second search, around overlays (see detour.c). */
typedef struct wendi_mesh_detour {
    bool is_avoiding; /* it is under way: covered edges are closed */
    uint8_t *covered; /* [covered_count] of each half: 0 not known yet, 1 no, 2 yes; or NULL */
    size_t covered_count;
    uint64_t covered_serial;         /* of the space's shapes that it is of */
    bool is_filled;                  /* the answer has its path */
    double least;                    /* no path costs less */
    double max_length;               /* of the query */
    wend_mesh_search_answer answer;  /* the path of the first search, */
    struct wendi_mesh_piece *pieces; /* [piece_count] */
    size_t piece_count, piece_capacity;
    uint32_t start_polygon, start_cell;
} wendi_mesh_detour;

/** One method of searching. The query was accepted when these are called. */
typedef struct wendi_mesh_method {
    /** Reserves memory and pushes the start.
     * @return WEND_OK, WEND_ERROR_MEMORY, or WEND_NO_PATH with the reason in the answer. */
    wend_result (*begin)(wend_mesh_search *search);
    /** Continues the work before the search, and the work that the search stopped for; NULL = none.
     * @return WEND_OK: search on; WEND_NO_PATH, WEND_IN_PROGRESS, WEND_ERROR_MEMORY. */
    wend_result (*check)(wend_mesh_search *search, uint64_t *steps);
    /** Performs up to *steps steps and counts them down.
     * @return WEND_OK (search->best is the path), WEND_NO_PATH, WEND_IN_PROGRESS,
     * WEND_ERROR_MEMORY. */
    wend_result (*advance)(wend_mesh_search *search, uint64_t *steps);
    /** Sets search->best to the path to the searched point that is nearest to a goal.
     * @return the cell of the point. */
    uint32_t (*take_nearest)(wend_mesh_search *search);
    /** The index in search->starts of the start of the path to search->best. */
    uint32_t (*start_of)(const wend_mesh_search *search);
    /** Lists the pieces of the path to search->best. @return WEND_OK, WEND_ERROR_MEMORY. */
    wend_result (*trace)(wend_mesh_search *search);
    /** Sets length and bound of the answer, whose path was traced and summed. */
    void (*measure)(wend_mesh_search *search);
    void (*draw)(const wend_mesh_search *search, const wend_draw *draw);
    uint64_t (*generated)(const wend_mesh_search *search);
    size_t (*memory_bytes)(const wend_mesh_search *search);
    void (*free_memory)(wend_mesh_search *search);
} wendi_mesh_method;

const wendi_mesh_method *wendi_mesh_exact_method(void);
const wendi_mesh_method *wendi_mesh_midpoint_method(void);
/** Exact, for a radius. */
const wendi_mesh_method *wendi_mesh_disc_method(void);

struct wend_mesh_search {
    wend_allocator allocator;
    const wend_mesh_space *space;
    wend_message message;
    wend_mesh_search_query query;
    wend_mesh_search_answer answer;
    const wendi_mesh_method *method; /* of the query; NULL = nothing was searched for it */
    bool has_query;
    bool is_busy;
    bool is_pinned; /* queries may begin over a space that is older than its mesh */
    bool is_piece;  /* of a route's piece, which is short: nothing is computed of the whole mesh */
    bool hit_limit; /* something was left out because of max_length */
    bool ends_at_goal; /* the path of the answer */
    uint32_t start_cell;
    wendi_mesh_start *starts; /* [start_count] the first one is start_cell */
    uint32_t start_count, start_capacity;
    wendi_array_u32 fan;    /* cells around an end */
    uint32_t ends_in;       /* a cell that nothing needs to leave: the only goal's, without links */
    wendi_mesh_goal *goals; /* [goal_count] */
    uint32_t goal_count, goal_capacity;
    uint32_t *cell_goals;  /* [cell_count] first goal in a cell, */
    uint32_t *cell_stamps; /* of the query with this stamp */
    uint32_t *open_stamps; /* [cell_count] dead ends that lead to a goal */
    uint32_t
        *predicate_stamps; /* [polygon_count] results of the predicate: twice the stamp + result */
    uint32_t cell_capacity, polygon_capacity;
    uint32_t stamp;
    bool has_predicate;   /* goals are polygons that satisfy a predicate: they can be anywhere */
    double link_cost_min; /* least cost of any link and the rest of its path; infinity without
                             links */
    wendi_mesh_group *groups; /* [group_count] of the caller; NULL: the nearest goal is wanted */
    const uint32_t *group_of; /* by the query's index of goals */
    uint32_t group_count;
    wendi_mesh_best best;
    wendi_mesh_nearest nearest; /* exact search: with a limit of steps only */
    wendi_mesh_intervals intervals;
    wendi_mesh_midpoint midpoint;
    wendi_mesh_detour detour;
    struct wendi_mesh_disc *disc;    /* for queries with a radius; NULL before the first */
    wendi_mesh_visits *visits;       /* of the tree whose search this is; NULL = none */
    wendi_mesh_treed treed;          /* of the query, if a tree answers it */
    struct wendi_mesh_piece *pieces; /* [piece_count] of the path, once it is found */
    size_t piece_count, piece_capacity;
};

/** Checks a query, finds its ends, lists goals by cells. WEND_OK, an error, or WEND_NO_PATH with
 * the reason in the answer. */
wend_result wendi_mesh_search_accept(wend_mesh_search *search, const wend_mesh_search_query *query);

/** Of a query for a set of goals that has just begun: the nearest goal of each group is wanted, and
 * no path. Once it has ended the groups know it. @param groups [count] of the caller, filled.
 * @param group_of [goals] the group of each; kept by the search until it ends. */
void wendi_mesh_search_group(wend_mesh_search *search, wendi_mesh_group *groups, uint32_t count,
                             const uint32_t *group_of);
/** Notes a path to a goal; best.length becomes that to the farthest group, once all are reached. */
void wendi_mesh_search_reach_group(wend_mesh_search *search, uint32_t goal, double length);

/** State that is saved while the path to the searched point nearest to a goal is read. */
typedef struct wendi_mesh_search_peek {
    bool is_open;
    wendi_mesh_best best;
    wend_mesh_search_answer answer;
    uint32_t start_polygon, start_cell;
    bool ends_at_goal;
} wendi_mesh_search_peek;

/** Makes the answer of a query under way a partial one, as if a limit of steps had ended it, until
 * the peek ends; then the query continues unchanged. Exact queries without a limit of steps have no
 * such point. @return WEND_OK, WEND_NO_PATH (no such point), WEND_ERROR_MEMORY. */
wend_result wendi_mesh_search_begin_peek(wend_mesh_search *search, wendi_mesh_search_peek *peek);
void wendi_mesh_search_end_peek(wend_mesh_search *search, const wendi_mesh_search_peek *peek);

/* failure.c */
/** Writes why the query has no path, unless the message has it already. */
void wendi_mesh_search_explain(wend_mesh_search *search);

/* goals.c */
wend_result wendi_mesh_goals_prepare(wend_mesh_search *search);
/** Makes room for one more goal. @return false without memory. */
bool wendi_mesh_goals_reserve(wend_mesh_search *search);
void wendi_mesh_goals_free(wend_mesh_search *search);
/** Adds a goal to its cell's list and opens the dead ends that lead to it. There is room. */
void wendi_mesh_goals_add(wend_mesh_search *search, wend_vec2 point, uint32_t cell);
/** Opens the dead ends that lead to a cell. */
void wendi_mesh_goals_open(wend_mesh_search *search, uint32_t cell);
/** True if a polygon is a goal; calls the user's predicate at most once. */
bool wendi_mesh_goals_test(wend_mesh_search *search, uint32_t polygon);

/** The first goal in a cell, NONE if none. */
static inline uint32_t wendi_mesh_goals_in(const wend_mesh_search *search, uint32_t cell)
{
    return search->cell_stamps[cell] == search->stamp ? search->cell_goals[cell] : WENDI_MESH_NONE;
}

/** True if a cell has anything to reach: goals, links, polygons to test. */
static inline bool wendi_mesh_cell_has_targets(const wend_mesh_search *search, uint32_t cell)
{
    const uint32_t *link_arcs = search->space->link_arc_firsts;
    return search->cell_stamps[cell] == search->stamp || search->has_predicate ||
           (link_arcs != NULL && link_arcs[cell] < link_arcs[cell + 1]);
}

/** True if overlays cover an edge, which closes it to the second search. */
bool wendi_mesh_detour_is_covered(const wend_mesh_search *search, const wendi_mesh_half *half);

/** True if a path may cross this half, leaving its cell. */
static inline bool wendi_mesh_can_cross(const wend_mesh_search *search, const wendi_mesh_half *half)
{
    if (half->twin == WENDI_MESH_NONE ||
        (search->detour.is_avoiding && wendi_mesh_detour_is_covered(search, half))) {
        return false;
    }
    if ((half->flags & WENDI_HALF_DEAD_END) == 0 || search->has_predicate) {
        return true;
    }
    return search->open_stamps[search->space->cells.halves[half->twin].cell] == search->stamp;
}

/* exact.c, exact_goals.c */
wend_result wendi_mesh_exact_begin(wend_mesh_search *search);
wend_result wendi_mesh_exact_advance(wend_mesh_search *search, uint64_t *steps);
void wendi_mesh_exact_free(wend_mesh_search *search);
size_t wendi_mesh_exact_bytes(const wend_mesh_search *search);
/** Reaches the goals and links in the cell a node leads into, or (half NONE) in the root's own
 * cell.
 * @return false without memory. */
bool wendi_mesh_exact_reach_goals(wend_mesh_search *search, const wendi_mesh_node *node,
                                  uint32_t cell);
/** The length of the shortest path by a node to a point of the cell that it leads into, or of the
 * root's own; infinite where there is none. @param has_bend set if the path bends around an end of
 * the node's edge, @param bend which is set. */
double wendi_mesh_exact_arrival(const wend_mesh_search *search, const wendi_mesh_node *node,
                                wend_vec2 point, bool *has_bend, wend_vec2 *bend);
/** Pushes a new node. There is room. */
void wendi_mesh_exact_push(wend_mesh_search *search, double key, uint32_t number);
/** Makes room for further nodes, roots and entries. */
bool wendi_mesh_exact_reserve(wend_mesh_search *search, size_t nodes, size_t roots);
/** The index of a new root at a vertex, or NONE if a shorter path to it is known. There is room for
 * it. */
uint32_t wendi_mesh_exact_add_root(wend_mesh_search *search, wend_vec2 point, uint32_t vertex,
                                   uint32_t parent, double length);

/* midpoint.c */
/** The cell of a node; the link it is the end of, NONE = none. */
uint32_t wendi_mesh_midpoint_cell(const wend_mesh_search *search, uint32_t node);
uint32_t wendi_mesh_midpoint_link_arc(const wend_mesh_search *search, uint32_t node);
/** Fills search->pieces from midpoint.chain, pulled tight, and on to a point in its last cell. */
wend_result wendi_mesh_funnel(wend_mesh_search *search, wend_vec2 to);

/* mesh_disc/search.c */
/** Counts the links, open to this agent, that have no room for the radius at an end: they are not
 * used. Of a query that has begun. Time: linear in links, once for each radius.
 * @param first set to the first of them. */
uint32_t wendi_mesh_disc_cramped_links(wend_mesh_search *search, uint32_t *first);

/* trace.c: the path found, if there is one. */

/** A piece of a path over a mesh: a straight line, an arc, or a link.
 *
 *           . - ~ - .       A piece with a turn other than 0 goes from its `from` to its `to` on a
 *      from           to    circle around its `centre`, turning left (above 0) or right, by so many
 *            centre         radians. A split replaces it by lines that are tangent to the arc from
 *                           outside, away from the corner it goes around, at most 1 % of the radius
 *                           off. Only where another wall is nearly as near are they nearer to that.
 */
typedef struct wendi_mesh_piece {
    wend_vec2 from, to;
    uint32_t link_arc; /* NONE = walked */
    double factor;     /* of the ground's cost */
    wend_vec2 centre;  /* of an arc */
    double turn;       /* radians along it, above 0 to the left; 0 = straight */
} wendi_mesh_piece;

enum { MESH_PIECE_CORNERS_MOST = 64 };

/** The straight pieces that replace a piece: their ends. The first begins at piece->from, the last
 * ends at piece->to. A straight piece and a link give one.
 * @param points [MESH_PIECE_CORNERS_MOST + 1]
 * @return their number. */
size_t wendi_mesh_piece_split(const wendi_mesh_piece *piece, wend_vec2 *points);
/** The corners of the tangents of an arc, so many that the cosine of the angle between two points
 * of contact is at least `least`. @param points [MESH_PIECE_CORNERS_MOST] @return their number. */
size_t wendi_mesh_piece_cut(const wendi_mesh_piece *piece, double least, wend_vec2 *points);

/** Metres, of an arc along the arc; not for links. */
double wendi_mesh_piece_length(const wendi_mesh_piece *piece);

/** Appends a piece, unless it is a walk of no length. @return false without memory. */
bool wendi_mesh_piece_add(wend_mesh_search *search, wend_vec2 from, wend_vec2 to, uint32_t link_arc,
                          double factor);
/** Replaces `count` pieces from `first` on. @return false without memory. */
bool wendi_mesh_pieces_replace(wend_mesh_search *search, size_t first, size_t count,
                               const wendi_mesh_piece *pieces, size_t new_count);
/** Length and cost of the pieces without overlays: links by their cost. */
void wendi_mesh_pieces_sum(const wend_mesh_search *search, double *length, double *cost);

/* ground.c */
/** True if an exact search, which is for a disc then, passes over ground of several costs. */
bool wendi_mesh_ground_counts(const wend_mesh_search *search);
/** Splits the pieces where the cost of the ground changes, and sets their factors. @return WEND_OK,
 * WEND_ERROR_MEMORY. */
wend_result wendi_mesh_ground_split(wend_mesh_search *search);
/** What a piece, and all, cost more than on the cheapest ground, by their factors. */
double wendi_mesh_piece_dearer(const wend_mesh_search *search, const wendi_mesh_piece *piece);
double wendi_mesh_pieces_dearer(const wend_mesh_search *search);
/** True if a half leads from the cheapest ground onto dearer one. */
bool wendi_mesh_ground_rises(const wend_mesh_search *search, const wendi_mesh_half *half);

/* detour.c */
/** What overlays add to the cost of a piece, and of all. */
double wendi_mesh_piece_extra(const wend_mesh_search *search, const wendi_mesh_piece *piece);
double wendi_mesh_pieces_extra(const wend_mesh_search *search);
/** What follows the end of a search over a space with overlays. @param result of the search.
 * @param steps the work is added. @return the result, WEND_IN_PROGRESS: a second search has begun. */
wend_result wendi_mesh_detour_after(wend_mesh_search *search, wend_result result, uint64_t *steps);
void wendi_mesh_detour_free(wend_mesh_search *search);
size_t wendi_mesh_detour_bytes(const wend_mesh_search *search);
/** Fills the answer with the path to search->best, to a goal (search.c). */
wend_result wendi_mesh_search_fill(wend_mesh_search *search);

/** The polygon of a cell that holds a point on the cell, or is nearest to it. */
uint32_t wendi_mesh_polygon_at(const wend_mesh_space *space, uint32_t cell, wend_vec2 position);
/** Draws an edge of a cell. There is draw->line. */
void wendi_mesh_draw_half(const wend_mesh_search *search, const wend_draw *draw, uint32_t half,
                          wend_meaning meaning, double value);

#endif
