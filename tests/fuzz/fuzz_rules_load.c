/* Runs wend_rules_load on any bytes, and on the same bytes under a right frame and checksum, which
 * chance would never find. Rules that load must save again to the same bytes, and bear use. */
#include "fuzz/framed.h"
#include "wend/rules.h"

#include <stdlib.h>
#include <string.h>

enum { MAGIC = 0x4C555257, VERSION = 1 }; /* of src/mind/decide/rules_bytes.c */

static bool call_fact(void *user, uint64_t agent, uint32_t fact, const double *facts, double *value)
{
    (void)user;
    (void)facts;
    *value = (double)(agent % 7 + fact);
    return agent % 5 != 0;
}

static void check_round_trip(const wend_rules *rules, const uint8_t *bytes, size_t count)
{
    size_t again_count;
    check(wend_rules_save(rules, NULL, 0, &again_count) == WEND_TRUNCATED);
    check(again_count == count);
    uint8_t *again = malloc(again_count);
    if (again == NULL) {
        return;
    }
    check(wend_rules_save(rules, again, again_count, &again_count) == WEND_OK);
    /* There is a single saved form. */
    check(memcmp(again, bytes, count) == 0);
    free(again);
}

static void use(wend_rules *rules)
{
    wend_rules_info info;
    wend_rules_get_info(rules, &info);
    (void)wend_rules_add_agent(rules, 12345, NULL);
    for (uint64_t tick = 0; tick < 5; tick++) {
        uint64_t agent;
        const uint64_t at = (uint64_t)1 << 61;
        (void)wend_rules_update(rules, at + tick, NULL);
        check(info.agent_count == 0 || wend_rules_agent_at(rules, 0, &agent) == WEND_OK);
        for (uint32_t i = 0; i < info.fact_count && info.agent_count > 0; i++) {
            (void)wend_rules_set_fact(rules, agent, i, (double)tick);
        }
        (void)wend_rules_end_step(rules, 12345);
    }
    check(wend_rules_remove_agent(rules, 12345) == WEND_OK || info.agent_count > 0);
}

static void try_bytes(const uint8_t *bytes, size_t count)
{
    wend_rules *rules = NULL;
    wend_message message;
    wend_rules_def def = wend_rules_def_default();
    def.message = &message;
    def.call = call_fact;
    const wend_result result = noted(wend_rules_load(&def, bytes, count, &rules));
    check((result == WEND_OK) == (rules != NULL));
    check((result == WEND_OK) == (message.text[0] == '\0'));
    if (rules != NULL) {
        check_round_trip(rules, bytes, count);
        use(rules);
        wend_rules_destroy(rules);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    raw_try(data, size, try_bytes);
    framed_try(data, size, MAGIC, VERSION, try_bytes);
    return 0;
}
