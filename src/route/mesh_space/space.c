/* The search space of a mesh for one kind of agent: cells and link arcs that searches share.
 * Cost: laying out is some 0.3 us a polygon; updating does it again when polygons changed, in units of
 * some microseconds. Links and overlays are read in one piece. */
#include "route/mesh_space/patches.h"

#include "base/core/budget.h"
#include "base/core/memory.h"
#include "base/core/message.h"

#include <math.h>
#include <string.h>

enum { SPACE_COOKIE = 0x574D5331 };

static const uint32_t NONE = UINT32_MAX;

wend_mesh_space_def wend_mesh_space_def_default(void)
{
    wend_mesh_space_def def;
    memset(&def, 0, sizeof def);
    def.cookie = SPACE_COOKIE;
    def.overlay_layers = WEND_LAYER_JAM;
    return def;
}

static wend_result check_factors(const double *factors, wend_message *message)
{
    for (uint32_t i = 0; factors != NULL && i < WEND_MESH_AREAS; i++) {
        const bool is_shut = factors[i] > 65536 && factors[i] * 0.5 >= factors[i];
        if (!is_shut && !(factors[i] >= 1.0 / 256 && factors[i] <= 65536)) {
            return wendi_fail(message, WEND_ERROR_ARGUMENT,
                              "wend_mesh_space_create: factors[%lu] is %s, and must be from 1/256 "
                              "to 65536, or infinite",
                              (unsigned long)i, wendi_format_number(factors[i]).text);
        }
    }
    return WEND_OK;
}

/* ---- links ---- */

static bool link_is_usable(const wend_mesh_space *space, const wendi_mesh_link_slot *link)
{
    return link->is_used && link->is_open &&
           (link->flags & space->flags_required) == space->flags_required &&
           (link->flags & space->flags_refused) == 0;
}

/* Both ends are where the agent can be. */
static bool link_has_cells(const wend_mesh_space *space, const wendi_mesh_link_slot *link)
{
    return wendi_mesh_space_cell(space, link->from.polygon) != NONE &&
           wendi_mesh_space_cell(space, link->to.polygon) != NONE;
}

static wendi_mesh_link_arc link_arc_of(const wend_mesh_space *space, uint32_t slot, bool is_reverse)
{
    const wendi_mesh_link_slot *link = &space->view.links[slot];
    const wend_mesh_location *from = is_reverse ? &link->to : &link->from;
    const wend_mesh_location *to = is_reverse ? &link->from : &link->to;
    const wendi_mesh_link_arc link_arc = {.from = {from->x, from->y},
                                          .to = {to->x, to->y},
                                          .cost = link->cost,
                                          .from_cell = wendi_mesh_space_cell(space, from->polygon),
                                          .to_cell = wendi_mesh_space_cell(space, to->polygon),
                                          .slot = slot,
                                          .is_reverse = is_reverse};
    return link_arc;
}

static uint32_t count_link_arcs(const wend_mesh_space *space)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < space->view.link_limit; i++) {
        const wendi_mesh_link_slot *link = &space->view.links[i];
        if (link_is_usable(space, link) && link_has_cells(space, link)) {
            count += link->is_two_way ? 2 : 1;
        }
    }
    return count;
}

static void free_link_arcs(wend_mesh_space *space)
{
    const wend_allocator *a = &space->allocator;
    if (space->link_arc_firsts != NULL) {
        wendi_free(a, space->link_arc_firsts,
                   ((size_t)space->link_cell_count + 1) * sizeof *space->link_arc_firsts);
    }
    wendi_free(a, space->link_arcs, space->link_arc_capacity * sizeof *space->link_arcs);
    wendi_closure_free(&space->closure);
    wendi_free(a, space->links, space->link_copies * sizeof *space->links);
    space->links = NULL;
    space->link_copies = 0;
    space->link_arcs = NULL;
    space->link_arc_firsts = NULL;
    space->link_arc_count = space->link_arc_capacity = 0;
}

/* Adds a link arc to its cell's range of the list. */
static void add_link_arc(wend_mesh_space *space, uint32_t slot, bool is_reverse)
{
    const wendi_mesh_link_arc link_arc = link_arc_of(space, slot, is_reverse);
    space->link_arcs[space->link_arc_firsts[link_arc.from_cell]++] = link_arc;
}

static void count_by_cell(wend_mesh_space *space)
{
    uint32_t *firsts = space->link_arc_firsts;
    for (uint32_t i = 0; i < space->view.link_limit; i++) {
        const wendi_mesh_link_slot *link = &space->view.links[i];
        if (link_is_usable(space, link) && link_has_cells(space, link)) {
            firsts[wendi_mesh_space_cell(space, link->from.polygon)]++;
            if (link->is_two_way) {
                firsts[wendi_mesh_space_cell(space, link->to.polygon)]++;
            }
        }
    }
    uint32_t sum = 0;
    for (uint32_t cell = 0; cell <= space->cells.cell_count; cell++) {
        const uint32_t here = firsts[cell];
        firsts[cell] = sum;
        sum += here;
    }
}

/* Link arcs by the component of cells they begin in. */
typedef struct component_links {
    const wend_mesh_space *space;
    wendi_array_u32 firsts;    /* [polygon_count + 1] */
    wendi_array_u32 link_arcs; /* [hop_count] */
} component_links;

static uint32_t component_of_target(const void *context, uint32_t edge)
{
    const component_links *by_component = context;
    const wend_mesh_space *space = by_component->space;
    return wendi_mesh_space_component(
        space, space->link_arcs[by_component->link_arcs.items[edge]].to_cell);
}

static bool list_by_component(component_links *by_component)
{
    const wend_mesh_space *space = by_component->space;
    const uint32_t component_count = space->cells.polygon_count; /* at most */
    if (!wendi_array_u32_resize(&by_component->link_arcs, space->link_arc_count) ||
        !wendi_array_u32_resize(&by_component->firsts, (size_t)component_count + 1)) {
        return false;
    }
    uint32_t *firsts = by_component->firsts.items;
    for (uint32_t i = 0; i < space->link_arc_count; i++) {
        firsts[wendi_mesh_space_component(space, space->link_arcs[i].from_cell)]++;
    }
    for (uint32_t part = 0, sum = 0; part <= component_count; part++) {
        sum +=
            firsts[part]; /* where each part's end; placing moves them down to where they begin */
        firsts[part] = sum;
    }
    for (uint32_t i = space->link_arc_count; i > 0; i--) {
        const uint32_t part = wendi_mesh_space_component(space, space->link_arcs[i - 1].from_cell);
        by_component->link_arcs.items[--firsts[part]] = i - 1;
    }
    return true;
}

/* Finds which components of cells lead to which by links. @return false: no memory. */
static bool join_components(wend_mesh_space *space)
{
    component_links by_component = {.space = space};
    wendi_array_u32_init(&by_component.firsts, &space->allocator);
    wendi_array_u32_init(&by_component.link_arcs, &space->allocator);
    const bool is_done =
        list_by_component(&by_component) &&
        wendi_closure_build(&space->closure, &space->allocator, space->cells.polygon_count,
                            by_component.firsts.items, component_of_target, &by_component);
    wendi_array_u32_free(&by_component.firsts);
    wendi_array_u32_free(&by_component.link_arcs);
    return is_done;
}

static wend_result make_link_arcs(wend_mesh_space *space)
{
    const uint32_t count = count_link_arcs(space);
    if (count == 0) {
        return WEND_OK;
    }
    const size_t cells = space->cells.cell_count;
    space->link_arcs = wendi_alloc(&space->allocator, count * sizeof *space->link_arcs);
    space->link_arc_firsts =
        wendi_alloc_zero(&space->allocator, (cells + 1) * sizeof *space->link_arc_firsts);
    space->link_cell_count = space->cells.cell_count;
    space->link_arc_capacity = space->link_arcs == NULL ? 0 : count;
    space->links =
        wendi_alloc_items(&space->allocator, space->view.link_limit, sizeof *space->links);
    space->link_copies = space->links == NULL ? 0 : space->view.link_limit;
    if (space->link_arcs == NULL || space->link_arc_firsts == NULL || space->links == NULL) {
        return WEND_ERROR_MEMORY;
    }
    memcpy(space->links, space->view.links, space->link_copies * sizeof *space->links);
    space->view.links = space->links;
    space->link_arc_count = count;
    count_by_cell(space);
    for (uint32_t i = 0; i < space->view.link_limit; i++) {
        const wendi_mesh_link_slot *link = &space->view.links[i];
        if (!link_is_usable(space, link) || !link_has_cells(space, link)) {
            continue;
        }
        add_link_arc(space, i, false);
        if (link->is_two_way) {
            add_link_arc(space, i, true);
        }
    }

    /* Placing moved each first to the next cell's: move them back. */
    memmove(space->link_arc_firsts + 1, space->link_arc_firsts,
            cells * sizeof *space->link_arc_firsts);
    space->link_arc_firsts[0] = 0;
    return join_components(space) ? WEND_OK : WEND_ERROR_MEMORY;
}

/* ---- making and following ---- */

static void lose(wend_mesh_space *space)
{
    free_link_arcs(space);
    wendi_mesh_cells_free(&space->cells, &space->allocator);
}

bool wendi_mesh_space_is_fresh(const wend_mesh_space *space)
{
    return space->revision != 0 && space->revision == wend_mesh_revision(space->mesh);
}

static wendi_mesh_filter filter_of(const wend_mesh_space *space, const wendi_mesh_view *view)
{
    return (wendi_mesh_filter){.factors =
                                   space->has_own_factors ? space->own_factors : view->factors,
                               .flags_required = space->flags_required,
                               .flags_refused = space->flags_refused};
}

/* Begins a layout. */
static wend_result begin(wend_mesh_space *space)
{
    space->read = wendi_mesh_view_of(space->mesh);
    const wendi_mesh_filter filter = filter_of(space, &space->read);
    space->restarts = 0;
    space->build = wendi_mesh_cells_begin(&space->read, &filter, &space->allocator);
    return space->build != NULL ? WEND_OK : WEND_ERROR_MEMORY;
}

/* Polygons that were edited while they are read are read again. */
static void note_edits(wend_mesh_space *space)
{
    const wendi_mesh_view now = wendi_mesh_view_of(space->mesh);
    if (wendi_mesh_cells_is_reading(space->build) &&
        now.shape_revision != space->read.shape_revision) {
        const wendi_mesh_filter filter = filter_of(space, &now);
        space->read = now;
        wendi_mesh_cells_read_again(space->build, &now, &filter);
        space->restarts++;
    }
}

/* The cells are complete: they replace the old ones, and links and overlays are read. Where polygons
 * were edited meanwhile the space shows the revision in which they were read. */
static wend_result finish(wend_mesh_space *space)
{
    wendi_mesh_cells_build *build = space->build;
    const wendi_mesh_view now = wendi_mesh_view_of(space->mesh);
    lose(space);
    wendi_mesh_cells_end(build, &space->cells);
    space->build = NULL;
    space->view = now;
    if (now.shape_revision != space->read.shape_revision) {
        space->view.shape_revision = space->read.shape_revision;
        space->view.revision = space->read.revision;
    }
    wend_result result = make_link_arcs(space);
    if (result == WEND_OK && !wendi_mesh_patches_update(space)) {
        result = WEND_ERROR_MEMORY;
    }
    space->revision = result == WEND_OK ? space->view.revision : 0;
    if (result != WEND_OK) {
        lose(space);
    }
    return result;
}

/* Takes over the view of a mesh whose links are as they were. */
static void set_view(wend_mesh_space *space, const wendi_mesh_view *now)
{
    space->view = *now;
    if (space->links != NULL) {
        space->view.links = space->links;
        space->view.link_limit = space->link_copies;
    }
    space->revision = now->revision;
}

/* Only overlays or links changed, or cells were mended. */
static wend_result update_links(wend_mesh_space *space, const wendi_mesh_view *now,
                                bool has_changed)
{
    if (now->links_revision == space->view.links_revision && !has_changed) {
        set_view(space, now);
        return WEND_OK;
    }
    free_link_arcs(space);
    space->view = *now;
    const wend_result result = make_link_arcs(space);
    space->revision = result == WEND_OK ? now->revision : 0;
    return result;
}

static bool update_patches(wend_mesh_space *space, const wendi_mesh_view *now)
{
    return now->overlays_revision == space->view.overlays_revision ||
           wendi_mesh_patches_update(space);
}

/* ---- mending ---- */

/* True if obstacles cut polygons since. */
static bool has_shapes(const wend_mesh_space *space, const wendi_mesh_view *now)
{
    return now->layout_revision != space->view.layout_revision;
}

/* Lists a polygon that changed in mending.changed, if it fits: those that only moved behind the others. */
static void list_changed(wendi_mesh_cells *cells, uint32_t p, uint32_t count, bool has_moved)
{
    wendi_mesh_mending *m = &cells->mending;
    if (count >= cells->polygon_count) {
        return;
    }
    m->changed[count] = p;
    if (!has_moved) {
        m->changed[count] = m->changed[m->cut_count];
        m->changed[m->cut_count++] = p;
    }
}

/* Counts the polygons that changed, and lists them in mending.changed as far as they fit.
 *
 * Where obstacles cut polygons, those that the mesh names count whatever they are now, since their
 * numbers may have other shapes. @param most it counts no further. */
static uint32_t find_changed(wend_mesh_space *space, const wendi_mesh_view *now, uint32_t most)
{
    const wendi_mesh_filter filter = filter_of(space, now);
    const uint64_t since = space->view.shape_revision;
    const bool is_cut = has_shapes(space, now);
    wendi_mesh_cells *cells = &space->cells;
    uint32_t count = 0;
    cells->mending.cut_count = 0;
    for (wend_node p = wendi_mesh_changed_before(space->mesh, WEND_NODE_NONE, since);
         p != WEND_NODE_NONE && count <= most;
         p = wendi_mesh_changed_before(space->mesh, p, since)) {
        const bool is_new = wendi_mesh_cut_revision(space->mesh, p) > since;
        const bool is_other =
            (is_cut && is_new) || wendi_mesh_cells_has_changed(cells, now, &filter, p);
        if (is_cut || is_other) {
            list_changed(cells, p, count++, !is_other);
        }
    }
    const bool is_known = (space->has_own_factors || now->factors_revision <= since) &&
                          wendi_mesh_remembers(space->mesh, since);
    for (wend_node p = 0; !is_known && p < now->polygon_count && count <= most; p++) {
        const bool is_named = wendi_mesh_change_revision(space->mesh, p) > since;
        if (!is_named && wendi_mesh_cells_has_changed(cells, now, &filter, p)) {
            list_changed(cells, p, count++, false);
        }
    }
    return count;
}

/* Lays out again what the polygons that changed concern. @param count of them; they are listed but for
 * those that did not fit. */
static wend_result mend(wend_mesh_space *space, const wendi_mesh_view *now, uint32_t count)
{
    if (!update_patches(space, now)) {
        return WEND_ERROR_MEMORY;
    }
    const wendi_mesh_filter filter = filter_of(space, now);
    if (count > 0) {
        const bool is_cut = has_shapes(space, now);
        const uint32_t listed = space->cells.polygon_count;
        if (is_cut && !wendi_mesh_cells_grow(&space->cells, now, count, &space->allocator)) {
            return WEND_ERROR_MEMORY;
        }
        if (count > listed) {
            (void)find_changed(space, now, count);
        }
        wendi_mesh_cells_mend(&space->cells, now, &filter, count, is_cut);
        space->patch_serial++;
    }
    return update_links(space, now, count > 0 && now->link_limit > 0);
}

/* The number of changed polygons above which a new layout is made, in slices where there is a budget. A
 * layout under way begins again after each cut, so that obstacles which move all the time are mended;
 * without a budget always, since that costs half of a layout even if all polygons are cut. */
static uint32_t most_mended(const wend_mesh_space *space, const wendi_mesh_view *now,
                            bool has_budget)
{
    enum { SHARE = 8, AT_ONCE = 256 };
    const bool is_cut = has_shapes(space, now);
    if (is_cut && !has_budget) {
        return now->polygon_count;
    }
    const uint32_t share = now->polygon_count / SHARE;
    return has_budget && (!is_cut || share < AT_ONCE) ? AT_ONCE : share;
}

wend_result wendi_mesh_space_update_some(wend_mesh_space *space, wend_budget *budget,
                                         uint64_t *steps)
{
    enum { RESTARTS_MOST = 64, LINK_STEPS = 64, MEND_STEPS = 64 };
    wend_result result = WEND_OK;
    if (space->build == NULL) {
        const wendi_mesh_view now = wendi_mesh_view_of(space->mesh);
        if (wendi_mesh_space_is_fresh(space)) {
            return WEND_OK;
        }
        const uint32_t most = most_mended(space, &now, budget != NULL);
        const bool is_other = now.tiles_revision != space->view.tiles_revision;
        const uint32_t count = space->revision == 0 || is_other ? UINT32_MAX
                               : now.shape_revision == space->view.shape_revision
                                   ? 0
                                   : find_changed(space, &now, most);
        if (count <= most) {
            const uint64_t work = (now.links_revision == space->view.links_revision
                                       ? 0
                                       : LINK_STEPS + 4 * (uint64_t)now.link_limit) +
                                  MEND_STEPS * ((uint64_t)count + 1);
            *steps += work;
            wendi_budget_spend(budget, work);
            return mend(space, &now, count);
        }
        result = begin(space);
    } else if (wendi_mesh_view_of(space->mesh).layout_revision != space->read.layout_revision) {
        /* There are other corners now: what was read of the old ones is of no use. */
        wendi_mesh_cells_end(space->build, NULL);
        space->build = NULL;
        result = begin(space);
    }
    if (result == WEND_OK) {
        note_edits(space);
        result = WEND_IN_PROGRESS;
    }
    bool goes_on = result == WEND_IN_PROGRESS;
    while (goes_on) {
        uint64_t done = 0;
        const bool is_reading = wendi_mesh_cells_is_reading(space->build);
        result = wendi_mesh_cells_unit(space->build, &done);
        *steps += done;
        wendi_budget_spend(budget, done);
        goes_on = result == WEND_IN_PROGRESS && ((is_reading && space->restarts > RESTARTS_MOST) ||
                                                 wendi_budget_grant(budget, 1) > 0);
    }
    return result == WEND_OK ? finish(space) : result;
}

static wend_result update(wend_mesh_space *space)
{
    if (space == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    wend_result result = WEND_OK;
    uint64_t steps = 0;
    while (result == WEND_OK && !wendi_mesh_space_is_fresh(space)) {
        result = wendi_mesh_space_update_some(space, NULL, &steps);
    }
    return result;
}

wend_result wend_mesh_space_create(const wend_mesh_space_def *def, wend_mesh_space **space)
{
    if (space != NULL) {
        *space = NULL;
    }
    if (def == NULL || !wendi_has_cookie(def->cookie, SPACE_COOKIE, def->message,
                                         "wend_mesh_space_create", "wend_mesh_space_def_default")) {
        return WEND_ERROR_ARGUMENT;
    }
    if (space == NULL) {
        return wendi_refuse_null(def->message, "wend_mesh_space_create", "space");
    }
    wendi_message_clear(def->message);
    if (def->mesh == NULL) {
        return wendi_fail(def->message, WEND_ERROR_ARGUMENT,
                          "wend_mesh_space_create: mesh is NULL");
    }
    wend_result result = check_factors(def->factors, def->message);
    if (result != WEND_OK) {
        return result;
    }
    wend_mesh_space *made = wendi_alloc_zero(&def->allocator, sizeof *made);
    result = WEND_ERROR_MEMORY;
    if (made != NULL) {
        made->allocator = def->allocator;
        made->mesh = def->mesh;
        made->flags_required = def->flags_required;
        made->flags_refused = def->flags_refused;
        made->overlay_layers = def->overlay_layers;
        made->has_own_factors = def->factors != NULL;
        made->has_islands = def->has_islands;
        wendi_closure_init(&made->closure, &def->allocator);
        if (made->has_own_factors) {
            memcpy(made->own_factors, def->factors, sizeof made->own_factors);
        }
        result = def->is_deferred ? WEND_OK : update(made);
    }
    if (result != WEND_OK) {
        wend_mesh_space_destroy(made);
        return wendi_fail(def->message, result, "wend_mesh_space_create: out of memory");
    }
    *space = made;
    return WEND_OK;
}

void wend_mesh_space_destroy(wend_mesh_space *space)
{
    if (space == NULL) {
        return;
    }
    wendi_mesh_cells_end(space->build, NULL);
    lose(space);
    wendi_mesh_patches_free(space);
    const wend_allocator allocator = space->allocator;
    wendi_free(&allocator, space, sizeof *space);
}

double wendi_mesh_space_rounding(const wend_mesh_space *space)
{
    wend_vec3 low;
    wend_vec3 high;
    wend_mesh_bounds(space->mesh, &low, &high);
    double most = fabs(low.x) > fabs(high.x) ? fabs(low.x) : fabs(high.x);
    most = fabs(low.y) > most ? fabs(low.y) : most;
    most = fabs(high.y) > most ? fabs(high.y) : most;
    return most * 2.2204460492503131e-16;
}

wend_result wend_mesh_space_update(wend_mesh_space *space)
{
    const wend_result result = update(space);
    return space == NULL ? result
                         : wendi_fail_plain(&space->error, "wend_mesh_space_update", result);
}

wend_result wend_mesh_space_update_sliced(wend_mesh_space *space, wend_budget *budget)
{
    if (space == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    uint64_t steps = 0;
    wend_result result =
        budget == NULL ? update(space) : wendi_mesh_space_update_some(space, budget, &steps);
    if (result == WEND_OK && !wendi_mesh_space_is_fresh(space)) {
        result = WEND_IN_PROGRESS;
    }
    return wendi_fail_plain(&space->error, "wend_mesh_space_update_sliced", result);
}

const char *wend_mesh_space_error(const wend_mesh_space *mesh_space)
{
    return mesh_space == NULL ? "" : mesh_space->error.text;
}
