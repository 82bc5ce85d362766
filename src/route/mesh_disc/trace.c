/* The path of a disc as pieces: straight lines and arcs, or corners cut by tangents.
 * Cost: the pieces; a mitred corner is tested against the walls near it. */
#include "route/mesh_search/search.h"

#include "route/mesh_disc/search.h"

static const uint32_t NONE = WENDI_MESH_NONE;

static bool add_arc(wend_mesh_search *search, const wendi_disc_root *root, wend_vec2 dir,
                    wend_vec2 to)
{
    const size_t before = search->piece_count;
    if (!wendi_mesh_piece_add(search, root->at, to, NONE, search->space->cells.factor_least)) {
        return false;
    }
    if (search->piece_count > before) {
        wendi_mesh_piece *piece = &search->pieces[before];
        const double turn = wendi_disc_angle(root->dir, dir);
        piece->centre = root->centre;
        piece->turn = root->turning > 0 ? turn : -turn;
    }
    return true;
}

/* True if the disc has clearance all along the lines. The first point lies in a cell. */
static bool line_is_clear(wend_mesh_search *search, const wend_vec2 *points, size_t count,
                          uint32_t cell)
{
    for (size_t i = 1; i < count; i++) {
        if (!wendi_disc_follow_line(search, points[i - 1], points[i], &cell)) {
            return false;
        }
    }
    return true;
}

/* The corner cut by tangents: as few as 4 radii and the walls allow. @return WEND_OK, or
 * WEND_NO_PATH: there is no room for any. */
static wend_result add_mitre(wend_mesh_search *search, const wendi_disc_root *root, wend_vec2 to)
{
    static const double leasts[] = {-0.875,
                                    0,
                                    0.70710678118654746,
                                    0.92387953251128674,
                                    0.98078528040323043,
                                    0.99518472667219693};
    wend_vec2 points[MESH_PIECE_CORNERS_MOST + 2];
    const wendi_mesh_piece piece = {.from = root->at,
                                    .to = to,
                                    .link_arc = NONE,
                                    .centre = root->centre,
                                    .turn = root->turning};
    for (size_t i = 0; i < sizeof leasts / sizeof leasts[0]; i++) {
        points[0] = root->at;
        size_t count = 1 + wendi_mesh_piece_cut(&piece, leasts[i] - 1e-12, points + 1);
        points[count++] = to;
        if (!line_is_clear(search, points, count, root->cell)) {
            continue;
        }
        for (size_t k = 1; k < count; k++) {
            if (!wendi_mesh_piece_add(search, points[k - 1], points[k], NONE,
                                      search->space->cells.factor_least)) {
                return WEND_ERROR_MEMORY;
            }
        }
        return WEND_OK;
    }
    return WEND_NO_PATH;
}

/* Around the circle of a root, to where the line to the next one begins. */
static wend_result add_turn(wend_mesh_search *search, const wendi_disc_root *root, wend_vec2 dir,
                            wend_vec2 to)
{
    if (wendi_disc_angle(root->dir, dir) < 1e-9) {
        return wendi_mesh_piece_add(search, root->at, to, NONE, search->space->cells.factor_least)
                   ? WEND_OK
                   : WEND_ERROR_MEMORY;
    }
    wend_result result = WEND_NO_PATH;
    if (search->query.corners == WEND_CORNERS_MITRED) {
        result = add_mitre(search, root, to);
    }
    if (result == WEND_NO_PATH) {
        result = add_arc(search, root, dir, to) ? WEND_OK : WEND_ERROR_MEMORY;
    }
    return result;
}

/* Appends the pieces from a root to the next one. */
static wend_result add_step(wend_mesh_search *search, const wendi_disc_root *root,
                            const wendi_disc_root *next)
{
    const uint32_t first_link_key = 2 * search->space->cells.half_count;
    const double factor = search->space->cells.factor_least;
    const bool is_link = next->key != NONE && next->key >= first_link_key;
    const wendi_mesh_link_arc *link_arc =
        is_link ? &search->space->link_arcs[next->key - first_link_key] : NULL;
    const wend_vec2 from = wendi_disc_leave(root, next->dir);
    wend_result result = WEND_OK;
    if (root->turning < 0 || root->turning > 0) {
        result = add_turn(search, root, next->dir, from);
    }
    if (result == WEND_OK &&
        !wendi_mesh_piece_add(search, from, is_link ? link_arc->from : next->at, NONE, factor)) {
        result = WEND_ERROR_MEMORY;
    }
    if (result == WEND_OK && is_link &&
        !wendi_mesh_piece_add(search, link_arc->from, link_arc->to, next->key - first_link_key,
                              factor)) {
        result = WEND_ERROR_MEMORY;
    }
    return result;
}

/* Lists the roots up to one into disc->chain, the last one first. */
static bool list_roots(wend_mesh_search *search, uint32_t last)
{
    wendi_mesh_disc *disc = search->disc;
    wendi_array_u32_clear(&disc->chain);
    for (uint32_t i = last; i != NONE; i = disc->roots[i].parent) {
        if (!wendi_array_u32_push(&disc->chain, i)) {
            return false;
        }
    }
    return true;
}

static wend_result trace(wend_mesh_search *search)
{
    wendi_mesh_disc *disc = search->disc;
    search->piece_count = 0;
    if (!list_roots(search, search->best.root)) {
        return WEND_ERROR_MEMORY;
    }
    wend_result result = WEND_OK;
    for (size_t i = disc->chain.count; i-- > 1 && result == WEND_OK;) {
        const wendi_disc_root root = disc->roots[disc->chain.items[i]];
        const wendi_disc_root next = disc->roots[disc->chain.items[i - 1]];
        result = add_step(search, &root, &next);
    }
    if (disc->is_out_of_memory) {
        result = WEND_ERROR_MEMORY;
    }
    return result;
}

static uint32_t take_nearest(wend_mesh_search *search)
{
    const wendi_disc_root *root = &search->disc->roots[search->nearest.root];
    search->best.root = search->nearest.root;
    search->best.point = root->at;
    return root->cell;
}

/* The disc has no room between fans: it begins in the first one. */
static uint32_t start_of(const wend_mesh_search *search)
{
    (void)search;
    return 0;
}

/* Mitred corners make the path longer than the shortest. */
static void measure(wend_mesh_search *search)
{
    wend_mesh_search_answer *answer = &search->answer;
    const double least = search->best.length;
    if (search->query.corners != WEND_CORNERS_MITRED) {
        answer->length = least;
    }
    answer->bound = answer->length > least && least > 0 ? answer->length / least : 1;
}

/* The edges that cones came over, in order; those that wait are drawn again as frontier. */
static void draw_cones(const wend_mesh_search *search, const wend_draw *draw)
{
    const wendi_mesh_disc *disc = search->disc;
    for (size_t i = 0; i < disc->node_count; i++) {
        const double share = disc->node_count > 1 ? (double)i / (double)(disc->node_count - 1) : 0;
        if (disc->nodes[i].kind == WENDI_DISC_CONE) {
            wendi_mesh_draw_half(search, draw, disc->nodes[i].item, WEND_MEANING_SEARCHED, share);
        }
    }
    for (size_t i = 0; i < disc->queue.count; i++) {
        const wendi_disc_node *node = &disc->nodes[disc->queue.entries[i].number];
        if (node->kind == WENDI_DISC_CONE) {
            wendi_mesh_draw_half(search, draw, node->item, WEND_MEANING_FRONTIER, 0);
        }
    }
}

static uint64_t generated(const wend_mesh_search *search)
{
    return search->disc->node_count;
}

const wendi_mesh_method *wendi_mesh_disc_method(void)
{
    static const wendi_mesh_method method = {.begin = wendi_disc_begin,
                                             .check = wendi_disc_check,
                                             .advance = wendi_disc_advance,
                                             .take_nearest = take_nearest,
                                             .start_of = start_of,
                                             .trace = trace,
                                             .measure = measure,
                                             .draw = draw_cones,
                                             .generated = generated,
                                             .memory_bytes = wendi_disc_bytes,
                                             .free_memory = wendi_disc_free};
    return &method;
}
