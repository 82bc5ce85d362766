/* Runs wend_predictor_load on any bytes, and on the same bytes under a right frame and checksum, which
 * chance would never find. A predictor that loads must save again to the same bytes, and bear use. */
#include "fuzz/framed.h"
#include "wend/predict.h"

#include <stdlib.h>
#include <string.h>

enum { MAGIC = 0x44525057, VERSION = 1 }; /* of src/mind/decide/predictor.c */

static void check_round_trip(const wend_predictor *predictor, const uint8_t *bytes, size_t count)
{
    size_t again_count;
    check(wend_predictor_save(predictor, NULL, 0, &again_count) == WEND_TRUNCATED);
    check(again_count == count);
    uint8_t *again = malloc(again_count);
    if (again == NULL) {
        return;
    }
    check(wend_predictor_save(predictor, again, again_count, &again_count) == WEND_OK);
    /* There is a single saved form. */
    check(memcmp(again, bytes, count) == 0);
    free(again);
}

/* Whatever the definition that was loaded, actions can be added and expected. */
static void use(wend_predictor *predictor)
{
    wend_predictor_info info;
    wend_predictor_get_info(predictor, &info);
    check(info.hit_count <= info.predicted_count && info.predicted_count <= info.history_count);
    for (uint32_t i = 0; i < 20; i++) {
        wend_prediction prediction;
        const bool has_one = wend_predictor_predict(predictor, &prediction);
        check(has_one == (info.history_count > 0 || i > 0));
        check(!has_one || (prediction.action < info.action_count && prediction.count >= 1 &&
                           prediction.count <= prediction.total));
        const uint32_t action = i * i % info.action_count;
        check(wend_predictor_add(predictor, action) == WEND_OK);
        check(wend_predictor_count(predictor, &action, 1) >= 1);
    }
}

static void try_bytes(const uint8_t *bytes, size_t count)
{
    wend_predictor *predictor = NULL;
    wend_message message;
    wend_predictor_def def = wend_predictor_def_default();
    def.message = &message;
    const wend_result result = noted(wend_predictor_load(&def, bytes, count, &predictor));
    check((result == WEND_OK) == (predictor != NULL));
    check((result == WEND_OK) == (message.text[0] == '\0'));
    if (predictor != NULL) {
        check_round_trip(predictor, bytes, count);
        use(predictor);
        wend_predictor_destroy(predictor);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    raw_try(data, size, try_bytes);
    framed_try(data, size, MAGIC, VERSION, try_bytes);
    return 0;
}
