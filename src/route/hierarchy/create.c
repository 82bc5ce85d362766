/* Hierarchies as objects: making, figures, fingerprints, drawing.
 * Cost: creating sorts the nodes of a graph some times; drawing is linear in portals. */
#include "route/hierarchy/hierarchy.h"
#include "route/hierarchy/mesh.h"

#include <string.h>

enum {
    GROUP_LEAST = 2,
    GROUP_MOST = 8,
    SECTOR_LEAST = 8,
    SECTOR_MOST = 128,
    REGION_LEAST = 2,
    REGION_MOST = 4096
};

static const double RADIUS_MOST = 1073741824;

wend_hierarchy_def wend_hierarchy_def_default(void)
{
    wend_hierarchy_def def;
    memset(&def, 0, sizeof def);
    def.cookie = WENDI_ABSTRACT_COOKIE;
    def.group_size = 4;
    def.sector_size = 32;
    def.portal_spacing = 8;
    def.region_nodes = 64;
    return def;
}

/* ---- making ---- */

/* A field and its range. */
typedef struct field_range {
    const char *name;
    uint32_t value, least, most;
} field_range;

wend_result wendi_abstract_check(const wend_hierarchy_def *def)
{
    static const char function[] = "wend_hierarchy_create";
    if (def == NULL || !wendi_has_cookie(def->cookie, WENDI_ABSTRACT_COOKIE, def->message, function,
                                         "wend_hierarchy_def_default")) {
        return WEND_ERROR_ARGUMENT;
    }
    if ((def->space == NULL) == (def->mesh_space == NULL)) {
        return wendi_fail(def->message, WEND_ERROR_ARGUMENT,
                          def->space == NULL
                              ? "%s: space and mesh_space are NULL: set one of them"
                              : "%s: space and mesh_space are both set: set only one",
                          function);
    }
    if (!(def->radius >= 0 && def->radius <= RADIUS_MOST)) { /* NaN fails too */
        return wendi_refuse(def->message, function, "radius", def->radius, 0, RADIUS_MOST);
    }
    if (def->radius > 0 && def->space != NULL) {
        return wendi_fail(def->message, WEND_ERROR_ARGUMENT,
                          "%s: radius is for meshes; a space has its own: leave it 0", function);
    }
    const field_range ranges[] = {
        {"level_count", def->level_count, 0, WEND_HIERARCHY_LEVELS_MAX},
        {"group_size", def->group_size, GROUP_LEAST, GROUP_MOST},
        {"sector_size", def->sector_size, SECTOR_LEAST, SECTOR_MOST},
        {"portal_spacing", def->portal_spacing, 1, SECTOR_MOST},
        {"region_nodes", def->region_nodes, REGION_LEAST, REGION_MOST},
    };
    for (size_t k = 0; k < sizeof ranges / sizeof ranges[0]; ++k) {
        const field_range *r = &ranges[k];
        if (r->value < r->least || r->value > r->most) {
            return wendi_refuse(def->message, function, r->name, r->value, r->least, r->most);
        }
    }
    if (def->regions == NULL && def->region_node_count != 0) {
        return wendi_refuse_null(def->message, function, "regions");
    }
    if (def->regions != NULL && def->space != NULL && def->space->net == NULL) {
        return wendi_fail(def->message, WEND_ERROR_ARGUMENT,
                          "%s: regions are for graphs; the regions of a grid are sectors: leave it "
                          "NULL",
                          function);
    }
    for (size_t k = 0; k < def->region_node_count; ++k) {
        if (def->regions[k] == UINT32_MAX) {
            return wendi_fail(def->message, WEND_ERROR_ARGUMENT,
                              "%s: regions[%lu] is 4294967295, and must be less", function,
                              (unsigned long)k);
        }
    }
    return WEND_OK;
}

/* The regions of a mesh's nodes, from those given for polygons; NULL: none are given, or no memory.
 */
static uint32_t *regions_of_nodes(const wend_hierarchy *h)
{
    const wendi_abstract_mesh *mesh = h->mesh;
    if (h->given == NULL || mesh->node_count == 0) {
        return NULL;
    }
    uint32_t *regions = wendi_alloc_items(&h->allocator, mesh->node_count, sizeof regions[0]);
    for (uint32_t node = 0; node < mesh->node_count && regions != NULL; ++node) {
        const uint32_t polygon = mesh->polygons[node];
        regions[node] = polygon < h->def.region_node_count ? h->given[polygon] : UINT32_MAX;
    }
    return regions;
}

wend_result wendi_abstract_divide_mesh(wend_hierarchy *h)
{
    const wend_allocator *a = &h->allocator;
    ++h->version;
    wendi_abstract_tasks_clear(h);
    wendi_abstract_layout_destroy(&h->layout, h);
    wendi_abstract_regions_destroy(h);
    wendi_abstract_mesh_destroy(h->mesh, a);
    h->mesh = wendi_abstract_mesh_create(h->def.mesh_space, h->def.radius, a);
    if (h->mesh == NULL) {
        return WEND_ERROR_MEMORY;
    }
    h->space = h->mesh->net;
    h->level_count = h->def.level_count;
    wend_hierarchy_def def = h->def;
    uint32_t *regions = regions_of_nodes(h);
    def.regions = regions;
    def.region_node_count = h->mesh->node_count;
    const bool has_memory = regions != NULL || h->given == NULL || h->mesh->node_count == 0;
    const wend_result result = has_memory ? wendi_abstract_divide(h, &def) : WEND_ERROR_MEMORY;
    wendi_free(a, regions, h->mesh->node_count * sizeof regions[0]);
    return result;
}

static wend_result make_on_mesh(wend_hierarchy *h, const wend_hierarchy_def *def)
{
    const size_t count = def->region_node_count;
    h->def = *def;
    h->def.regions = NULL;
    h->def.region_node_count = 0;
    if (count > 0) {
        h->given = wendi_alloc_items(&h->allocator, count, sizeof h->given[0]);
        if (h->given == NULL) {
            return WEND_ERROR_MEMORY;
        }
        memcpy(h->given, def->regions, count * sizeof h->given[0]);
        h->def.region_node_count = count;
    }
    /* A space that is older than its mesh is not read: the mesh's arrays are others by now. */
    if (!wendi_mesh_space_is_fresh(def->mesh_space)) {
        h->phase = WENDI_ABSTRACT_DIVIDE;
        return WEND_OK;
    }
    return wendi_abstract_divide_mesh(h);
}

wend_result wend_hierarchy_create(const wend_hierarchy_def *def, wend_hierarchy **hierarchy)
{
    if (hierarchy != NULL) {
        *hierarchy = NULL;
    }
    wend_result result = wendi_abstract_check(def);
    if (result != WEND_OK || def == NULL) {
        return result;
    }
    if (hierarchy == NULL) {
        return wendi_refuse_null(def->message, "wend_hierarchy_create", "hierarchy");
    }
    wendi_message_clear(def->message);
    wend_hierarchy *made = wendi_alloc_zero(&def->allocator, sizeof *made);
    if (made != NULL) {
        made->allocator = def->allocator;
        made->executor = def->executor;
        made->space = def->space;
        made->level_count = def->level_count;
        made->group_size = def->group_size;
        made->portal_spacing = def->portal_spacing;
        made->phase = WENDI_ABSTRACT_COMPARE;
        result =
            def->mesh_space != NULL ? make_on_mesh(made, def) : wendi_abstract_divide(made, def);
        if (result != WEND_OK) {
            wend_hierarchy_destroy(made);
            made = NULL;
        }
    }
    *hierarchy = made;
    return made != NULL
               ? WEND_OK
               : wendi_fail_plain(def->message, "wend_hierarchy_create", WEND_ERROR_MEMORY);
}

void wend_hierarchy_destroy(wend_hierarchy *hierarchy)
{
    if (hierarchy == NULL) {
        return;
    }
    const wend_allocator a = hierarchy->allocator;
    wendi_abstract_tasks_clear(hierarchy);
    wendi_abstract_layout_destroy(&hierarchy->layout, hierarchy);
    wendi_abstract_regions_destroy(hierarchy);
    wendi_abstract_mesh_destroy(hierarchy->mesh, &a);
    wendi_free(&a, hierarchy->given, hierarchy->def.region_node_count * sizeof(uint32_t));
    wendi_free(&a, hierarchy, sizeof *hierarchy);
}

const char *wend_hierarchy_error(const wend_hierarchy *hierarchy)
{
    return hierarchy == NULL ? "" : hierarchy->error.text;
}

/* ---- figures ---- */

size_t wend_hierarchy_memory_bytes(const wend_hierarchy *hierarchy)
{
    if (hierarchy == NULL) {
        return 0;
    }
    return sizeof *hierarchy + hierarchy->def.region_node_count * sizeof hierarchy->given[0] +
           wendi_abstract_mesh_bytes(hierarchy->mesh) + wendi_abstract_regions_bytes(hierarchy) +
           wendi_abstract_layout_bytes(hierarchy) + wendi_abstract_tasks_bytes(hierarchy);
}

void wend_hierarchy_get_info(const wend_hierarchy *hierarchy, wend_hierarchy_info *info)
{
    if (info == NULL) {
        return;
    }
    memset(info, 0, sizeof *info);
    if (hierarchy == NULL) {
        return;
    }
    info->is_ready = wendi_abstract_is_ready(hierarchy);
    info->level_count = hierarchy->level_count;
    info->portal_count = hierarchy->layout.portal_count;
    for (uint32_t level = 0; level < hierarchy->level_count; ++level) {
        const wendi_abstract_level *l = &hierarchy->levels[level];
        info->cell_counts[level] = l->cell_count;
        for (uint32_t cell = 0; cell < l->cell_count; ++cell) {
            info->cost_count += (uint64_t)l->blocks[cell].count * l->blocks[cell].count;
        }
    }
    info->work_done = hierarchy->work_done;
    info->memory_bytes = wend_hierarchy_memory_bytes(hierarchy);
}

uint64_t wend_hierarchy_hash(const wend_hierarchy *hierarchy)
{
    if (hierarchy == NULL || !wendi_abstract_is_ready(hierarchy)) {
        return 0;
    }
    const wendi_abstract_layout *layout = &hierarchy->layout;
    uint64_t hash = wend_hash_u64(wend_hash_begin(), hierarchy->level_count);
    for (uint32_t portal = 0; portal < layout->portal_count; ++portal) {
        hash = wend_hash_u64(hash, (uint64_t)layout->regions[portal] << 32 | layout->nodes[portal]);
        for (uint32_t k = layout->arc_first[portal]; k < layout->arc_first[portal + 1]; ++k) {
            hash = wend_hash_u64(hash, layout->arcs[k].cost);
            hash = wend_hash_u64(hash, layout->arcs[k].target);
        }
    }
    for (uint32_t level = 0; level < hierarchy->level_count; ++level) {
        const wendi_abstract_level *l = &hierarchy->levels[level];
        for (uint32_t cell = 0; cell < l->cell_count; ++cell) {
            const wendi_abstract_block *block = &l->blocks[cell];
            hash = wend_hash_u64(hash, block->count);
            for (size_t k = 0; k < (size_t)block->count * block->count; ++k) {
                hash = wend_hash_u64(hash, block->costs[k]);
            }
        }
    }
    return hash;
}

uint32_t wend_hierarchy_region(const wend_hierarchy *hierarchy, wend_node node)
{
    if (hierarchy == NULL) {
        return WEND_NODE_NONE;
    }
    if (hierarchy->def.mesh_space != NULL) {
        const wendi_abstract_mesh *mesh = hierarchy->mesh;
        const bool has_nodes = mesh != NULL && node < mesh->polygon_count &&
                               mesh->first[node] < mesh->first[node + 1] &&
                               hierarchy->regions.of_node != NULL;
        return has_nodes ? hierarchy->regions.of_node[mesh->nodes[mesh->first[node]]]
                         : WEND_NODE_NONE;
    }
    const uint32_t count = hierarchy->space->net != NULL ? hierarchy->regions.node_count
                                                         : hierarchy->space->node_count;
    return node < count ? wendi_abstract_region_of(hierarchy, node) : WEND_NODE_NONE;
}

wend_result wend_hierarchy_portals(const wend_hierarchy *hierarchy, uint32_t region,
                                   wend_node *nodes, size_t capacity, size_t *count)
{
    if (count != NULL) {
        *count = 0;
    }
    if (hierarchy == NULL || count == NULL || (nodes == NULL && capacity > 0) ||
        region >= hierarchy->regions.count) {
        return WEND_ERROR_ARGUMENT;
    }
    if (!wendi_abstract_is_ready(hierarchy)) {
        return WEND_ERROR_STALE;
    }
    const wendi_abstract_block *block = &hierarchy->levels[0].blocks[region];
    *count = block->count;
    for (size_t k = 0; k < block->count && k < capacity; ++k) {
        nodes[k] =
            hierarchy->mesh != NULL ? hierarchy->mesh->polygons[block->nodes[k]] : block->nodes[k];
    }
    return block->count > capacity ? WEND_TRUNCATED : WEND_OK;
}

/* ---- drawing ---- */

static void draw_sector(const wend_hierarchy *h, uint32_t region, const wend_draw *draw)
{
    const wendi_abstract_rect rect = wendi_abstract_region_rect(h, region);
    const wend_space *space = h->space;
    const wend_vec2 low = {space->origin.x + rect.x * space->cell_size,
                           space->origin.y + rect.y * space->cell_size};
    const wend_vec2 high = {low.x + rect.width * space->cell_size,
                            low.y + rect.height * space->cell_size};
    draw->line(draw->context, low, (wend_vec2){high.x, low.y}, WEND_MEANING_SECTOR, 0);
    draw->line(draw->context, low, (wend_vec2){low.x, high.y}, WEND_MEANING_SECTOR, 0);
}

wend_result wend_hierarchy_draw(const wend_hierarchy *hierarchy, const wend_draw *draw)
{
    if (hierarchy == NULL || draw == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    const wend_hierarchy *h = hierarchy;
    if (h->phase == WENDI_ABSTRACT_DIVIDE) {
        return WEND_OK;
    }
    for (uint32_t region = 0; region < h->regions.count; ++region) {
        if (draw->line != NULL && h->space->net == NULL && !h->space->is_hex) {
            draw_sector(h, region, draw);
        }
        const wendi_abstract_block *block = &h->levels[0].blocks[region];
        for (uint32_t k = 0; k < block->count && draw->circle != NULL; ++k) {
            draw->circle(draw->context, wend_space_position(h->space, block->nodes[k]), 0,
                         WEND_MEANING_PORTAL, (double)region);
        }
    }
    return WEND_OK;
}
