/* The exact parts of the predicates.
 * Cost: some ten operations where doubles decide, 50 to some 10,000 where they do not. */
#include "base/math/predicates.h"

#include "base/math/floating_point.h"
#include "wend/walls.h"

/* An expansion is a sum of doubles that do not overlap, smallest first, without zeros; its sign is
 * that of the last. Names and methods are those of Shewchuk's paper. */

enum {
    PAIR_MAX = 2,                         /* a difference of two doubles */
    AREA_MAX = 4 * PAIR_MAX * PAIR_MAX,   /* sum of two products of pairs */
    FOURTH_MAX = 2 * AREA_MAX * AREA_MAX, /* product of two of those */
    CIRCLE_MAX = 3 * FOURTH_MAX
};

static const double UNIT = 1.1102230246251565e-16; /* 2^-53 */

typedef struct exact_pair {
    double tail, head;
} exact_pair;

static double magnitude(double x)
{
    return x < 0 ? -x : x;
}

static int sign_of(double x)
{
    return (x > 0) - (x < 0);
}

static bool is_zero(double x)
{
    return !(x < 0) && !(x > 0);
}

static exact_pair two_sum(double a, double b)
{
    const double head = a + b;
    const double b_part = head - a;
    const double a_part = head - b_part;
    return (exact_pair){(a - a_part) + (b - b_part), head};
}

static exact_pair two_difference(double a, double b)
{
    return two_sum(a, -b);
}

/* Two halves of 26 bits: their products are exact. */
static exact_pair split(double a)
{
    const double c = 134217729.0 * a;
    const double high = c - (c - a);
    return (exact_pair){a - high, high};
}

static exact_pair two_product_split(double a, double b, exact_pair b_halves)
{
    const double head = a * b;
    const exact_pair halves = split(a);
    const double first = head - halves.head * b_halves.head;
    const double second = first - halves.tail * b_halves.head;
    const double third = second - halves.head * b_halves.tail;
    return (exact_pair){halves.tail * b_halves.tail - third, head};
}

static exact_pair two_product(double a, double b)
{
    return two_product_split(a, b, split(b));
}

static int put(double *out, int count, double value)
{
    if (!is_zero(value)) {
        out[count++] = value;
    }
    return count;
}

/* out = e * b. @param out [2 * e_count]. */
static int scale(const double *e, int e_count, double b, double *out)
{
    if (e_count == 0 || is_zero(b)) {
        return 0;
    }
    const exact_pair halves = split(b);
    exact_pair product = two_product_split(e[0], b, halves);
    int count = put(out, 0, product.tail);
    double carry = product.head;
    for (int i = 1; i < e_count; i++) {
        product = two_product_split(e[i], b, halves);
        const exact_pair low = two_sum(carry, product.tail);
        count = put(out, count, low.tail);
        const exact_pair high = two_sum(product.head, low.head);
        count = put(out, count, high.tail);
        carry = high.head;
    }
    return put(out, count, carry);
}

/* out = e + f. @param out [e_count + f_count], neither of them. */
static int sum(const double *e, int e_count, const double *f, int f_count, double *out)
{
    int i = 0;
    int j = 0;
    int count = 0;
    double carry = 0;
    while (i < e_count || j < f_count) {
        const bool takes_e = j == f_count || (i < e_count && magnitude(e[i]) < magnitude(f[j]));
        const exact_pair next = two_sum(carry, takes_e ? e[i++] : f[j++]);
        count = put(out, count, next.tail);
        carry = next.head;
    }
    return put(out, count, carry);
}

/* out = e * f. @param out [2 * e_count * f_count]; neither longer than AREA_MAX. */
static int multiply(const double *e, int e_count, const double *f, int f_count, double *out)
{
    double part[2 * AREA_MAX];
    double other[FOURTH_MAX];
    int count = 0;
    for (int i = 0; i < f_count; i++) {
        const int part_count = scale(e, e_count, f[i], part);
        const int other_count = sum(out, count, part, part_count, other);
        for (int k = 0; k < other_count; k++) {
            out[k] = other[k];
        }
        count = other_count;
    }
    return count;
}

static int pair_as_expansion(exact_pair p, double *out)
{
    return put(out, put(out, 0, p.tail), p.head);
}

/* out = p * q. @param out [8]. */
static int multiply_pairs(exact_pair p, exact_pair q, double *out)
{
    double e[PAIR_MAX];
    double low[2 * PAIR_MAX];
    double high[2 * PAIR_MAX];
    const int e_count = pair_as_expansion(p, e);
    const int low_count = scale(e, e_count, q.tail, low);
    const int high_count = scale(e, e_count, q.head, high);
    return sum(low, low_count, high, high_count, out);
}

static exact_pair negated(exact_pair p)
{
    return (exact_pair){-p.tail, -p.head};
}

/* out = p * q + r * s. @param out [AREA_MAX]. */
static int sum_of_products(exact_pair p, exact_pair q, exact_pair r, exact_pair s, double *out)
{
    double first[8];
    double second[8];
    const int first_count = multiply_pairs(p, q, first);
    const int second_count = multiply_pairs(r, s, second);
    return sum(first, first_count, second, second_count, out);
}

static double last(const double *e, int count)
{
    return count > 0 ? e[count - 1] : 0.0;
}

static bool is_double(exact_pair p)
{
    return is_zero(p.tail);
}

/* The value of p * q + r * s, with the right sign. Rounding keeps order, so that two exact
 * products whose rounded values differ need no more than those; walls on a lattice end here. */
static double value_of_products(exact_pair p, exact_pair q, exact_pair r, exact_pair s)
{
    if (is_double(p) && is_double(q) && is_double(r) && is_double(s)) {
        const exact_pair first = two_product(p.head, q.head);
        const exact_pair second = two_product(-r.head, s.head);
        const double value = first.head - second.head;
        return is_zero(value) ? first.tail - second.tail : value;
    }
    double out[AREA_MAX];
    const int out_count = sum_of_products(p, q, r, s, out);
    return last(out, out_count);
}

double wendi_orient_exact(wend_vec2 a, wend_vec2 b, wend_vec2 c)
{
    return value_of_products(two_difference(a.x, c.x), two_difference(b.y, c.y),
                             two_difference(c.y, a.y), two_difference(b.x, c.x));
}

int wendi_compare_along(wend_vec2 a, wend_vec2 b, wend_vec2 p)
{
    const double along_x = (b.x - a.x) * (p.x - a.x);
    const double along_y = (b.y - a.y) * (p.y - a.y);
    const double value = along_x + along_y;
    const double bound = (magnitude(along_x) + magnitude(along_y)) * (4 * UNIT);
    if (magnitude(value) > bound) {
        return sign_of(value);
    }
    return sign_of(value_of_products(two_difference(b.x, a.x), two_difference(p.x, a.x),
                                     two_difference(b.y, a.y), two_difference(p.y, a.y)));
}

static int compare_distance_exact(wend_vec2 p, wend_vec2 q, double r)
{
    const exact_pair x = two_difference(p.x, q.x);
    const exact_pair y = two_difference(p.y, q.y);
    double square[AREA_MAX];
    double limit[PAIR_MAX];
    double out[AREA_MAX + PAIR_MAX];
    const int square_count = sum_of_products(x, x, y, y, square);
    const int limit_count = pair_as_expansion(two_product(-r, r), limit);
    const int out_count = sum(square, square_count, limit, limit_count, out);
    return sign_of(last(out, out_count));
}

int wendi_compare_distance(wend_vec2 p, wend_vec2 q, double r)
{
    const double x = p.x - q.x;
    const double y = p.y - q.y;
    const double square = x * x + y * y;
    const double limit = r * r;
    const double value = square - limit;
    const double bound = (square + limit) * (8 * UNIT); /* 4 roundings of square, 2 of the rest */
    return magnitude(value) > bound ? sign_of(value) : compare_distance_exact(p, q, r);
}

static int compare_line_distance_exact(wend_vec2 p, wend_vec2 a, wend_vec2 b, double r)
{
    const exact_pair x = two_difference(b.x, a.x);
    const exact_pair y = two_difference(b.y, a.y);
    double area[AREA_MAX];
    double length[AREA_MAX];
    double limit[PAIR_MAX];
    double square[FOURTH_MAX];
    double reach[2 * AREA_MAX * PAIR_MAX];
    double out[FOURTH_MAX + 2 * AREA_MAX * PAIR_MAX];
    const int area_count =
        sum_of_products(x, two_difference(p.y, a.y), negated(y), two_difference(p.x, a.x), area);
    const int length_count = sum_of_products(x, x, y, y, length);
    const int limit_count = pair_as_expansion(two_product(-r, r), limit);
    const int square_count = multiply(area, area_count, area, area_count, square);
    const int reach_count = multiply(length, length_count, limit, limit_count, reach);
    const int out_count = sum(square, square_count, reach, reach_count, out);
    return sign_of(last(out, out_count));
}

int wendi_compare_line_distance(wend_vec2 p, wend_vec2 a, wend_vec2 b, double r)
{
    const double x = b.x - a.x;
    const double y = b.y - a.y;
    const double left = x * (p.y - a.y);
    const double right = y * (p.x - a.x);
    const double area = magnitude(left - right);
    const double error = (magnitude(left) + magnitude(right)) * (4 * UNIT);
    const double reach = r * r * (x * x + y * y);
    const double least = area - error;
    const double most = area + error;
    if (least > 0 && least * least * (1 - 16 * UNIT) > reach) {
        return 1;
    }
    if (most * most * (1 + 16 * UNIT) < reach) {
        return -1;
    }
    return compare_line_distance_exact(p, a, b, r);
}

/* The exact offset of a point from another. */
typedef struct exact_offset {
    exact_pair x, y;
} exact_offset;

static exact_offset offset_of(wend_vec2 p, wend_vec2 from)
{
    return (exact_offset){two_difference(p.x, from.x), two_difference(p.y, from.y)};
}

/* out = |a|^2 * (b x c). @param out [FOURTH_MAX]. */
static int lifted(const exact_offset *a, const exact_offset *b, const exact_offset *c, double *out)
{
    double square[AREA_MAX];
    double cross[AREA_MAX];
    const int square_count = sum_of_products(a->x, a->x, a->y, a->y, square);
    const int cross_count = sum_of_products(b->x, c->y, negated(b->y), c->x, cross);
    return multiply(square, square_count, cross, cross_count, out);
}

double wendi_in_circle_exact(wend_vec2 a, wend_vec2 b, wend_vec2 c, wend_vec2 d)
{
    const exact_offset from_a = offset_of(a, d);
    const exact_offset from_b = offset_of(b, d);
    const exact_offset from_c = offset_of(c, d);
    double first[FOURTH_MAX];
    double second[FOURTH_MAX];
    double both[2 * FOURTH_MAX];
    double all[CIRCLE_MAX];
    const int first_count = lifted(&from_a, &from_b, &from_c, first);
    const int second_count = lifted(&from_b, &from_c, &from_a, second);
    const int both_count = sum(first, first_count, second, second_count, both);
    const int third_count = lifted(&from_c, &from_a, &from_b, first);
    const int all_count = sum(both, both_count, first, third_count, all);
    return last(all, all_count);
}

bool wendi_coordinate_is_valid(double value)
{
    return value >= -WEND_COORDINATE_MAX && value <= WEND_COORDINATE_MAX;
}
