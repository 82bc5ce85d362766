/* Components of the free spans of edges for one radius: spans between which the disc can move.
 * Cost: once for a radius, in steps of some microseconds: one for each edge, cell and end of a
 * link, and one for each wall near a cell whose spans are not joined at once.
 *
 * Then, with each query, the walls near its start and goals. Cases that would take too long stay
 * unknown and count as joined: cells with more than WALLS_MOST walls around them; positions that
 * see none of SIGHTS_MOST spans of their cell, with more than PLACE_WALLS_MOST walls around; and
 * more than ENDS_MOST ends of links at positions of one cell that only links lead out of. */
#include "route/mesh_disc/search.h"

enum {
    WALLS_MOST = 1024,
    PLACE_WALLS_MOST = 256,
    SIGHTS_MOST = 8,
    ENDS_MOST = 16,
    PAIRS_PER_STEP = 64
};

static const uint32_t NONE = WENDI_MESH_NONE;

uint32_t wendi_disc_find_root(wendi_array_u32 *roots, uint32_t node)
{
    uint32_t *items = roots->items;
    while (items[node] != node) {
        items[node] = items[items[node]];
        node = items[node];
    }
    return node;
}

void wendi_disc_join_roots(wendi_array_u32 *roots, uint32_t a, uint32_t b)
{
    const uint32_t x = wendi_disc_find_root(roots, a);
    const uint32_t y = wendi_disc_find_root(roots, b);
    roots->items[x < y ? y : x] = x < y ? x : y;
}

/* ---- memory ---- */

static void free_ring(const wend_allocator *a, wendi_disc_ring *ring)
{
    wendi_free(a, ring->points, ring->point_capacity * sizeof *ring->points);
    wendi_free(a, ring->spans, ring->span_capacity * sizeof *ring->spans);
    wendi_array_u32_free(&ring->gaps);
}

static size_t ring_bytes(const wendi_disc_ring *ring)
{
    return ring->point_capacity * sizeof *ring->points + ring->span_capacity * sizeof *ring->spans +
           ring->gaps.capacity * sizeof(uint32_t);
}

void wendi_disc_components_init(wendi_disc_components *components, const wend_allocator *allocator)
{
    wendi_array_u32 *const arrays[] = {&components->roots,      &components->ends,
                                       &components->first_edge, &components->targets,
                                       &components->ring.gaps,  &components->side.gaps,
                                       &components->local};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        wendi_array_u32_init(arrays[i], allocator);
    }
    wendi_closure_init(&components->leads, allocator);
}

void wendi_disc_components_free(wendi_disc_components *components, const wend_allocator *allocator)
{
    free_ring(allocator, &components->ring);
    free_ring(allocator, &components->side);
    wendi_free(allocator, components->walls, components->wall_capacity * sizeof *components->walls);
    wendi_free(allocator, components->line, components->line_capacity * sizeof *components->line);
    wendi_array_u32_free(&components->roots);
    wendi_array_u32_free(&components->ends);
    wendi_array_u32_free(&components->first_edge);
    wendi_array_u32_free(&components->targets);
    wendi_array_u32_free(&components->local);
    wendi_closure_free(&components->leads);
}

size_t wendi_disc_components_bytes(const wendi_disc_components *components)
{
    return ring_bytes(&components->ring) + ring_bytes(&components->side) +
           components->wall_capacity * sizeof *components->walls +
           components->line_capacity * sizeof *components->line +
           wendi_closure_memory_bytes(&components->leads) +
           (components->roots.capacity + components->ends.capacity +
            components->first_edge.capacity + components->targets.capacity +
            components->local.capacity) *
               sizeof(uint32_t);
}

static bool fail_memory(wend_mesh_search *search)
{
    search->disc->is_out_of_memory = true;
    return false;
}

/* ---- cells ---- */

/* A cell with the free spans of its edges, their numbers as nodes. */
static bool begin_ring(wend_mesh_search *search, uint32_t cell)
{
    const wendi_mesh_cells *cells = &search->space->cells;
    wendi_disc_ring *ring = &search->disc->components.ring;
    wendi_disc_ring_clear(ring);
    for (uint32_t h = cells->ranges[cell].first; h < cells->ranges[cell].end; h++) {
        if (!wendi_disc_ring_point(search, ring, cells->halves[h].point)) {
            return false;
        }
    }
    for (uint32_t h = cells->ranges[cell].first; h < cells->ranges[cell].end; h++) {
        const uint32_t twin = cells->halves[h].twin;
        if (twin == NONE) {
            continue;
        }
        const wendi_disc_range range = wendi_disc_spans(search, h);
        for (uint32_t i = 0; i < range.count; i++) {
            const bool is_turned = twin < h; /* spans are kept as the lower half has them */
            const uint32_t span = range.first + (is_turned ? range.count - 1 - i : i);
            const wendi_disc_span s = search->disc->spans[span];
            const uint32_t edge = h - cells->ranges[cell].first;
            const double low = wendi_disc_ring_along(ring, edge, is_turned ? s.left : s.right);
            const double high = wendi_disc_ring_along(ring, edge, is_turned ? s.right : s.left);
            if (!wendi_disc_ring_add(search, ring, edge, low, high, span)) {
                return false;
            }
        }
    }
    return !search->disc->is_out_of_memory;
}

static bool is_joined(wendi_disc_components *components)
{
    bool is_one = true;
    for (size_t k = 1; k < components->ring.span_count && is_one; k++) {
        is_one = wendi_disc_find_root(&components->roots, components->ring.spans[k].node) ==
                 wendi_disc_find_root(&components->roots, components->ring.spans[0].node);
    }
    return is_one;
}

/* Joins spans of a cell that see the next one. */
static void join_in_sight(wend_mesh_search *search, uint32_t cell)
{
    wendi_disc_components *components = &search->disc->components;
    const wendi_disc_ring *ring = &components->ring;
    for (size_t k = 0; k < ring->span_count; k++) {
        const size_t next = k + 1 == ring->span_count ? 0 : k + 1;
        const uint32_t one = ring->spans[k].node;
        const uint32_t two = ring->spans[next].node;
        if (wendi_disc_find_root(&components->roots, one) !=
                wendi_disc_find_root(&components->roots, two) &&
            wendi_disc_line_is_clear(search, wendi_disc_ring_middle(ring, k),
                                     wendi_disc_ring_middle(ring, next), cell)) {
            wendi_disc_join_roots(&components->roots, one, two);
        }
    }
}

/* Lists the walls that come nearer to a cell than the disc's middle may. @return false: no memory,
 * or more than `most`. */
static bool list_walls(wend_mesh_search *search, uint32_t cell, size_t most)
{
    wendi_mesh_disc *disc = search->disc;
    wendi_disc_components *components = &disc->components;
    const wendi_mesh_cells *cells = &search->space->cells;
    const double square = disc->room * disc->room;
    components->wall_count = 0;
    wendi_disc_start_flood(search, cell);
    while (disc->stack.count > 0 && !disc->is_out_of_memory) {
        const uint32_t at = disc->stack.items[--disc->stack.count];
        for (uint32_t h = cells->ranges[at].first; h < cells->ranges[at].end; h++) {
            const wendi_mesh_half *half = &cells->halves[h];
            const wend_vec2 to = cells->halves[wendi_mesh_next(cells, h)].point;
            if (at != cell && !wendi_disc_edge_is_near(cells, cell, half->point, to, square)) {
                continue;
            }
            if (half->twin != NONE) {
                wendi_disc_flood_into(search, cells->halves[half->twin].cell);
                continue;
            }
            void *walls =
                components->wall_count >= most
                    ? NULL
                    : wendi_disc_grow(search, components->walls, &components->wall_capacity,
                                      components->wall_count + 1, sizeof *components->walls);
            if (walls == NULL) {
                return false;
            }
            components->walls = walls;
            components->walls[components->wall_count++] = (wendi_disc_wall){half->point, to};
        }
    }
    return !disc->is_out_of_memory;
}

/* Begins a cell. @return true: its walls have to be tested pair by pair. */
static bool begin_cell(wend_mesh_search *search, uint32_t cell)
{
    wendi_disc_components *components = &search->disc->components;
    if (!begin_ring(search, cell) || is_joined(components)) {
        return false;
    }
    join_in_sight(search, cell);
    if (search->disc->is_out_of_memory || is_joined(components)) {
        return false;
    }
    if (list_walls(search, cell, WALLS_MOST)) {
        return wendi_disc_ring_begin(search, &components->ring);
    }
    for (size_t k = 1; k < components->ring.span_count; k++) {
        wendi_disc_join_roots(&components->roots, components->ring.spans[0].node,
                              components->ring.spans[k].node);
    }
    return false;
}

/* Cuts a ring by one of the walls listed, and by it and each of those behind it. */
static void cut_by_wall(wend_mesh_search *search, wendi_disc_ring *ring, uint32_t cell, size_t wall)
{
    const wendi_disc_components *components = &search->disc->components;
    wendi_disc_ring_touch(search, ring, cell, components->walls[wall]);
    for (size_t k = wall + 1; k < components->wall_count; k++) {
        wendi_disc_ring_cut(search, ring, cell, components->walls[wall], components->walls[k]);
    }
}

/* ---- positions in cells ---- */

/* One side of the cell in hand, which a line cuts: its own spans by index, then the line's. */
static bool begin_side(wend_mesh_search *search, const wendi_disc_clip *clip, bool is_left)
{
    wendi_disc_components *components = &search->disc->components;
    const wendi_disc_ring *ring = &components->ring;
    wendi_disc_ring *side = &components->side;
    const uint32_t count = (uint32_t)ring->point_count;
    const wend_vec2 begin = is_left ? clip->begin : clip->end;
    const wend_vec2 end = is_left ? clip->end : clip->begin;
    const uint32_t first = wendi_disc_ring_edge(ring, end); /* behind the line */
    const uint32_t last = wendi_disc_ring_edge(ring, begin);
    if (first == last) {
        return false;
    }
    wendi_disc_ring_clear(side);
    bool is_done =
        wendi_disc_ring_point(search, side, begin) && wendi_disc_ring_point(search, side, end);
    for (uint32_t k = first; is_done && k != last;) {
        k = k + 1 == count ? 0 : k + 1;
        is_done = wendi_disc_ring_point(search, side, ring->points[k]);
    }
    for (size_t i = 0; is_done && i < components->line_count; i++) {
        const size_t at = is_left ? i : components->line_count - 1 - i;
        const wendi_disc_ring_span s = components->line[at];
        is_done = wendi_disc_ring_add(search, side, 0, is_left ? s.low : 1 - s.high,
                                      is_left ? s.high : 1 - s.low, s.node);
    }
    uint32_t edge = first;
    for (uint32_t k = 1; is_done && k < side->point_count; k++) {
        const double from = k == 1 ? wendi_disc_ring_along(ring, edge, side->points[1]) : 0;
        const double to =
            k + 1 == side->point_count ? wendi_disc_ring_along(ring, edge, side->points[0]) : 1;
        for (uint32_t i = 0; is_done && i < ring->span_count; i++) {
            const wendi_disc_ring_span s = ring->spans[i];
            if (s.edge == edge && s.high >= from && s.low <= to && from < to) {
                const double low = s.low > from ? (s.low - from) / (to - from) : 0;
                const double high = s.high < to ? (s.high - from) / (to - from) : 1;
                is_done = wendi_disc_ring_add(search, side, k, low, high, i);
            }
        }
        edge = edge + 1 == count ? 0 : edge + 1;
    }
    return is_done && wendi_disc_ring_begin(search, side);
}

/* Cuts a cell by a line through a position and joins, in `local`, its spans and the line's free
 * parts that are connected.
 * @param clip where the line enters and leaves the cell.
 * @return false: unknown. */
static bool cut_cell(wend_mesh_search *search, uint32_t cell, wend_vec2 at, wend_vec2 delta,
                     wendi_disc_clip *clip)
{
    wendi_mesh_disc *disc = search->disc;
    wendi_disc_components *components = &disc->components;
    if (!begin_ring(search, cell) || !wendi_disc_ring_clip(&components->ring, at, delta, clip) ||
        !list_walls(search, cell, PLACE_WALLS_MOST)) {
        return false;
    }
    wendi_disc_find_free(search, clip->begin, clip->end, cell);
    void *line = wendi_disc_grow(search, components->line, &components->line_capacity,
                                 disc->cut_count + 1, sizeof *components->line);
    const size_t count = components->ring.span_count;
    if (line == NULL) {
        return false;
    }
    components->line = line;
    if (!wendi_array_u32_resize(&components->local, count + disc->cut_count)) {
        return fail_memory(search);
    }
    components->line_count = disc->cut_count;
    for (size_t i = 0; i < disc->cut_count; i++) {
        components->line[i] =
            (wendi_disc_ring_span){disc->cuts[i].low, disc->cuts[i].high, 0, (uint32_t)(count + i)};
    }
    for (uint32_t i = 0; i < components->local.count; i++) {
        components->local.items[i] = i;
    }
    for (int left = 0; left < 2; left++) {
        if (!begin_side(search, clip, left == 1)) {
            return false;
        }
        for (size_t i = 0; i < components->wall_count; i++) {
            cut_by_wall(search, &components->side, cell, i);
        }
        wendi_disc_ring_join(&components->side, &components->local);
    }
    return !disc->is_out_of_memory;
}

/* The free part of the line that contains a position; NONE: none, because of rounding. */
static uint32_t free_part_at(const wend_mesh_search *search, const wendi_disc_clip *clip, double t,
                             double length)
{
    const wendi_disc_components *components = &search->disc->components;
    const double width = clip->high - clip->low;
    const double at = (t - clip->low) / width;
    const double rounding = search->disc->slack / (width * length);
    for (size_t i = 0; i < components->line_count; i++) {
        if (at >= components->line[i].low - rounding && at <= components->line[i].high + rounding) {
            return components->line[i].node;
        }
    }
    return NONE;
}

/* Joins of a position to the spans of its cell. */
typedef enum disc_placement {
    PLACE_UNKNOWN,
    PLACE_JOINED,
    PLACE_APART /* from all */
} disc_placement;

/* Joins a position with clearance to the spans of its cell that it is connected to.
 * @param node the position's own node, or NONE: only `root` is set.
 * @param root set to that of one of the spans.
 * @param work incremented by the pairs of walls tested. */
static disc_placement join_position(wend_mesh_search *search, wend_vec2 at, uint32_t cell,
                                    uint32_t node, uint32_t *root, uint64_t *work)
{
    wendi_disc_components *components = &search->disc->components;
    if (!begin_ring(search, cell)) {
        return PLACE_UNKNOWN;
    }
    const wendi_disc_ring *ring = &components->ring;
    for (size_t k = 0; k < ring->span_count && k < SIGHTS_MOST; k++) {
        if (wendi_disc_line_is_clear(search, at, wendi_disc_ring_middle(ring, k), cell)) {
            *root = wendi_disc_find_root(&components->roots, ring->spans[k].node);
            if (node != NONE) {
                wendi_disc_join_roots(&components->roots, node, ring->spans[k].node);
            }
            return PLACE_JOINED;
        }
    }
    const wend_vec2 centroid = search->space->cells.centroids[cell];
    const wend_vec2 off = wendi_disc_sub(centroid, at);
    const double square = wendi_disc_dot(off, off);
    const wend_vec2 across = {1, 0};
    const wend_vec2 delta = square > 0 ? off : across;
    wendi_disc_clip clip;
    if (!cut_cell(search, cell, at, delta, &clip)) {
        return PLACE_UNKNOWN;
    }
    *work += components->wall_count * components->wall_count;
    const uint32_t part = free_part_at(search, &clip, 0, square > 0 ? sqrt(square) : 1);
    if (part == NONE) {
        return PLACE_UNKNOWN;
    }
    const uint32_t own = wendi_disc_find_root(&components->local, part);
    disc_placement result = PLACE_APART;
    for (uint32_t k = 0; k < ring->span_count; k++) {
        if (wendi_disc_find_root(&components->local, k) == own) {
            *root = wendi_disc_find_root(&components->roots, ring->spans[k].node);
            if (node != NONE) {
                wendi_disc_join_roots(&components->roots, node, ring->spans[k].node);
            }
            result = PLACE_JOINED;
        }
    }
    return result;
}

/* True if the disc can move between two positions of a cell without leaving it, or if that is
 * unknown. */
static bool is_joined_inside(wend_mesh_search *search, wend_vec2 from, wend_vec2 to, uint32_t cell,
                             uint64_t *work)
{
    const wend_vec2 delta = wendi_disc_sub(to, from);
    const double length = wendi_disc_distance(from, to);
    wendi_disc_clip clip;
    if (!(length > search->disc->slack) || !cut_cell(search, cell, from, delta, &clip)) {
        return true;
    }
    wendi_disc_components *components = &search->disc->components;
    *work += components->wall_count * components->wall_count;
    const uint32_t one = free_part_at(search, &clip, 0, length);
    const uint32_t two = free_part_at(search, &clip, 1, length);
    return one == NONE || two == NONE ||
           wendi_disc_find_root(&components->local, one) ==
               wendi_disc_find_root(&components->local, two);
}

static bool has_room(wend_mesh_search *search, wend_vec2 at, uint32_t cell)
{
    return wendi_disc_line_is_clear(search, at, at, cell);
}

/* ---- links ---- */

static uint32_t end_node(const wend_mesh_search *search, uint32_t end)
{
    return (uint32_t)search->disc->span_count + end;
}

static wend_vec2 end_point(const wend_mesh_space *space, uint32_t end)
{
    const wendi_mesh_link_arc *link_arc = &space->link_arcs[end / 2];
    return end % 2 == 0 ? link_arc->from : link_arc->to;
}

static uint32_t end_cell(const wend_mesh_space *space, uint32_t end)
{
    const wendi_mesh_link_arc *link_arc = &space->link_arcs[end / 2];
    return end % 2 == 0 ? link_arc->from_cell : link_arc->to_cell;
}

/* Joins an end of a link (2 * link, + 1 for its far end) to the spans around it, or, where there
 * are none, to earlier ends in its cell. */
static void join_end(wend_mesh_search *search, uint32_t end, uint64_t *work)
{
    const wend_mesh_space *space = search->space;
    wendi_disc_components *components = &search->disc->components;
    const wend_vec2 at = end_point(space, end);
    const uint32_t cell = end_cell(space, end);
    const uint32_t node = end_node(search, end);
    uint32_t root = NONE;
    if (!has_room(search, at, cell)) {
        return;
    }
    const disc_placement placement = join_position(search, at, cell, node, &root, work);
    if (placement == PLACE_JOINED || search->disc->is_out_of_memory) {
        return;
    }
    if (placement == PLACE_UNKNOWN && begin_ring(search, cell)) {
        for (size_t k = 0; k < components->ring.span_count; k++) {
            wendi_disc_join_roots(&components->roots, node, components->ring.spans[k].node);
        }
    }
    components->ends.items[node] = cell; /* for the time being */
    *work += end;
    uint32_t checks = 0;
    for (uint32_t other = 0; other < end; other++) {
        if (components->ends.items[end_node(search, other)] == cell &&
            (placement == PLACE_UNKNOWN || checks++ >= ENDS_MOST ||
             is_joined_inside(search, at, end_point(space, other), cell, work))) {
            wendi_disc_join_roots(&components->roots, node, end_node(search, other));
        }
    }
}

/* An end of a link to which a position is joined that is joined to no span of its cell.
 * @param side 0: ends where links begin; 1: where they end. */
static disc_placement join_to_end(wend_mesh_search *search, wend_vec2 at, uint32_t cell,
                                  uint32_t side, uint32_t *root, uint64_t *work)
{
    const wend_mesh_space *space = search->space;
    uint32_t checks = 0;
    *work += space->link_arc_count;
    for (uint32_t i = 0; i < space->link_arc_count; i++) {
        const uint32_t end = 2 * i + side;
        const wend_vec2 point = end_point(space, end);
        if (end_cell(space, end) != cell || !has_room(search, point, cell)) {
            continue;
        }
        if (checks++ == ENDS_MOST) {
            return PLACE_UNKNOWN;
        }
        if (is_joined_inside(search, at, point, cell, work)) {
            *root = wendi_disc_find_root(&search->disc->components.roots, end_node(search, end));
            return PLACE_JOINED;
        }
    }
    return PLACE_APART;
}

static uint32_t target_of(const void *context, uint32_t edge)
{
    return ((const wendi_disc_components *)context)->targets.items[edge];
}

/* An end of a link leads to the next end in its component, in a ring, and over its link. */
static bool find_leads(wend_mesh_search *search)
{
    wendi_disc_components *components = &search->disc->components;
    const uint32_t ends = 2 * search->space->link_arc_count;
    if (!wendi_array_u32_resize(&components->first_edge, (size_t)ends + 1) ||
        !wendi_array_u32_resize(&components->targets, 2 * (size_t)ends)) {
        return fail_memory(search);
    }
    for (size_t i = 0; i < components->ends.count; i++) {
        components->ends.items[i] = NONE;
    }
    uint32_t *last = components->ends.items; /* by root */
    for (uint32_t end = 0; end < ends; end++) {
        const uint32_t root = wendi_disc_find_root(&components->roots, end_node(search, end));
        const bool is_first = last[root] == NONE;
        const bool leads = end % 2 == 0;
        components->first_edge.items[end] = 2 * end;
        components->targets.items[2 * end] =
            is_first ? end : components->targets.items[2 * last[root]];
        components->targets.items[2 * end + 1] = leads ? end + 1 : NONE;
        if (!is_first) {
            components->targets.items[2 * last[root]] = end;
        }
        last[root] = end;
    }
    components->first_edge.items[ends] = 2 * ends;
    return wendi_closure_build(&components->leads, &search->allocator, ends,
                               components->first_edge.items, target_of, components) ||
           fail_memory(search);
}

/* ---- faces ---- */

static void begin_cells(wend_mesh_search *search)
{
    wendi_disc_components *components = &search->disc->components;
    const size_t count = search->disc->span_count + 2 * (size_t)search->space->link_arc_count;
    if (!wendi_array_u32_resize(&components->roots, count) ||
        !wendi_array_u32_resize(&components->ends, count)) {
        (void)fail_memory(search);
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        components->roots.items[i] = i;
        components->ends.items[i] = NONE;
    }
    components->phase = WENDI_COMPONENTS_CELLS;
    components->at = 0;
}

/* One step of the work. */
static void step(wend_mesh_search *search, uint64_t *work)
{
    const wendi_mesh_cells *cells = &search->space->cells;
    wendi_disc_components *components = &search->disc->components;
    switch (components->phase) {
    case WENDI_COMPONENTS_SPANS:
        if (components->at == cells->half_count) {
            begin_cells(search);
        } else if (cells->halves[components->at].twin != NONE) {
            (void)wendi_disc_spans(search, components->at);
        }
        components->at += components->phase == WENDI_COMPONENTS_SPANS ? 1 : 0;
        break;
    case WENDI_COMPONENTS_CELLS:
        if (components->at == cells->cell_count) {
            components->phase = WENDI_COMPONENTS_LINKS;
            components->at = 0;
        } else if (begin_cell(search, components->at)) {
            components->phase = WENDI_COMPONENTS_WALLS;
            components->row = 0;
        } else {
            components->at++;
        }
        break;
    case WENDI_COMPONENTS_WALLS:
        if (components->row < components->wall_count) {
            cut_by_wall(search, &components->ring, components->at, components->row);
        }
        if (++components->row >= components->wall_count) {
            wendi_disc_ring_join(&components->ring, &components->roots);
            components->phase = WENDI_COMPONENTS_CELLS;
            components->at++;
        }
        break;
    case WENDI_COMPONENTS_LINKS:
        if (components->at == 2 * search->space->link_arc_count) {
            components->phase = WENDI_COMPONENTS_CLOSURE;
        } else {
            join_end(search, components->at++, work);
        }
        break;
    case WENDI_COMPONENTS_CLOSURE:
        *work += 4 * (uint64_t)search->space->link_arc_count;
        if (find_leads(search)) {
            components->phase = WENDI_COMPONENTS_DONE;
        }
        break;
    case WENDI_COMPONENTS_DONE:
    default:
        break;
    }
}

bool wendi_disc_components_build(wend_mesh_search *search, uint64_t *steps)
{
    wendi_mesh_disc *disc = search->disc;
    while (disc->components.phase != WENDI_COMPONENTS_DONE && *steps > 0 &&
           !disc->is_out_of_memory) {
        uint64_t work = 0;
        step(search, &work);
        const uint64_t spent = 1 + work / PAIRS_PER_STEP;
        *steps -= spent < *steps ? spent : *steps;
    }
    if (disc->is_out_of_memory) {
        disc->components.phase = WENDI_COMPONENTS_SPANS;
        disc->components.at = 0;
    }
    return disc->components.phase == WENDI_COMPONENTS_DONE;
}

static bool may_lead(wendi_disc_components *components, uint32_t from, uint32_t to)
{
    const uint32_t one = components->ends.items[from];
    const uint32_t two = components->ends.items[to];
    return from == to ||
           (one != NONE && two != NONE && wendi_closure_reaches(&components->leads, one, two));
}

/* True if it is known that a goal cannot be reached. @param placement how the start is joined to
 * `from`. */
static bool is_goal_cut_off(wend_mesh_search *search, const wendi_mesh_goal *goal,
                            disc_placement placement, uint32_t from, uint64_t *work)
{
    const wend_vec2 start = {search->query.start.x, search->query.start.y};
    uint32_t to = NONE;
    if (!has_room(search, goal->point, goal->cell)) {
        return true;
    }
    if (goal->cell == search->start_cell &&
        is_joined_inside(search, start, goal->point, goal->cell, work)) {
        return false;
    }
    if (placement == PLACE_APART) {
        return true;
    }
    disc_placement ends = join_position(search, goal->point, goal->cell, NONE, &to, work);
    if (ends == PLACE_APART) {
        ends = join_to_end(search, goal->point, goal->cell, 1, &to, work);
    }
    return ends == PLACE_APART ||
           (ends == PLACE_JOINED && !may_lead(&search->disc->components, from, to));
}

wend_result wendi_disc_components_check(wend_mesh_search *search, uint64_t *steps)
{
    wendi_disc_components *components = &search->disc->components;
    const wend_vec2 start = {search->query.start.x, search->query.start.y};
    uint32_t from = NONE;
    uint64_t work = 0;
    disc_placement placement = join_position(search, start, search->start_cell, NONE, &from, &work);
    if (placement == PLACE_APART) {
        placement = join_to_end(search, start, search->start_cell, 0, &from, &work);
    }
    bool is_cut_off = placement != PLACE_UNKNOWN;
    while (is_cut_off && *steps > 0 && components->goal < search->goal_count) {
        is_cut_off =
            is_goal_cut_off(search, &search->goals[components->goal++], placement, from, &work);
        const uint64_t spent = 1 + work / PAIRS_PER_STEP;
        *steps -= spent < *steps ? spent : *steps;
        work = 0;
    }
    if (search->disc->is_out_of_memory) {
        return WEND_ERROR_MEMORY;
    }
    return !is_cut_off                              ? WEND_OK
           : components->goal == search->goal_count ? WEND_NO_PATH
                                                    : WEND_IN_PROGRESS;
}
