/* Tests whether arithmetic on this thread gives the bits that IEEE 754 requires.
 * Cost: some 20 operations.
 *
 * All operands pass through volatile variables: a compiler that knows them folds the arithmetic
 * with its own, correct one. */
#include "base/core/message.h"
#include "base/math/bits.h"

typedef struct arithmetic_check {
    bool (*holds)(void);
    const char *failure; /* The failure in words. */
} arithmetic_check;

static bool same_bits(double a, double b)
{
    return wendi_bits_of_f64(a) == wendi_bits_of_f64(b);
}

/* A quarter and three quarters of an ulp on both sides: any other direction fails one of them. */
static bool rounds_to_nearest(void)
{
    volatile double one = 1.0;
    volatile double quarter = 0x1p-54;
    volatile double three_quarters = 0x1.8p-53;
    volatile double up = one + quarter;
    volatile double far_up = one + three_quarters;
    volatile double down = -one - quarter;
    volatile double far_down = -one - three_quarters;
    return same_bits(up, 1.0) && same_bits(far_up, 1.0 + 0x1p-52) && same_bits(down, -1.0) &&
           same_bits(far_down, -1.0 - 0x1p-52);
}

/* The square is 1 + 2^-29 + 2^-60; its last term survives only without a rounding in between. That
 * of the float is 1 + 2^-11 + 2^-24. */
static bool does_not_contract(void)
{
    volatile double source = 1.0 + 0x1p-30;
    volatile double addend = -(1.0 + 0x1p-29);
    volatile double subtrahend = 1.0 + 0x1p-29;
    double a = source;
    double c = addend;
    double d = subtrahend;
    double sum = a * a + c;
    double difference = a * a - d;
    volatile float narrow_source = 1.0F + 0x1p-12F;
    volatile float narrow_addend = -(1.0F + 0x1p-11F);
    float e = narrow_source;
    float narrow_sum = e * e + narrow_addend;
    return same_bits(sum, 0.0) && same_bits(difference, 0.0) && !(narrow_sum > 0);
}

static bool makes_denormals(void)
{
    volatile double least_normal = 0x1p-1022;
    volatile double half = 0.5;
    volatile double product = least_normal * half;
    return wendi_bits_of_f64(product) == (uint64_t)1 << 51;
}

static bool reads_denormals(void)
{
    volatile double least = wendi_f64_of_bits(1);
    volatile double large = 0x1p+1000;
    volatile double product = least * large;
    return same_bits(product, 0x1p-74);
}

/* With more digits the small term is still there; with more range the product does not overflow;
 * and where a sum is rounded twice, the second time meets a tie. */
static bool keeps_to_double(void)
{
    volatile double one = 1.0;
    volatile double tiny = 0x1p-60;
    volatile double huge = 0x1p+1000;
    volatile double past_tie = 0x1p-53 + 0x1p-78;
    double digits = (one + tiny) - one;
    double range = (huge * huge) / huge;
    volatile double twice = one + past_tie;
    return same_bits(digits, 0.0) && !wendi_is_finite(range) && same_bits(twice, 1.0 + 0x1p-52);
}

/* The same for float, which some processors and compilers work out as double. */
static bool keeps_to_float(void)
{
    volatile float one = 1.0F;
    volatile float tiny = 0x1p-30F;
    volatile float huge = 0x1p+100F;
    float digits = (one + tiny) - one;
    float range = (huge * huge) / huge;
    return !(digits > 0) && !wendi_is_finite((double)range);
}

wend_result wend_check_floating_point(wend_message *message)
{
    const arithmetic_check checks[] = {
        {rounds_to_nearest, "floating-point rounding is not to nearest"},
        /* Before contraction, which looks the same where every sum has more digits. */
        {keeps_to_double, "floating-point arithmetic has excess precision (-mfpmath=sse helps)"},
        {keeps_to_float,
         "float is computed with excess precision (-fexcess-precision=fast or SSE helps)"},
        {does_not_contract,
         "wend was compiled with a * b + c contracted (-ffp-contract=off helps)"},
        {makes_denormals, "small floating-point results are flushed to zero"},
        {reads_denormals, "small floating-point operands are taken as zero"},
    };
    for (size_t i = 0; i < sizeof checks / sizeof checks[0]; i++) {
        if (!checks[i].holds()) {
            return wendi_fail(message, WEND_ERROR_UNSUPPORTED, "%s", checks[i].failure);
        }
    }
    wendi_message_clear(message);
    return WEND_OK;
}
