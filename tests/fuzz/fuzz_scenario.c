/* Runs the scenario reader on any bytes: rows have a length that is a number and a rounding above
 * 0. Lengths with many digits take up to 2^24 steps. */
#include "fuzz/check.h"
#include "wend/io.h"

#include <math.h>
#include <string.h>

static void check_rows(const wend_scenario *scenario)
{
    size_t count = wend_scenario_count(scenario);
    check(count == 0 || strlen(wend_scenario_map(scenario)) > 0);
    for (size_t i = 0; i < count; i++) {
        wend_scenario_row row = wend_scenario_get(scenario, i);
        check(row.line > 1 && row.width > 0 && row.height > 0);
        check(row.start.x >= row.start_x && row.start.x < row.start_x + 1.0);
        check(row.goal.y >= row.goal_y && row.goal.y < row.goal_y + 1.0);
        check(isfinite(row.length) && row.length >= 0.0);
        check(isfinite(row.rounding) && row.rounding > 0.0);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    wend_message message = {0, ""};
    wend_scenario *scenario = NULL;
    wend_result result = wend_scenario_load_memory(data, size, NULL, &scenario, &message);
    check((result == WEND_OK) == (scenario != NULL));
    check((result == WEND_OK) == (message.text[0] == '\0'));
    if (scenario != NULL) {
        check_rows(scenario);
    }
    wend_scenario_destroy(scenario);
    return 0;
}
