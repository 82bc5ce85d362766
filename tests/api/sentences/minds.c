/* Messages of what agents decide by. */
#include "sentences.h"

static wend_message m;

static void try_predictors(void)
{
    wend_predictor_def def = wend_predictor_def_default();
    wend_predictor *predictor = NULL;
    def.message = &m;
    def.action_count = 0;
    TOLD(wend_predictor_create(&def, &predictor), m.text,
         "wend_predictor_create: action_count is 0", "1 to 65536");
    def.action_count = 3;
    TOLD(wend_predictor_create(&def, NULL), m.text, "wend_predictor_create: predictor is NULL");
    (void)wend_predictor_create(&def, &predictor);
    TOLD(wend_predictor_add(predictor, 7), wend_predictor_error(predictor),
         "wend_predictor_add: action is 7", "number of actions is 3");
    wend_predictor *loaded = NULL;
    TOLD(wend_predictor_load(&def, (const uint8_t *)"abc", 3, &loaded), m.text,
         "wend_predictor_load: ");
    wend_predictor_destroy(predictor);
}

static void try_tactics(void)
{
    wend_tactics_def def = wend_tactics_def_default();
    wend_tactics *tactics = NULL;
    def.message = &m;
    def.borrowing = -1;
    TOLD(wend_tactics_create(&def, &tactics), m.text, "wend_tactics_create: borrowing is -1",
         "0 to 65536");
    def.borrowing = 1;
    TOLD(wend_tactics_create(&def, NULL), m.text, "wend_tactics_create: tactics is NULL");
    (void)wend_tactics_create(&def, &tactics);
    TOLD(wend_tactics_add(tactics, 4, 0, 0), wend_tactics_error(tactics),
         "wend_tactics_add: context is 4", "number of contexts is 1");
    TOLD(wend_tactics_add(tactics, 0, 5, 0), wend_tactics_error(tactics),
         "wend_tactics_add: tactic is 5", "number of tactics is 2");
    TOLD(wend_tactics_add(tactics, 0, 0, 1e30), wend_tactics_error(tactics),
         "wend_tactics_add: score is 1e+30", "-1048576 to 1048576");
    wend_tactics *loaded = NULL;
    TOLD(wend_tactics_load(&def, (const uint8_t *)"abc", 3, &loaded), m.text,
         "wend_tactics_load: ");
    wend_tactics_destroy(tactics);
}

void try_minds(void)
{
    try_predictors();
    try_tactics();
}
