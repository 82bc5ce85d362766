/* The search for neighbours on an x86-64 with AVX2. This file and response_avx2.c are compiled for
 * it.
 * Cost: some thirty instructions for each eight bodies. */
#include "crowd/avoidance/neighbours.h"
#include "crowd/avoidance/strip.h"

#include <immintrin.h>

enum { LANES = WENDI_NEIGHBOUR_LANES };

/* For each set of lanes their indices, the lowest first, four bits each. */
static const uint32_t KEPT[256] = {
    0x00000000, 0x00000000, 0x00000001, 0x00000010, 0x00000002, 0x00000020, 0x00000021, 0x00000210,
    0x00000003, 0x00000030, 0x00000031, 0x00000310, 0x00000032, 0x00000320, 0x00000321, 0x00003210,
    0x00000004, 0x00000040, 0x00000041, 0x00000410, 0x00000042, 0x00000420, 0x00000421, 0x00004210,
    0x00000043, 0x00000430, 0x00000431, 0x00004310, 0x00000432, 0x00004320, 0x00004321, 0x00043210,
    0x00000005, 0x00000050, 0x00000051, 0x00000510, 0x00000052, 0x00000520, 0x00000521, 0x00005210,
    0x00000053, 0x00000530, 0x00000531, 0x00005310, 0x00000532, 0x00005320, 0x00005321, 0x00053210,
    0x00000054, 0x00000540, 0x00000541, 0x00005410, 0x00000542, 0x00005420, 0x00005421, 0x00054210,
    0x00000543, 0x00005430, 0x00005431, 0x00054310, 0x00005432, 0x00054320, 0x00054321, 0x00543210,
    0x00000006, 0x00000060, 0x00000061, 0x00000610, 0x00000062, 0x00000620, 0x00000621, 0x00006210,
    0x00000063, 0x00000630, 0x00000631, 0x00006310, 0x00000632, 0x00006320, 0x00006321, 0x00063210,
    0x00000064, 0x00000640, 0x00000641, 0x00006410, 0x00000642, 0x00006420, 0x00006421, 0x00064210,
    0x00000643, 0x00006430, 0x00006431, 0x00064310, 0x00006432, 0x00064320, 0x00064321, 0x00643210,
    0x00000065, 0x00000650, 0x00000651, 0x00006510, 0x00000652, 0x00006520, 0x00006521, 0x00065210,
    0x00000653, 0x00006530, 0x00006531, 0x00065310, 0x00006532, 0x00065320, 0x00065321, 0x00653210,
    0x00000654, 0x00006540, 0x00006541, 0x00065410, 0x00006542, 0x00065420, 0x00065421, 0x00654210,
    0x00006543, 0x00065430, 0x00065431, 0x00654310, 0x00065432, 0x00654320, 0x00654321, 0x06543210,
    0x00000007, 0x00000070, 0x00000071, 0x00000710, 0x00000072, 0x00000720, 0x00000721, 0x00007210,
    0x00000073, 0x00000730, 0x00000731, 0x00007310, 0x00000732, 0x00007320, 0x00007321, 0x00073210,
    0x00000074, 0x00000740, 0x00000741, 0x00007410, 0x00000742, 0x00007420, 0x00007421, 0x00074210,
    0x00000743, 0x00007430, 0x00007431, 0x00074310, 0x00007432, 0x00074320, 0x00074321, 0x00743210,
    0x00000075, 0x00000750, 0x00000751, 0x00007510, 0x00000752, 0x00007520, 0x00007521, 0x00075210,
    0x00000753, 0x00007530, 0x00007531, 0x00075310, 0x00007532, 0x00075320, 0x00075321, 0x00753210,
    0x00000754, 0x00007540, 0x00007541, 0x00075410, 0x00007542, 0x00075420, 0x00075421, 0x00754210,
    0x00007543, 0x00075430, 0x00075431, 0x00754310, 0x00075432, 0x00754320, 0x00754321, 0x07543210,
    0x00000076, 0x00000760, 0x00000761, 0x00007610, 0x00000762, 0x00007620, 0x00007621, 0x00076210,
    0x00000763, 0x00007630, 0x00007631, 0x00076310, 0x00007632, 0x00076320, 0x00076321, 0x00763210,
    0x00000764, 0x00007640, 0x00007641, 0x00076410, 0x00007642, 0x00076420, 0x00076421, 0x00764210,
    0x00007643, 0x00076430, 0x00076431, 0x00764310, 0x00076432, 0x00764320, 0x00764321, 0x07643210,
    0x00000765, 0x00007650, 0x00007651, 0x00076510, 0x00007652, 0x00076520, 0x00076521, 0x00765210,
    0x00007653, 0x00076530, 0x00076531, 0x00765310, 0x00076532, 0x00765320, 0x00765321, 0x07653210,
    0x00007654, 0x00076540, 0x00076541, 0x00765410, 0x00076542, 0x00765420, 0x00765421, 0x07654210,
    0x00076543, 0x00765430, 0x00765431, 0x07654310, 0x00765432, 0x07654320, 0x07654321, 0x76543210,
};

/* Eight bodies relative to another. */
typedef struct neighbour_lanes {
    __m256 x, y, squared;
    __m256i there; /* all bits set in lanes that hold a body */
} neighbour_lanes;

static inline __m256i lane_numbers(void)
{
    return _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
}

static inline __m256i first_lanes(uint32_t count)
{
    return _mm256_cmpgt_epi32(_mm256_set1_epi32((int32_t)count), lane_numbers());
}

static inline __m256i load_wholes(const uint32_t *from, __m256i there)
{
    return _mm256_maskload_epi32((const int32_t *)from, there);
}

static inline __m256 metres(const uint32_t *positions, uint32_t own, __m256i there)
{
    const __m256i apart =
        _mm256_sub_epi32(load_wholes(positions, there), _mm256_set1_epi32((int32_t)own));
    return _mm256_mul_ps(_mm256_cvtepi32_ps(apart), _mm256_set1_ps(WENDI_FIXED_POSITION_UNIT));
}

static inline neighbour_lanes measure(const wendi_workspace *w, uint32_t begin, uint32_t left,
                                      uint32_t own_x, uint32_t own_y)
{
    const __m256i there = first_lanes(left < LANES ? left : LANES);
    const __m256 x = metres(w->x + begin, own_x, there);
    const __m256 y = metres(w->y + begin, own_y, there);
    const __m256 squared = _mm256_add_ps(_mm256_mul_ps(x, x), _mm256_mul_ps(y, y));
    return (neighbour_lanes){x, y, squared, there};
}

/* Lanes that hold a body with a level from low to high. */
static inline __m256 on_levels(const wendi_workspace *w, uint32_t begin, int32_t low, int32_t high,
                               const neighbour_lanes *e)
{
    const __m256i lows = _mm256_maskload_epi32(w->low + begin, e->there);
    const __m256i highs = _mm256_maskload_epi32(w->high + begin, e->there);
    const __m256i above = _mm256_cmpgt_epi32(lows, _mm256_set1_epi32(high));
    const __m256i below = _mm256_cmpgt_epi32(_mm256_set1_epi32(low), highs);
    return _mm256_castsi256_ps(_mm256_andnot_si256(_mm256_or_si256(above, below), e->there));
}

/* Writes the lanes of a set one behind the other, and arbitrary data behind the last. */
static inline void store(float *to, __m256 values, __m256i order)
{
    _mm256_storeu_ps(to, _mm256_permutevar8x32_ps(values, order));
}

static inline void store_wholes(uint32_t *to, __m256i values, __m256i order)
{
    _mm256_storeu_si256((__m256i_u *)to, _mm256_permutevar8x32_epi32(values, order));
}

static inline void copy(float *to, const float *from, __m256i there, __m256i order)
{
    store(to, _mm256_maskload_ps(from, there), order);
}

/* The block of memory continues behind the marks. */
static inline __m256i load_marks(const uint8_t *marks)
{
    return _mm256_cvtepu8_epi32(_mm_loadu_si64(marks));
}

static inline void keep_more(wendi_neighbour_columns *more, uint32_t to, const wendi_workspace *w,
                             uint32_t begin, __m256i there, __m256i order)
{
    copy(more->dir_x + to, w->dir_x + begin, there, order);
    copy(more->dir_y + to, w->dir_y + begin, there, order);
    copy(more->pref_vx + to, w->pref_vx + begin, there, order);
    copy(more->pref_vy + to, w->pref_vy + begin, there, order);
    copy(more->vx + to, w->vx + begin, there, order);
    copy(more->vy + to, w->vy + begin, there, order);
    copy(more->radius + to, w->radius + begin, there, order);
    store_wholes(more->layer + to, load_wholes(w->layer + begin, there), order);
    store_wholes(more->marks + to, load_marks(w->marks + begin), order);
}

static inline void keep(wendi_neighbours *others, const wendi_workspace *w, uint32_t begin,
                        const neighbour_lanes *e, uint32_t lanes, bool responds)
{
    const uint32_t to = others->count;
    const uint32_t count = to + (uint32_t)__builtin_popcount(lanes);
    const __m256i order = _mm256_srlv_epi32(_mm256_set1_epi32((int32_t)KEPT[lanes]),
                                            _mm256_setr_epi32(0, 4, 8, 12, 16, 20, 24, 28));
    const __m256i at = _mm256_add_epi32(_mm256_set1_epi32((int32_t)begin), lane_numbers());
    store_wholes(others->at + to, at, order);
    store(others->x + to, e->x, order);
    store(others->y + to, e->y, order);
    store(others->squared + to, e->squared, order);
    if (responds) {
        keep_more(&others->more, to, w, begin, e->there, order);
    }
    others->count = count < WENDI_NEIGHBOURS_MOST ? count : WENDI_NEIGHBOURS_MOST;
}

static inline void test_run(const wendi_workspace *w, uint32_t at, wendi_body_run run,
                            const wendi_neighbour_range *reach, wendi_neighbours *others)
{
    for (uint32_t begin = run.begin; begin < run.end; begin += LANES) {
        const neighbour_lanes e = measure(w, begin, run.end - begin, w->x[at], w->y[at]);
        const __m256 near = _mm256_cmp_ps(e.squared, _mm256_set1_ps(reach->squared), _CMP_LT_OQ);
        const __m256 kept = _mm256_and_ps(near, on_levels(w, begin, w->low[at], w->high[at], &e));
        const uint32_t own = at - begin;
        const uint32_t self = own < LANES ? (uint32_t)1 << own : 0;
        const uint32_t lanes = (uint32_t)_mm256_movemask_ps(kept) & ~self;
        if (!reach->responds || lanes != 0) {
            keep(others, w, begin, &e, lanes, reach->responds);
        }
    }
}

static inline __m256i floors_of(__m256 values)
{
    return _mm256_cvttps_epi32(_mm256_floor_ps(values));
}

/* As in neighbours_plain.c. */
static inline void strip_columns_of(const view_strip_rows *r, const view_strip *s, int32_t row,
                                    view_strip_columns *out)
{
    const __m256 slack = _mm256_set1_ps(fabsf(s->dir_y) > LEVEL ? ROUNDED : ANYWHERE);
    const __m256 wide_x = _mm256_set1_ps(r->wide_x);
    const __m256 wide_y = _mm256_set1_ps(r->wide_y);
    const __m256 size = _mm256_set1_ps(r->size);
    const __m256 dir_x = _mm256_set1_ps(s->dir_x);
    const __m256 per_y = _mm256_set1_ps(r->per_y);
    const __m256 in_x = _mm256_set1_ps(r->in_x);
    const __m256 per_size = _mm256_set1_ps(r->per_size);
    const __m256i rows = _mm256_add_epi32(_mm256_set1_epi32(row), lane_numbers());
    const __m256 low =
        _mm256_sub_ps(_mm256_mul_ps(_mm256_cvtepi32_ps(rows), size), _mm256_set1_ps(r->in_y));
    const __m256 enters = _mm256_mul_ps(_mm256_sub_ps(low, wide_y), per_y);
    const __m256 leaves = _mm256_mul_ps(_mm256_add_ps(_mm256_add_ps(low, size), wide_y), per_y);
    const __m256 begin = _mm256_max_ps(_mm256_set1_ps(r->begin),
                                       _mm256_sub_ps(_mm256_min_ps(enters, leaves), slack));
    const __m256 end =
        _mm256_min_ps(_mm256_set1_ps(r->end), _mm256_add_ps(_mm256_max_ps(enters, leaves), slack));
    const __m256 begin_x = _mm256_mul_ps(begin, dir_x);
    const __m256 end_x = _mm256_mul_ps(end, dir_x);
    const __m256 left = _mm256_sub_ps(_mm256_min_ps(begin_x, end_x), wide_x);
    const __m256 right = _mm256_add_ps(_mm256_max_ps(begin_x, end_x), wide_x);
    const __m256i from = floors_of(_mm256_mul_ps(_mm256_add_ps(in_x, left), per_size));
    const __m256i to = floors_of(_mm256_mul_ps(_mm256_add_ps(in_x, right), per_size));
    const __m256i is_in = _mm256_castps_si256(_mm256_cmp_ps(begin, end, _CMP_LE_OQ));
    const __m256i none = _mm256_sub_epi32(from, _mm256_set1_epi32(1));
    _mm256_storeu_si256((__m256i_u *)out->from, from);
    _mm256_storeu_si256((__m256i_u *)out->to, _mm256_blendv_epi8(none, to, is_in));
}

/* The lanes of bodies on its levels that come towards the body within the strip. */
static inline uint32_t test_oncoming(const wendi_workspace *w, const view_strip *s, uint32_t begin,
                                     const neighbour_lanes *e)
{
    const __m256 dir_x = _mm256_set1_ps(s->dir_x);
    const __m256 dir_y = _mm256_set1_ps(s->dir_y);
    const __m256 alike =
        _mm256_add_ps(_mm256_mul_ps(dir_x, _mm256_maskload_ps(w->dir_x + begin, e->there)),
                      _mm256_mul_ps(dir_y, _mm256_maskload_ps(w->dir_y + begin, e->there)));
    const __m256 ahead = _mm256_add_ps(_mm256_mul_ps(e->x, dir_x), _mm256_mul_ps(e->y, dir_y));
    const __m256 beside = _mm256_sub_ps(_mm256_mul_ps(e->x, dir_y), _mm256_mul_ps(e->y, dir_x));
    const __m256 opposed = _mm256_cmp_ps(alike, _mm256_set1_ps(STRIP_ALIKE), _CMP_LT_OQ);
    const __m256 before = _mm256_cmp_ps(ahead, _mm256_setzero_ps(), _CMP_GT_OQ);
    const __m256 within =
        _mm256_cmp_ps(_mm256_mul_ps(beside, beside), _mm256_set1_ps(STRIP * STRIP), _CMP_LT_OQ);
    const __m256 beyond = _mm256_cmp_ps(e->squared, _mm256_set1_ps(s->near), _CMP_GE_OQ);
    const __m256 seen = _mm256_cmp_ps(e->squared, _mm256_set1_ps(s->far), _CMP_LT_OQ);
    const __m256 comes = _mm256_and_ps(_mm256_and_ps(opposed, before), _mm256_and_ps(beyond, seen));
    const __m256 here = _mm256_and_ps(within, on_levels(w, begin, s->low, s->high, e));
    return (uint32_t)_mm256_movemask_ps(_mm256_and_ps(comes, here));
}

static inline void test_run_ahead(const wendi_workspace *w, const view_strip *s, wendi_body_run run,
                                  wendi_neighbours *others)
{
    for (uint32_t begin = run.begin; begin < run.end; begin += LANES) {
        const neighbour_lanes e = measure(w, begin, run.end - begin, s->x, s->y);
        const uint32_t lanes = test_oncoming(w, s, begin, &e);
        if (lanes != 0) {
            keep(others, w, begin, &e, lanes, true);
        }
    }
}

/* Loads all lanes: the block of memory continues behind each column. */
static inline __m256 metres_of_all(const uint32_t *positions, uint32_t own)
{
    const __m256i there = _mm256_loadu_si256((const __m256i_u *)positions);
    const __m256i apart = _mm256_sub_epi32(there, _mm256_set1_epi32((int32_t)own));
    return _mm256_mul_ps(_mm256_cvtepi32_ps(apart), _mm256_set1_ps(WENDI_FIXED_POSITION_UNIT));
}

static inline uint32_t count_near(const wendi_workspace *w, uint32_t at, wendi_body_run run,
                                  float squared)
{
    const __m256 x = metres_of_all(w->x + run.begin, w->x[at]);
    const __m256 y = metres_of_all(w->y + run.begin, w->y[at]);
    const __m256 apart = _mm256_add_ps(_mm256_mul_ps(x, x), _mm256_mul_ps(y, y));
    const __m256 near = _mm256_cmp_ps(apart, _mm256_set1_ps(squared), _CMP_LT_OQ);
    const __m256 there = _mm256_castsi256_ps(first_lanes(run.end - run.begin));
    return (uint32_t)__builtin_popcount((uint32_t)_mm256_movemask_ps(_mm256_and_ps(near, there)));
}

static inline void test_short_run(const wendi_workspace *w, uint32_t at, wendi_body_run run,
                                  const wendi_neighbour_range *reach, wendi_neighbours *others)
{
    const uint32_t begin = run.begin;
    const __m256 x = metres_of_all(w->x + begin, w->x[at]);
    const __m256 y = metres_of_all(w->y + begin, w->y[at]);
    const __m256 squared = _mm256_add_ps(_mm256_mul_ps(x, x), _mm256_mul_ps(y, y));
    const neighbour_lanes e = {x, y, squared, first_lanes(run.end - begin)};
    const __m256 near = _mm256_cmp_ps(squared, _mm256_set1_ps(reach->squared), _CMP_LT_OQ);
    const __m256 kept = _mm256_and_ps(near, on_levels(w, begin, w->low[at], w->high[at], &e));
    const uint32_t own = at - begin;
    const uint32_t self = own < LANES ? (uint32_t)1 << own : 0;
    keep(others, w, begin, &e, (uint32_t)_mm256_movemask_ps(kept) & ~self, false);
}

#include "crowd/avoidance/neighbour_search.h"

const wendi_neighbour_kernel wendi_neighbour_kernel_avx2 = {"avx2", is_alone, find_near, find_ahead,
                                                            wendi_avoidance_respond_avx2};
