/* Runs wend_memories_load on any bytes, and on the same bytes under a right frame and checksum, which
 * chance would never find. Memories that load must save again to the same bytes, and bear use. */
#include "fuzz/framed.h"
#include "wend/memory.h"

#include <stdlib.h>
#include <string.h>

enum { MAGIC = 0x4D454D57, VERSION = 1 }; /* of src/mind/memory/memories_file.c */

static void check_round_trip(const wend_memories *memories, const uint8_t *bytes, size_t count)
{
    size_t again_count;
    check(wend_memories_save(memories, NULL, 0, &again_count) == WEND_TRUNCATED);
    check(again_count == count);
    uint8_t *again = malloc(again_count);
    if (again == NULL) {
        return;
    }
    check(wend_memories_save(memories, again, again_count, &again_count) == WEND_OK);
    /* There is a single saved form. */
    check(memcmp(again, bytes, count) == 0);
    free(again);
}

static void use_agent(wend_memories *memories, uint64_t agent)
{
    wend_memory list[16], memory;
    wend_memory_observation o = wend_memory_observation_default();
    const wend_vec3 origin = {0, 0, 0};
    wend_vec3 guess;
    size_t count = 0;
    (void)wend_memories_list(memories, agent, NULL, list, 16, &count);
    for (size_t i = 0; i < count && i < 16; i++) {
        check(list[i].certainty > 0 && list[i].certainty <= 1);
        check(wend_memories_guess(memories, agent, list[i].subject, NULL, &guess) == WEND_OK);
    }
    check(wend_memories_nearest(memories, agent, origin, NULL, &memory) == (count > 0));
    (void)wend_memories_most_dangerous(memories, agent, origin, NULL, &memory, NULL);
    for (uint64_t subject = 0; subject < 20; subject++) {
        o.subject = subject * subject;
        check(wend_memories_observe(memories, agent, &o) >= WEND_OK);
    }
    check(wend_memories_join(memories, agent, 3) != WEND_ERROR_STALE);
}

static void use(wend_memories *memories)
{
    uint64_t agent;
    for (uint32_t i = 0; i < 8 && wend_memories_agent(memories, i, &agent); i++) {
        use_agent(memories, agent);
    }
    check(wend_memories_share(memories, 3, NULL) == WEND_OK);
    const uint64_t tick = wend_memories_tick(memories);
    check(wend_memories_set_tick(memories, tick + (tick < WEND_MEMORIES_TICK_MAX ? 1 : 0)) ==
          WEND_OK);
    while (wend_memories_agent(memories, 0, &agent)) {
        check(wend_memories_remove_agent(memories, agent) == WEND_OK);
    }
}

static void try_bytes(const uint8_t *bytes, size_t count)
{
    wend_memories *memories = NULL;
    wend_message message;
    wend_memories_def def = wend_memories_def_default();
    def.message = &message;
    const wend_result result = noted(wend_memories_load(&def, bytes, count, &memories));
    check((result == WEND_OK) == (memories != NULL));
    check((result == WEND_OK) == (message.text[0] == '\0'));
    if (memories != NULL) {
        check_round_trip(memories, bytes, count);
        use(memories);
        wend_memories_destroy(memories);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    raw_try(data, size, try_bytes);
    framed_try(data, size, MAGIC, VERSION, try_bytes);
    return 0;
}
