/* Saves hierarchies to bytes, and loads them from bytes of any origin.
 * Cost: linear in costs; loading finds the portals of all regions as well.
 *
 *   head    levels, sizes, regions
 *   level   [ hash | count | nodes (level 1) | costs ] for each cell
 *
 * Blocks are kept with the hash of what they were made from, so an update after loading computes only
 * those of which the world is another one now. */
#include "base/core/visitor.h"
#include "route/hierarchy/hierarchy.h"
#include "route/hierarchy/mesh.h"

#include <string.h>

enum { FILE_MAGIC = 0x52494857 /* WHIR */, VERSION = 1, CELL_BYTES = 16 };

static const uint64_t COST_MOST = (uint64_t)1 << 62;
static const char LOAD[] = "wend_hierarchy_load";

static void visit_head(wendi_visitor *v, const wend_hierarchy *h)
{
    const uint32_t numbers[] = {h->level_count,
                                h->group_size,
                                h->portal_spacing,
                                h->regions.count,
                                (uint32_t)h->regions.sector_size,
                                h->regions.node_count,
                                h->def.mesh_space != NULL ? 1u : 0u};
    wendi_visit_part(v, "it is of another world, or of other settings");
    for (size_t k = 0; k < sizeof numbers / sizeof numbers[0]; ++k) {
        uint32_t number = numbers[k];
        wendi_visit_u32(v, &number);
        wendi_visit_expect(v, number == numbers[k], NULL);
    }
}

/* ---- saving ---- */

static void write_all(const void *object, wendi_writer *writer)
{
    const wend_hierarchy *h = object;
    wendi_visitor v = wendi_visitor_writing(writer);
    visit_head(&v, h);
    for (uint32_t level = 0; level < h->level_count; ++level) {
        for (uint32_t cell = 0; cell < h->levels[level].cell_count; ++cell) {
            wendi_abstract_block block = h->levels[level].blocks[cell];
            wendi_visit_u64(&v, &block.hash);
            (void)wendi_visit_count(&v, block.count, sizeof(uint64_t), UINT32_MAX);
            if (level == 0) {
                wendi_visit_u32_array(&v, block.nodes, block.count);
            }
            wendi_visit_u64_array(&v, block.costs, (size_t)block.count * block.count);
        }
    }
}

wend_result wend_hierarchy_save(const wend_hierarchy *hierarchy, uint8_t *bytes, size_t capacity,
                                size_t *count)
{
    if (hierarchy != NULL && !wendi_abstract_is_ready(hierarchy)) {
        if (count != NULL) {
            *count = 0;
        }
        return WEND_ERROR_STALE;
    }
    return wendi_save_object(hierarchy, write_all, FILE_MAGIC, VERSION, bytes, capacity, count);
}

/* ---- loading ---- */

/* A cost from each portal to itself is 0; others are below 2^62, or infinite. */
static bool are_costs_sound(const wendi_abstract_block *block)
{
    for (size_t k = 0; k < (size_t)block->count * block->count; ++k) {
        const bool is_own = k / block->count == k % block->count;
        const uint64_t cost = block->costs[k];
        if (is_own ? cost != 0 : cost != WEND_COST_INFINITE && (cost == 0 || cost > COST_MOST)) {
            return false;
        }
    }
    return true;
}

/* True if a block was made from the region as it is now. Then its portals must be those of it. */
static bool is_of_region(wendi_visitor *v, const wend_hierarchy *h, uint32_t region,
                         const wendi_abstract_block *block, wendi_array_u32 *nodes)
{
    if (wendi_visitor_has_failed(v) || block->hash != wendi_abstract_region_hash(h, region)) {
        return false;
    }
    if (!wendi_visit_expect_memory(v, wendi_abstract_find_portals(h, region, nodes))) {
        return false;
    }
    wendi_visit_expect(
        v,
        nodes->count == block->count &&
            (block->count == 0 ||
             memcmp(nodes->items, block->nodes, block->count * sizeof nodes->items[0]) == 0),
        "the portals of a region are others");
    return true;
}

/* Reads the block of a cell. One of another world is left out: an update makes it. */
static void read_block(wendi_visitor *v, wend_hierarchy *h, uint32_t level, uint32_t cell,
                       wendi_array_u32 *nodes)
{
    wendi_abstract_block block = {.hash = 0};
    wendi_visit_u64(v, &block.hash);
    block.count = (uint32_t)wendi_visit_count(v, 0, sizeof(uint64_t), UINT32_MAX);
    const uint64_t bytes = (uint64_t)block.count * block.count * sizeof(uint64_t);
    wendi_visit_expect(v, bytes <= wendi_reader_remaining(v->reader), NULL);
    if (wendi_visitor_has_failed(v)) {
        return;
    }
    const bool is_made = wendi_abstract_block_make(&block, level == 0, &h->allocator);
    if (wendi_visit_expect_memory(v, is_made)) {
        if (level == 0) {
            wendi_visit_u32_array(v, block.nodes, block.count);
        }
        wendi_visit_u64_array(v, block.costs, (size_t)block.count * block.count);
    }
    if (!wendi_visitor_has_failed(v)) {
        wendi_visit_expect(v, are_costs_sound(&block), "a cost makes no sense");
    }
    const bool is_kept = level == 0 ? is_of_region(v, h, cell, &block, nodes) : block.hash != 0;
    if (is_kept && !wendi_visitor_has_failed(v)) {
        if (level == 0) {
            wendi_abstract_join_portals(&block);
        }
        wendi_abstract_block_free(&h->levels[level].blocks[cell], &h->allocator);
        h->levels[level].blocks[cell] = block;
    } else {
        wendi_abstract_block_free(&block, &h->allocator);
    }
}

static void read_all(wendi_visitor *v, wend_hierarchy *h)
{
    wendi_array_u32 nodes;
    wendi_array_u32_init(&nodes, &h->allocator);
    visit_head(v, h);
    wendi_visit_part(v, "the costs end early");
    for (uint32_t level = 0; level < h->level_count && !wendi_visitor_has_failed(v); ++level) {
        const uint32_t count = h->levels[level].cell_count;
        wendi_visit_expect(v, (uint64_t)count * CELL_BYTES <= wendi_reader_remaining(v->reader),
                           NULL);
        for (uint32_t cell = 0; cell < count && !wendi_visitor_has_failed(v); ++cell) {
            read_block(v, h, level, cell, &nodes);
        }
    }
    wendi_visit_expect(v, wendi_reader_is_done(v->reader), "there is more behind the costs");
    wendi_array_u32_free(&nodes);
}

static bool is_fresh(const wend_hierarchy_def *def)
{
    wend_space_info info;
    wend_space_get_info(def->space, &info);
    return def->mesh_space != NULL ? wendi_mesh_space_is_fresh(def->mesh_space) : info.is_fresh;
}

/* Refuses arguments and a space older than its world. */
static wend_result check_arguments(const wend_hierarchy_def *def, const uint8_t *bytes,
                                   size_t count, wend_hierarchy *const *hierarchy)
{
    const wend_result result = wendi_abstract_check(def);
    if (result != WEND_OK || def == NULL) {
        return result;
    }
    if (hierarchy == NULL || (bytes == NULL && count > 0)) {
        return wendi_refuse_null(def->message, LOAD, hierarchy == NULL ? "hierarchy" : "bytes");
    }
    return is_fresh(def)
               ? WEND_OK
               : wendi_fail(def->message, WEND_ERROR_STALE,
                            "%s: the space is older than its world: update it first", LOAD);
}

/* The regions are made only for bytes with a right checksum. */
wend_result wend_hierarchy_load(const wend_hierarchy_def *def, const uint8_t *bytes, size_t count,
                                wend_hierarchy **hierarchy)
{
    if (hierarchy != NULL) {
        *hierarchy = NULL;
    }
    wend_result result = check_arguments(def, bytes, count, hierarchy);
    if (result != WEND_OK || def == NULL || hierarchy == NULL) {
        return result;
    }
    wendi_reader content;
    uint32_t version;
    result = wendi_read_only_section(bytes, count, FILE_MAGIC, VERSION,
                                     "there is more behind the hierarchy", &content, &version,
                                     def->message);
    if (result != WEND_OK) {
        return wendi_fail_as(def->message, LOAD, result);
    }
    wend_hierarchy *made = NULL;
    result = wend_hierarchy_create(def, &made);
    if (result != WEND_OK) {
        return result;
    }
    wendi_visitor v = wendi_visitor_reading(&content);
    read_all(&v, made);
    result = wendi_visitor_result(&v);
    if (result == WEND_OK) {
        *hierarchy = made;
        return WEND_OK;
    }
    if (result == WEND_ERROR_FILE) {
        (void)wendi_fail(def->message, result, "%s: %s", LOAD, v.reason);
    } else {
        (void)wendi_fail_plain(def->message, LOAD, result);
    }
    wend_hierarchy_destroy(made);
    return result;
}
