/* The response of a body to its neighbours on an x86-64 with AVX2. It repeats response_plain.c
 * line by line, so the bits are equal; a choice is a mask here.
 * Cost: some hundred instructions for each eight of the 16 or so neighbours. */
#include "crowd/avoidance/neighbours.h"
#include "crowd/avoidance/response_constants.h"
#include "crowd/core/crowd.h"

#include <immintrin.h>

enum { LANES = WENDI_NEIGHBOUR_LANES };

/* The body, in all lanes. */
typedef struct response_self {
    __m256 dir_x, dir_y, pref_vx, pref_vy, radius;
    __m256i avoids;
    __m256i stands; /* the bit, if it stands */
    __m256 horizon, per_horizon;
    __m256 headway, follow, creep; /* behind others */
} response_self;

/* Eight neighbours. */
typedef struct response_lanes {
    __m256 counts; /* all bits: a neighbour to be avoided */
    __m256 x, y, squared;
    __m256 wx, wy; /* relative velocity, towards the neighbour */
    __m256 alike, touch;
    __m256 follows; /* all bits: both move */
    __m256 pace;    /* of the neighbour, along the body's direction */
} response_lanes;

/* Weighted sidesteps; 0 in lanes that do not count. */
typedef struct lane_response {
    __m256 x, y, weight;
} lane_response;

static inline __m256 all(float value)
{
    return _mm256_set1_ps(value);
}

static inline __m256 add(__m256 a, __m256 b)
{
    return _mm256_add_ps(a, b);
}

static inline __m256 sub(__m256 a, __m256 b)
{
    return _mm256_sub_ps(a, b);
}

static inline __m256 mul(__m256 a, __m256 b)
{
    return _mm256_mul_ps(a, b);
}

static inline __m256 both(__m256 a, __m256 b)
{
    return _mm256_and_ps(a, b);
}

static inline __m256 is_above(__m256 a, __m256 b)
{
    return _mm256_cmp_ps(a, b, _CMP_GT_OQ);
}

static inline __m256 is_at_most(__m256 a, __m256 b)
{
    return _mm256_cmp_ps(a, b, _CMP_LE_OQ);
}

static inline __m256 at_least_0(__m256 a)
{
    return _mm256_max_ps(a, _mm256_setzero_ps());
}

static inline __m256 negated(__m256 a)
{
    return _mm256_xor_ps(a, all(-0.0F));
}

static inline __m256i load_wholes(const uint32_t *from, __m256i there)
{
    return _mm256_maskload_epi32((const int32_t *)from, there);
}

static inline __m256i is_0(__m256i a)
{
    return _mm256_cmpeq_epi32(a, _mm256_setzero_si256());
}

static inline response_self self_of(const wend_crowd *crowd, uint32_t at)
{
    const wendi_workspace *w = &crowd->work;
    const uint32_t stands = w->marks[at] & (uint32_t)WENDI_MARK_STANDS;
    /* A body that stands responds as if it stayed in place, even on its way back. */
    const float own = stands != 0 ? 0.0F : 1.0F;
    const bool has_headway = w->headway[at] > 0;
    return (response_self){.dir_x = all(w->dir_x[at]),
                           .dir_y = all(w->dir_y[at]),
                           .pref_vx = all(own * w->pref_vx[at]),
                           .pref_vy = all(own * w->pref_vy[at]),
                           .radius = all(w->radius[at]),
                           .avoids = _mm256_set1_epi32((int32_t)w->avoids[at]),
                           .stands = _mm256_set1_epi32((int32_t)stands),
                           .horizon = all((float)crowd->horizon),
                           .per_horizon = all(1 / (float)crowd->horizon),
                           .headway = all(has_headway ? w->headway[at] : HEADWAY),
                           .follow = all(has_headway ? HEADWAY_FOLLOW : FOLLOW),
                           .creep = all(has_headway ? HEADWAY_CREEP : CREEP)};
}

static inline response_lanes load_pairs(const response_self *s, const wendi_neighbours *others,
                                        uint32_t i)
{
    const wendi_neighbour_columns *more = &others->more;
    const __m256i there = _mm256_cmpgt_epi32(_mm256_set1_epi32((int32_t)(others->count - i)),
                                             _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
    const __m256i bit = _mm256_set1_epi32(WENDI_MARK_STANDS);
    const __m256i marks = _mm256_and_si256(load_wholes(more->marks + i, there), bit);
    const __m256i unseen = is_0(_mm256_and_si256(load_wholes(more->layer + i, there), s->avoids));
    const __m256i one_goes = is_0(_mm256_and_si256(marks, s->stands));
    const __m256i both_go = is_0(_mm256_or_si256(marks, s->stands));
    const __m256 alike = add(mul(s->dir_x, _mm256_maskload_ps(more->dir_x + i, there)),
                             mul(s->dir_y, _mm256_maskload_ps(more->dir_y + i, there)));
    /* Of neighbours that move the same way the preferred velocity counts: a body that waits with
     * them does not push past. */
    const __m256 share = add(all(0.5F), mul(all(0.5F), at_least_0(alike)));
    const __m256 rest = sub(all(1), share);
    const __m256 vx = _mm256_maskload_ps(more->vx + i, there);
    const __m256 vy = _mm256_maskload_ps(more->vy + i, there);
    const __m256 near_x = sub(s->pref_vx, mul(share, _mm256_maskload_ps(more->pref_vx + i, there)));
    const __m256 near_y = sub(s->pref_vy, mul(share, _mm256_maskload_ps(more->pref_vy + i, there)));
    return (response_lanes){.counts = _mm256_castsi256_ps(
                                _mm256_andnot_si256(unseen, _mm256_and_si256(one_goes, there))),
                            .x = _mm256_maskload_ps(others->x + i, there),
                            .y = _mm256_maskload_ps(others->y + i, there),
                            .squared = _mm256_maskload_ps(others->squared + i, there),
                            .wx = sub(near_x, mul(rest, vx)),
                            .wy = sub(near_y, mul(rest, vy)),
                            .alike = alike,
                            .touch = add(s->radius, _mm256_maskload_ps(more->radius + i, there)),
                            .follows = _mm256_castsi256_ps(both_go),
                            .pace = add(mul(vx, s->dir_x), mul(vy, s->dir_y))};
}

/* Time and side of the closest approach to each neighbour; the side is the same for both. */
static inline lane_response sidestep(const response_self *s, const response_lanes *e)
{
    const __m256 squared = add(mul(e->wx, e->wx), mul(e->wy, e->wy));
    const __m256 along = add(mul(e->x, e->wx), mul(e->y, e->wy));
    const __m256 per = _mm256_div_ps(all(1), _mm256_sqrt_ps(_mm256_max_ps(squared, all(SLOWEST))));
    const __m256 time = mul(mul(along, per), per);
    const __m256 right_x = mul(e->wy, per);
    const __m256 right_y = mul(negated(e->wx), per);
    const __m256 side = add(mul(e->x, right_x), mul(e->y, right_y));
    const __m256 wide = add(e->touch, all(MARGIN));
    const __m256 opposed = at_least_0(negated(e->alike));
    const __m256 is_left = is_above(side, mul(mul(all(HEAD_ON), wide), opposed));
    const __m256 turn = both(is_left, all(-0.0F)); /* the sign */
    const __m256 room = add(wide, _mm256_xor_ps(turn, side));
    const __m256 until = at_least_0(sub(time, mul(e->touch, per)));
    const __m256 fading = at_least_0(sub(all(1), mul(until, s->per_horizon)));
    const __m256 aside = mul(_mm256_div_ps(room, add(until, all(SOONEST))), fading);
    const __m256 is_near = is_at_most(sub(time, mul(wide, per)), s->horizon);
    const __m256 is_sound = is_at_most(all(SLOWEST), squared);
    const __m256 is_closing = is_above(along, _mm256_setzero_ps());
    const __m256 is_inside = is_above(room, _mm256_setzero_ps());
    const __m256 is_within = is_at_most(room, mul(all(ASIDE_REACH), wide));
    const __m256 counted = both(both(both(is_near, is_sound), both(is_closing, is_inside)),
                                both(is_within, e->counts));
    const __m256 weight = both(aside, counted);
    const __m256 turned = _mm256_xor_ps(mul(weight, weight), turn);
    return (lane_response){both(mul(turned, right_x), counted), both(mul(turned, right_y), counted),
                           weight};
}

/* The speed limit behind each neighbour. */
static inline __m256 follow_speed(const response_self *s, const response_lanes *e)
{
    const __m256 ahead = add(mul(e->x, s->dir_x), mul(e->y, s->dir_y));
    const __m256 beside = sub(mul(e->x, s->dir_y), mul(e->y, s->dir_x));
    const __m256 gap = sub(_mm256_sqrt_ps(e->squared), e->touch);
    const __m256 pace = _mm256_max_ps(mul(e->pace, s->follow), s->creep);
    const __m256 room = add(_mm256_div_ps(gap, s->headway), pace);
    const __m256 is_ahead = is_above(ahead, _mm256_setzero_ps());
    const __m256 is_in_line =
        is_above(mul(mul(e->touch, e->touch), all(IN_LINE)), mul(beside, beside));
    const __m256 has_same_direction = is_above(e->alike, all(SAME_DIRECTION));
    const __m256 is_followed =
        both(both(both(is_in_line, has_same_direction), both(e->follows, is_ahead)), e->counts);
    return _mm256_blendv_ps(all(ANY_SPEED), at_least_0(room), is_followed);
}

/* Sums in the order of the neighbours, as all kernels: x, y and weight of one are added
 * together. */
static inline __m128 add_up(__m128 sums, const lane_response *a)
{
    const __m256 low = _mm256_unpacklo_ps(a->x, a->y);
    const __m256 high = _mm256_unpackhi_ps(a->x, a->y);
    const __m256 weight_low = _mm256_unpacklo_ps(a->weight, _mm256_setzero_ps());
    const __m256 weight_high = _mm256_unpackhi_ps(a->weight, _mm256_setzero_ps());
    const __m256 of_0_4 = _mm256_shuffle_ps(low, weight_low, _MM_SHUFFLE(1, 0, 1, 0));
    const __m256 of_1_5 = _mm256_shuffle_ps(low, weight_low, _MM_SHUFFLE(3, 2, 3, 2));
    const __m256 of_2_6 = _mm256_shuffle_ps(high, weight_high, _MM_SHUFFLE(1, 0, 1, 0));
    const __m256 of_3_7 = _mm256_shuffle_ps(high, weight_high, _MM_SHUFFLE(3, 2, 3, 2));
    sums = _mm_add_ps(sums, _mm256_castps256_ps128(of_0_4));
    sums = _mm_add_ps(sums, _mm256_castps256_ps128(of_1_5));
    sums = _mm_add_ps(sums, _mm256_castps256_ps128(of_2_6));
    sums = _mm_add_ps(sums, _mm256_castps256_ps128(of_3_7));
    sums = _mm_add_ps(sums, _mm256_extractf128_ps(of_0_4, 1));
    sums = _mm_add_ps(sums, _mm256_extractf128_ps(of_1_5, 1));
    sums = _mm_add_ps(sums, _mm256_extractf128_ps(of_2_6, 1));
    return _mm_add_ps(sums, _mm256_extractf128_ps(of_3_7, 1));
}

static inline float least(__m256 a)
{
    const __m128 four = _mm_min_ps(_mm256_castps256_ps128(a), _mm256_extractf128_ps(a, 1));
    const __m128 two = _mm_min_ps(four, _mm_movehl_ps(four, four));
    return _mm_cvtss_f32(_mm_min_ss(two, _mm_movehdup_ps(two)));
}

void wendi_avoidance_respond_avx2(const wend_crowd *crowd, uint32_t at,
                                  const wendi_neighbours *others, wendi_avoidance_response *out)
{
    const response_self s = self_of(crowd, at);
    __m256 speed = all(ANY_SPEED);
    __m128 sums = _mm_setr_ps(0, 0, NO_WEIGHT, 0);
    for (uint32_t i = 0; i < others->count; i += LANES) {
        const response_lanes e = load_pairs(&s, others, i);
        const lane_response a = sidestep(&s, &e);
        sums = add_up(sums, &a);
        speed = _mm256_min_ps(speed, follow_speed(&s, &e));
    }
    float totals[4];
    _mm_storeu_ps(totals, sums);
    *out = (wendi_avoidance_response){totals[0], totals[1], totals[2], least(speed)};
}
