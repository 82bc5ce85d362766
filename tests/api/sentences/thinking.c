/* Messages of scheduled thinking. */
#include "sentences.h"

#include <math.h>

static wend_message m;

static void think(void *user, wend_mind_turn *turn)
{
    (void)user;
    (void)turn;
}

void try_thinking(void)
{
    const wend_vec3 nowhere = {(double)NAN, 0, 0};
    wend_minds_def def = wend_minds_def_default();
    wend_mind_def agent = wend_mind_def_default();
    wend_minds *minds = NULL;
    def.message = &m;
    def.think = think;
    def.far_period = 0;
    TOLD(wend_minds_create(&def, &minds), m.text, "wend_minds_create: far_period is 0",
         "1 to 1024");
    def.far_period = 1;
    TOLD(wend_minds_create(&def, NULL), m.text, "wend_minds_create: minds is NULL");
    (void)wend_minds_create(&def, &minds);
    agent.cost = 0;
    TOLD(wend_minds_add_agent(minds, &agent), wend_minds_error(minds),
         "wend_minds_add_agent: cost is 0", "1 to 1048576");
    agent.cost = 1;
    (void)wend_minds_add_agent(minds, &agent);
    agent.priority = 0;
    TOLD(wend_minds_set_agent(minds, &agent), wend_minds_error(minds),
         "wend_minds_set_agent: priority is 0", "1 to 65536");
    TOLD(wend_minds_remove_agent(minds, 7), wend_minds_error(minds),
         "wend_minds_remove_agent: there is no agent 7");
    TOLD(wend_minds_set_position(minds, 0, nowhere), wend_minds_error(minds),
         "wend_minds_set_position: position.x is nan");
    TOLD(wend_minds_set_points(minds, &nowhere, 1000), wend_minds_error(minds),
         "wend_minds_set_points: count is 1000", "0 to 256");
    TOLD(wend_minds_wake(minds, 7), wend_minds_error(minds),
         "wend_minds_wake: there is no agent 7");
    wend_minds *loaded = NULL;
    TOLD(wend_minds_load(&def, (const uint8_t *)"abc", 3, &loaded), m.text, "wend_minds_load: ");
    wend_minds_destroy(minds);
}
