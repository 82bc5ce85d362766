/* The check of floating point, compiled as if float were worked out as double, as compilers for
 * some processors do (FLT_EVAL_METHOD 1), says so. */
#include "support/test.h"

#include "base/core/message.h"
#include "base/math/bits.h"

#include <string.h>

/* The file once more, under another name: sums and products of its floats keep all their digits. */
wend_result check_wide_floats(wend_message *message);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdouble-promotion" /* that is what is tried out */
#ifdef __clang__
#pragma clang diagnostic ignored "-Wkeyword-macro" /* the word is replaced on purpose */
#endif
#define float double
#define wend_check_floating_point check_wide_floats
#include "base/platform/floating_point.c"
#undef wend_check_floating_point
#undef float
#pragma GCC diagnostic pop

static void float_worked_out_as_double_is_noticed(void **state)
{
    (void)state;
    wend_message message;
    assert_int_equal(wend_check_floating_point(&message), WEND_OK);
    assert_int_equal(check_wide_floats(&message), WEND_ERROR_UNSUPPORTED);
    assert_non_null(strstr(message.text, "float is computed with excess precision"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(float_worked_out_as_double_is_noticed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
