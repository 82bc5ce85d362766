/* The layout of slots by shape, and its narrowing to fewer files.
 * Cost: linear; narrowed patterns are sorted, which is linear too. */
#include "crowd/formation/pattern.h"
#include "crowd/core/bodies.h"

#include "base/math/bits.h"

#include <assert.h>
#include <math.h>
#include <string.h>

static const double PI = 0x1.921fb54442d18p+1;
static const double HALF_SQRT_2 = 0x1.6a09e667f3bcdp-1;

/* A ring of more members becomes two, then three ... (at four, nine ... times as many). */
enum { RING_MEMBERS = 32 };

/* Slots whose x differs by less than this part of a spacing are in one rank. */
static const double RANKS_A_SPACING = 16;

static uint32_t ceil_div(uint32_t a, uint32_t b)
{
    return (a + b - 1) / b;
}

/* The smallest integer whose square is n or more. */
static uint32_t ceil_root(uint32_t n)
{
    uint32_t root = 0;
    while (root * root < n) {
        root++;
    }
    return root;
}

/* ---- shapes, with their first rank or point at x = 0 ---- */

/* Slot i of a block: the last rank is shorter, and centred. */
static wend_vec2 in_block(uint32_t i, uint32_t count, uint32_t files, double spacing)
{
    assert(files > 0);
    const uint32_t rank = i / files;
    const uint32_t before = rank * files;
    const uint32_t beside = count - before < files ? count - before : files;
    const double middle = (double)(beside - 1) / 2;
    return (wend_vec2){-spacing * rank, spacing * (middle - (double)(i - before))};
}

/* The radius at which `count` members on a ring are a spacing apart. */
static double ring_radius(uint32_t count, double spacing)
{
    return count < 2 ? 0 : spacing / (2 * wend_sin(PI / count));
}

/* The members that fit on a ring: half of the smallest angle has the sine spacing / 2 radius. */
static uint32_t ring_room(double radius, double spacing)
{
    const double sine = spacing / (2 * radius);
    if (!(sine < 1)) {
        return 1;
    }
    const double half_angle = wend_atan2(sine, wend_sqrt(1 - sine * sine));
    return (uint32_t)floor(PI / half_angle + 1e-9);
}

static uint32_t room_on(uint32_t ring, uint32_t inner, double spacing)
{
    const uint32_t count = inner < 1 ? 1 : inner;
    return ring == 0 ? count : ring_room(ring_radius(count, spacing) + ring * spacing, spacing);
}

static uint32_t room_on_all(uint32_t rings, uint32_t inner, double spacing)
{
    uint32_t room = 0;
    for (uint32_t ring = 0; ring < rings; ring++) {
        room += room_on(ring, inner, spacing);
    }
    return room;
}

/* The members of the innermost ring when all rings together hold `count` or slightly more. */
static uint32_t inner_members(uint32_t rings, uint32_t count, double spacing)
{
    uint32_t low = 1;
    uint32_t high = count;
    while (low < high) {
        const uint32_t middle = (low + high) / 2;
        if (room_on_all(rings, middle, spacing) >= count) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return low;
}

static void lay_ring(uint32_t count, double radius, wend_formation_slot *slots)
{
    for (uint32_t i = 0; i < count; i++) {
        /* Both sides from the same angles, so that they mirror each other to the bit. */
        const uint32_t mirrored = 2 * i > count ? count - i : i;
        const double angle = 2 * PI * mirrored / count;
        const double y = 2 * i == count ? 0 : radius * wend_sin(angle);
        slots[i].offset = (wend_vec2){radius * wend_cos(angle), mirrored == i ? y : -y};
    }
}

/* Every ring gets its share; the rest goes to the outer ones. */
static void lay_circle(uint32_t count, double spacing, wend_formation_slot *slots)
{
    const uint32_t rings = ceil_root(ceil_div(count, RING_MEMBERS));
    const uint32_t inner = inner_members(rings, count, spacing);
    const uint32_t room = room_on_all(rings, inner, spacing);
    uint32_t shared = 0;
    for (uint32_t ring = 0; ring < rings; ring++) {
        shared += room_on(ring, inner, spacing) * count / room;
    }
    uint32_t left_over = count - shared;
    for (uint32_t ring = rings; ring-- > 0;) {
        uint32_t here = room_on(ring, inner, spacing) * count / room;
        if (left_over > 0) {
            here++;
            left_over--;
        }
        lay_ring(here, ring_radius(inner, spacing) + ring * spacing, slots);
        slots += here;
    }
}

/* ---- the pattern as ordered ---- */

static uint32_t own_files(const wendi_pattern_def *def)
{
    switch (def->shape) {
    case WEND_FORMATION_LINE:
        return def->members;
    case WEND_FORMATION_PHALANX:
        return ceil_root(2 * def->members);
    case WEND_FORMATION_COLUMN:
    case WEND_FORMATION_WEDGE:
    case WEND_FORMATION_CIRCLE:
    case WEND_FORMATION_CUSTOM:
    default:
        return 1;
    }
}

typedef struct slot_box {
    double left, right, front, back;
} slot_box;

static slot_box box_of(const wend_formation_slot *slots, uint32_t count)
{
    slot_box b = {-HUGE_VAL, HUGE_VAL, -HUGE_VAL, HUGE_VAL};
    for (uint32_t i = 0; i < count; i++) {
        const wend_vec2 at = slots[i].offset;
        b.left = at.y > b.left ? at.y : b.left;
        b.right = at.y < b.right ? at.y : b.right;
        b.front = at.x > b.front ? at.x : b.front;
        b.back = at.x < b.back ? at.x : b.back;
    }
    return b;
}

/* The files that fit into the width, with tolerance for rounding. */
static uint32_t files_in(double width, double spacing)
{
    const double files = floor(width / spacing + 1e-6) + 1;
    return files < (double)WEND_FORMATION_SLOTS_MAX ? (uint32_t)files : WEND_FORMATION_SLOTS_MAX;
}

/* Members beyond the given slots stand in ranks as wide as the others, behind them. */
static void lay_custom(const wendi_pattern_def *def, wend_formation_slot *slots)
{
    const uint32_t def_slots = (uint32_t)def->slot_count;
    memcpy(slots, def->slots, def_slots * sizeof *slots);
    if (def->members <= def_slots) {
        return;
    }
    const slot_box b = box_of(slots, def_slots);
    const uint32_t more = def->members - def_slots;
    const uint32_t files = files_in(b.left - b.right, def->spacing);
    const wend_vec2 from = {b.back - def->spacing, (b.left + b.right) / 2};
    for (uint32_t i = 0; i < more; i++) {
        const wend_vec2 at = in_block(i, more, files < more ? files : more, def->spacing);
        slots[def_slots + i].offset = wend_vec2_add(from, at);
        slots[def_slots + i].role = 0;
    }
}

/* Centres the box of the slots. */
static void put_in_middle(wend_formation_slot *slots, uint32_t count)
{
    const slot_box b = box_of(slots, count);
    const wend_vec2 middle = {(b.front + b.back) / 2, (b.left + b.right) / 2};
    for (uint32_t i = 0; i < count; i++) {
        slots[i].offset = wend_vec2_sub(slots[i].offset, middle);
    }
}

static void lay_shape(const wendi_pattern_def *def, wend_formation_slot *slots)
{
    if (def->shape == WEND_FORMATION_WEDGE) {
        for (uint32_t i = 0; i < def->members; i++) {
            /* Both arms at 45 degrees: neighbours are a spacing apart. */
            const uint32_t row = (i + 1) / 2;
            const double back = def->spacing * HALF_SQRT_2 * row;
            slots[i].offset = (wend_vec2){-back, i % 2 == 1 ? back : -back};
        }
    } else if (def->shape == WEND_FORMATION_CIRCLE) {
        lay_circle(def->members, def->spacing, slots);
    } else {
        const uint32_t wanted = def->files > 0 ? def->files : own_files(def);
        const uint32_t files = wanted < def->members ? wanted : def->members;
        for (uint32_t i = 0; i < def->members; i++) {
            slots[i].offset = in_block(i, def->members, files, def->spacing);
        }
    }
    for (uint32_t i = 0; i < def->members; i++) {
        slots[i].role = i < def->slot_count ? def->slots[i].role : 0;
    }
    put_in_middle(slots, def->members);
}

/* ---- narrowing ---- */

/* Keys in the order of the numbers, which lie within 2^31. */
static uint64_t key_of(double steps)
{
    return (uint64_t)(floor(steps + 0.5) + 0x1p+32);
}

/* Sorts by a key that grows to the right; pairs hold indices of slots. */
static void sort_to_right(wendi_sort_pair *pairs, const wend_formation_slot *slots, uint32_t count,
                          double step, wendi_sort_pair *scratch)
{
    for (uint32_t i = 0; i < count; i++) {
        pairs[i].key = key_of(-slots[pairs[i].value].offset.y / step);
    }
    wendi_sort_pairs(pairs, scratch, count);
}

/* Front ranks first; in a rank the middle first, and left before right. */
static void sort_by_rank(wendi_sort_pair *pairs, const wend_formation_slot *slots, uint32_t count,
                         double step, wendi_sort_pair *scratch)
{
    for (uint32_t i = 0; i < count; i++) {
        pairs[i].value = i;
    }
    sort_to_right(pairs, slots, count, step, scratch);
    for (uint32_t i = 0; i < count; i++) {
        pairs[i].key = key_of(fabs(slots[pairs[i].value].offset.y) / step);
    }
    wendi_sort_pairs(pairs, scratch, count);
    for (uint32_t i = 0; i < count; i++) {
        pairs[i].key = key_of(-slots[pairs[i].value].offset.x / step);
    }
    wendi_sort_pairs(pairs, scratch, count);
}

/* A block of `files` files; each rank keeps its order from left to right. */
static void narrow(wend_formation_slot *slots, uint32_t count, uint32_t files, double spacing,
                   wendi_pattern_scratch *scratch)
{
    const double widest = 2 * WENDI_OFFSET_MOST / 0x1p+31;
    const double step = spacing / RANKS_A_SPACING > widest ? spacing / RANKS_A_SPACING : widest;
    memcpy(scratch->slots, slots, count * sizeof *slots);
    sort_by_rank(scratch->pairs, scratch->slots, count, step, scratch->more_pairs);
    for (uint32_t first = 0; first < count; first += files) {
        const uint32_t beside = count - first < files ? count - first : files;
        sort_to_right(scratch->pairs + first, scratch->slots, beside, step, scratch->more_pairs);
    }
    for (uint32_t i = 0; i < count; i++) {
        slots[scratch->pairs[i].value].offset = in_block(i, count, files, spacing);
    }
    put_in_middle(slots, count);
}

/* ---- layout ---- */

static bool is_within(double value, double most)
{
    return value >= -most && value <= most;
}

static bool are_slots(const wendi_pattern_def *def)
{
    if (def->slot_count > WEND_FORMATION_SLOTS_MAX || (def->slots == NULL && def->slot_count > 0)) {
        return false;
    }
    if (def->shape != WEND_FORMATION_CUSTOM) {
        return true;
    }
    bool is_good = def->slot_count > 0;
    for (size_t i = 0; i < def->slot_count; i++) {
        is_good = is_good && is_within(def->slots[i].offset.x, WENDI_OFFSET_MOST) &&
                  is_within(def->slots[i].offset.y, WENDI_OFFSET_MOST);
    }
    return is_good;
}

static bool is_def(const wendi_pattern_def *def)
{
    return (int)def->shape >= (int)WEND_FORMATION_LINE &&
           (int)def->shape <= (int)WEND_FORMATION_CUSTOM && def->members >= 1 &&
           def->members <= WEND_FORMATION_SLOTS_MAX && def->spacing >= WENDI_CROWD_LENGTH_LEAST &&
           def->spacing <= WENDI_SPACING_MOST && are_slots(def);
}

static wendi_pattern measured(const wend_formation_slot *slots, uint32_t count, double spacing)
{
    const slot_box b = box_of(slots, count);
    wendi_pattern pattern = {.slot_count = count, .width = b.left - b.right};
    pattern.depth = b.front - b.back;
    pattern.half_width = b.left > -b.right ? b.left : -b.right;
    pattern.files = files_in(pattern.width, spacing);
    for (uint32_t i = 0; i < count; i++) {
        const double far = wend_vec2_length(slots[i].offset);
        pattern.reach = far > pattern.reach ? far : pattern.reach;
    }
    return pattern;
}

wend_result wendi_pattern_make(const wendi_pattern_def *def, wendi_pattern_scratch *scratch,
                               wend_formation_slot *slots, wendi_pattern *pattern)
{
    if (!is_def(def)) {
        return WEND_ERROR_ARGUMENT;
    }
    uint32_t count = def->members;
    if (def->shape == WEND_FORMATION_CUSTOM) {
        lay_custom(def, slots);
        count = count > def->slot_count ? count : (uint32_t)def->slot_count;
    } else {
        lay_shape(def, slots);
    }
    *pattern = measured(slots, count, def->spacing);
    /* Wedges and circles have no files: to order some is to narrow them. */
    const bool has_files = def->shape == WEND_FORMATION_LINE ||
                           def->shape == WEND_FORMATION_COLUMN ||
                           def->shape == WEND_FORMATION_PHALANX;
    const uint32_t ordered = has_files || def->files == 0 ? UINT32_MAX : def->files;
    const uint32_t room = def->room == 0 ? UINT32_MAX : def->room;
    const uint32_t files = ordered < room ? ordered : room;
    if (files < pattern->files) {
        narrow(slots, count, files, def->spacing, scratch);
        *pattern = measured(slots, count, def->spacing);
    }
    return WEND_OK;
}
