/* The memory of levels of detail, as a hash and as bytes.
 * Cost: linear in the bodies. */
#include "crowd/core/detail.h"

#include "base/core/memory.h"
#include "base/core/message.h"
#include "wend/walls.h"

#include <stdio.h>
#include <string.h>

wend_result wendi_detail_create(wendi_detail *detail, uint32_t limit, const wend_allocator *a)
{
    *detail = (wendi_detail){.limit = limit, .allocator = *a};
    detail->level = wendi_alloc_zero(a, limit * sizeof *detail->level);
    detail->stride = wendi_alloc_zero(a, limit * sizeof *detail->stride);
    detail->ticked = wendi_alloc_zero(a, limit * sizeof *detail->ticked);
    if (detail->level == NULL || detail->stride == NULL || detail->ticked == NULL) {
        wendi_detail_free(detail);
        return WEND_ERROR_MEMORY;
    }
    memset(detail->stride, 1, limit);
    return WEND_OK;
}

void wendi_detail_free(wendi_detail *detail)
{
    const size_t limit = detail->limit;
    wendi_free(&detail->allocator, detail->level, detail->level == NULL ? 0 : limit);
    wendi_free(&detail->allocator, detail->stride, detail->stride == NULL ? 0 : limit);
    wendi_free(&detail->allocator, detail->ticked,
               detail->ticked == NULL ? 0 : limit * sizeof *detail->ticked);
    *detail = (wendi_detail){.allocator = detail->allocator};
}

size_t wendi_detail_memory_bytes(const wendi_detail *detail)
{
    return detail->limit *
           (sizeof *detail->level + sizeof *detail->stride + sizeof *detail->ticked);
}

/* ---- the state ---- */

static bool is_within(double value, double low, double high)
{
    return value >= low && value <= high;
}

wend_result wendi_detail_check_region(const wend_detail_region *r, uint32_t index,
                                      uint32_t floor_count, const char *function,
                                      wend_message *message)
{
    const double most = WEND_COORDINATE_MAX;
    const struct {
        const char *name;
        double value, low, high;
    } numbers[] = {
        {"low.x", r->low.x, -most, most},      {"low.y", r->low.y, -most, most},
        {"high.x", r->high.x, r->low.x, most}, {"high.y", r->high.y, r->low.y, most},
        {"radius", r->radius, 0, most},
    };
    char field[64];
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; ++i) {
        if (!is_within(numbers[i].value, numbers[i].low, numbers[i].high)) {
            (void)snprintf(field, sizeof field, "regions[%lu].%s", (unsigned long)index,
                           numbers[i].name);
            return wendi_refuse(message, function, field, numbers[i].value, numbers[i].low,
                                numbers[i].high);
        }
    }
    if (r->floor >= floor_count && r->floor != WEND_DETAIL_ALL_FLOORS) {
        (void)snprintf(field, sizeof field, "regions[%lu].floor", (unsigned long)index);
        return wendi_refuse_index(message, function, field, r->floor, "floors", floor_count);
    }
    return WEND_OK;
}

void wendi_detail_visit(wendi_detail *detail, uint32_t high, uint32_t floor_count, uint64_t tick,
                        wendi_visitor *v)
{
    const uint32_t longest = (uint32_t)1 << WEND_DETAIL_LEVEL_MAX;
    static const double most = WEND_COORDINATE_MAX;
    wendi_visit_bool(v, &detail->is_ending);
    wendi_visit_f64(v, &detail->margin);
    wendi_visit_f64(v, &detail->band);
    wendi_visit_u32(v, &detail->level_most);
    wendi_visit_u32(v, &detail->region_count);
    wendi_visit_expect(v,
                       is_within(detail->margin, 0, most) && is_within(detail->band, 0, most) &&
                           detail->level_most >= 1 &&
                           detail->level_most <= (uint32_t)WEND_DETAIL_LEVEL_MAX &&
                           detail->region_count <= (uint32_t)WEND_DETAIL_REGIONS_MAX,
                       NULL);
    for (uint32_t i = 0; i < detail->region_count && !wendi_visitor_has_failed(v); ++i) {
        wend_detail_region *r = &detail->regions[i];
        wendi_visit_u32(v, &r->floor);
        wendi_visit_vec2(v, &r->low);
        wendi_visit_vec2(v, &r->high);
        wendi_visit_f64(v, &r->radius);
        wendi_visit_expect(v, wendi_detail_check_region(r, i, floor_count, NULL, NULL) == WEND_OK,
                           NULL);
    }
    if (!wendi_visitor_has_failed(v)) {
        wendi_visit_u8_array(v, detail->level, high);
        wendi_visit_u32_array(v, detail->ticked, high);
        detail->is_on = true;
    }
    bool is_sound = true;
    for (uint32_t i = 0; wendi_visitor_is_reading(v) && i < high; ++i) {
        is_sound = is_sound && detail->level[i] <= (uint8_t)WEND_DETAIL_LEVEL_MAX;
        /* Free indices keep what they had. */
        is_sound =
            is_sound && (detail->level[i] == 0 || (uint32_t)tick - detail->ticked[i] <= longest);
    }
    wendi_visit_expect(v, is_sound, NULL);
}
