/* Versions, result texts, budgets, the clock and the floating-point check. */
#include "support/test.h"

#include "base/core/budget.h"
#include "wend/base.h"

#include <fenv.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#if defined(__SSE2__)
#include <xmmintrin.h>

/* Sets flushing of small results (0x8000) and of small operands (0x0040). */
static bool set_flushing(uint32_t bits)
{
    _mm_setcsr((_mm_getcsr() & ~0x8040u) | bits);
    return true;
}
#else
static bool set_flushing(uint32_t bits)
{
    (void)bits;
    return false;
}
#endif

/* ---- version and results ---- */

/* The preprocessor takes a name that it does not know for 0. */
#if !defined(WEND_VERSION_MAJOR) || !defined(WEND_VERSION_MINOR) || !defined(WEND_VERSION_PATCH)
#error "the version is not known to the preprocessor"
#elif WEND_VERSION_MAJOR == 0 && WEND_VERSION_MINOR < 1
#error "the preprocessor sees another version than the compiler"
#endif

static void version_text_is_that_of_the_headers(void **state)
{
    (void)state;
    char want[32];
    (void)snprintf(want, sizeof want, "%d.%d.%d", WEND_VERSION_MAJOR, WEND_VERSION_MINOR,
                   WEND_VERSION_PATCH);
    assert_string_equal(wend_version(), want);
}

static void result_texts_differ_and_are_not_empty(void **state)
{
    (void)state;
    const wend_result results[] = {WEND_OK,          WEND_NO_PATH,      WEND_PARTIAL,
                                   WEND_IN_PROGRESS, WEND_TRUNCATED,    WEND_ERROR_ARGUMENT,
                                   WEND_ERROR_STALE, WEND_ERROR_MEMORY, WEND_ERROR_FULL,
                                   WEND_ERROR_BUSY,  WEND_ERROR_FILE,   WEND_ERROR_UNSUPPORTED,
                                   (wend_result)-100};
    for (size_t i = 0; i < sizeof results / sizeof results[0]; i++) {
        assert_true(wend_result_text(results[i])[0] != '\0');
        for (size_t k = 0; k < i; k++) {
            assert_string_not_equal(wend_result_text(results[i]), wend_result_text(results[k]));
        }
    }
}

/* ---- budgets ---- */

/* Work of a number of steps. */
typedef struct counted_work {
    uint64_t left, slices;
} counted_work;

static wend_result run_counted(void *context, uint64_t *steps)
{
    counted_work *work = context;
    const uint64_t done = *steps < work->left ? *steps : work->left;
    work->slices++;
    *steps -= done;
    work->left -= done;
    return work->left > 0 ? WEND_IN_PROGRESS : WEND_OK;
}

/* How many slices there are depends on the machine; what is taken off the budget does not. */
static void work_under_a_deadline_is_taken_off_the_budget(void **state)
{
    (void)state;
    counted_work work = {.left = 200000};
    wend_budget budget = wend_budget_ns(10000000000);
    assert_int_equal(wendi_budget_run(&budget, run_counted, &work), WEND_OK);
    assert_int_equal(work.left, 0);
    assert_true(work.slices > 1);
    assert_int_equal(UINT64_MAX - budget.steps, 200000);
    work = (counted_work){.left = UINT64_MAX};
    budget = wend_budget_ns(1000000);
    assert_int_equal(wendi_budget_run(&budget, run_counted, &work), WEND_IN_PROGRESS);
    assert_int_equal(UINT64_MAX - budget.steps, UINT64_MAX - work.left);
}

static void work_without_a_deadline_is_one_slice(void **state)
{
    (void)state;
    counted_work work = {.left = 1000};
    wend_budget budget = wend_budget_steps(700);
    assert_int_equal(wendi_budget_run(&budget, run_counted, &work), WEND_IN_PROGRESS);
    assert_int_equal(work.slices, 1);
    assert_int_equal(work.left, 300);
    assert_int_equal(budget.steps, 0);
    assert_int_equal(wendi_budget_run(NULL, run_counted, &work), WEND_OK);
    assert_int_equal(work.slices, 2);
}

static void budget_of_steps_grants_until_it_is_empty(void **state)
{
    (void)state;
    wend_budget budget = wend_budget_steps(25);
    uint64_t done = 0;
    uint64_t granted;
    while ((granted = wendi_budget_grant(&budget, 10)) > 0) {
        done += granted;
        wendi_budget_spend(&budget, granted);
    }
    assert_int_equal(done, 25);
    assert_int_equal(budget.steps, 0);
    wendi_budget_spend(&budget, 5);
    assert_int_equal(budget.steps, 0);
}

static void budget_null_has_no_limit(void **state)
{
    (void)state;
    assert_int_equal(wendi_budget_grant(NULL, 10), 10);
    wendi_budget_spend(NULL, 10);
}

static void budget_of_time_ends_at_its_deadline(void **state)
{
    (void)state;
    wend_budget budget = wend_budget_ns(2000000);
    assert_int_equal(wendi_budget_grant(&budget, 10), 10);
    wendi_budget_spend(&budget, 10);
    assert_true(budget.steps == UINT64_MAX);
    uint64_t deadline = budget.deadline_ns;
    while (wend_clock_ns() < deadline) {
    }
    assert_int_equal(wendi_budget_grant(&budget, 10), 0);
}

static void budget_of_no_time_grants_nothing(void **state)
{
    (void)state;
    wend_budget budget = wend_budget_ns(0);
    assert_int_equal(wendi_budget_grant(&budget, 10), 0);
}

static void budget_of_endless_time_does_not_wrap(void **state)
{
    (void)state;
    wend_budget budget = wend_budget_ns(UINT64_MAX);
    assert_true(budget.deadline_ns == UINT64_MAX);
    assert_int_equal(wendi_budget_grant(&budget, 10), 10);
}

static void clock_never_runs_backwards_and_advances(void **state)
{
    (void)state;
    uint64_t start = wend_clock_ns();
    uint64_t last = start;
    assert_true(start > 0);
    for (uint32_t i = 0; i < 100000000u && last < start + 1000000; i++) {
        uint64_t now = wend_clock_ns();
        assert_true(now >= last);
        last = now;
    }
    assert_true(last >= start + 1000000);
}

/* ---- floating point ---- */

static void fp_check_passes_here(void **state)
{
    (void)state;
    wend_message message;
    memset(&message, 'x', sizeof message);
    wend_result result = wend_check_floating_point(&message);
    if (result != WEND_OK) {
        fail_msg("%s", message.text);
    }
    assert_string_equal(message.text, "");
    assert_int_equal(wend_check_floating_point(NULL), WEND_OK);
}

static void fp_check_notices_other_rounding(void **state)
{
    (void)state;
    const int directions[] = {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
    for (size_t i = 0; i < 3; i++) {
        wend_message message;
        assert_int_equal(fesetround(directions[i]), 0);
        wend_result result = wend_check_floating_point(&message);
        assert_int_equal(fesetround(FE_TONEAREST), 0);
        assert_int_equal(result, WEND_ERROR_UNSUPPORTED);
        assert_non_null(strstr(message.text, "rounding"));
    }
}

static void fp_check_notices_flushed_denormals(void **state)
{
    (void)state;
    const struct {
        uint32_t bits;
        const char *word;
    } modes[] = {{0x8000u, "results"}, {0x0040u, "operands"}};
    for (size_t i = 0; i < 2; i++) {
        wend_message message;
        if (!set_flushing(modes[i].bits)) {
            skip();
        }
        wend_result result = wend_check_floating_point(&message);
        (void)set_flushing(0);
        assert_int_equal(result, WEND_ERROR_UNSUPPORTED);
        assert_non_null(strstr(message.text, modes[i].word));
    }
}

/* ---- costs ---- */

static void cost_from_double_rounds_and_keeps_to_its_range(void **state)
{
    (void)state;
    assert_true(wend_cost_from_double((double)NAN) == 0);
    assert_true(wend_cost_from_double(-1.0) == 0);
    assert_true(wend_cost_from_double(0x0.8p-32) == 1);
    assert_true(wend_cost_from_double(0x0.7p-32) == 0);
    assert_true(wend_cost_from_double(2.5) == 0x280000000u);
    assert_true(wend_cost_from_double(0x1.fffffffffffffp+19) == 0x10000000000000u);
    /* From 2^52 units on a double has no half: adding one would round odd numbers up. */
    assert_true(wend_cost_from_double(0x1.0000000000001p+20) == 0x10000000000001u);
    assert_true(wend_cost_from_double(0x1.0000000000001p+21) == 0x20000000000002u);
    assert_true(wend_cost_from_double(0x1.fffffffffffffp+31) == 0xfffffffffffff800u);
    assert_true(wend_cost_from_double(0x1p+32) == WEND_COST_INFINITE);
    assert_true(wend_cost_from_double((double)INFINITY) == WEND_COST_INFINITE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(version_text_is_that_of_the_headers),
        cmocka_unit_test(result_texts_differ_and_are_not_empty),
        cmocka_unit_test(work_under_a_deadline_is_taken_off_the_budget),
        cmocka_unit_test(work_without_a_deadline_is_one_slice),
        cmocka_unit_test(budget_of_steps_grants_until_it_is_empty),
        cmocka_unit_test(budget_null_has_no_limit),
        cmocka_unit_test(budget_of_time_ends_at_its_deadline),
        cmocka_unit_test(budget_of_no_time_grants_nothing),
        cmocka_unit_test(budget_of_endless_time_does_not_wrap),
        cmocka_unit_test(cost_from_double_rounds_and_keeps_to_its_range),
        cmocka_unit_test(clock_never_runs_backwards_and_advances),
        cmocka_unit_test(fp_check_passes_here),
        cmocka_unit_test(fp_check_notices_other_rounding),
        cmocka_unit_test(fp_check_notices_flushed_denormals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
