/* Messages of messages between agents. */
#include "sentences.h"

static wend_message m;

static void try_agents(wend_messages *messages)
{
    TOLD(wend_messages_remove_agent(messages, 9), wend_messages_error(messages),
         "wend_messages_remove_agent: agent 9", "does not exist");
    TOLD(wend_messages_set_position(messages, 9, (wend_vec2){0, 0}), wend_messages_error(messages),
         "wend_messages_set_position: agent 9");
    TOLD(wend_messages_set_position(messages, 1, (wend_vec2){1e30, 0}),
         wend_messages_error(messages), "wend_messages_set_position: position.x is 1e+30");
    TOLD(wend_messages_follow_crowd(messages, NULL), wend_messages_error(messages),
         "wend_messages_follow_crowd: crowd is NULL");
    TOLD(wend_messages_join_group(messages, 9, 0), wend_messages_error(messages),
         "wend_messages_join_group: agent 9");
    TOLD(wend_messages_leave_group(messages, 9, 0), wend_messages_error(messages),
         "wend_messages_leave_group: agent 9");
    TOLD(wend_messages_watch_request(messages, (wend_planner_request_id){1, 1}, 9, 0),
         wend_messages_error(messages), "wend_messages_watch_request: agent 9");
    TOLD(wend_messages_add_agent(messages, 1), wend_messages_error(messages),
         "wend_messages_add_agent: agent 1 exists already");
}

static void try_telegrams(wend_messages *messages)
{
    wend_telegram_def def = wend_telegram_def_default();
    def.priority = 99;
    TOLD(wend_messages_send(messages, &def, NULL), wend_messages_error(messages),
         "wend_messages_send: priority is 99", "0 to 15");
    TOLD(wend_messages_cancel(messages, (wend_telegram_id){4, 2}), wend_messages_error(messages),
         "wend_messages_cancel: telegram 4 of generation 2");
    TOLD(wend_messages_deliver(messages, UINT64_MAX, NULL), wend_messages_error(messages),
         "wend_messages_deliver: tick is ");
    TOLD(wend_messages_send_events(messages, NULL, 0, 0), wend_messages_error(messages),
         "wend_messages_send_events: crowd is NULL");
    TOLD(wend_messages_send_answers(messages, NULL), wend_messages_error(messages),
         "wend_messages_send_answers: planner is NULL");
}

void try_messages(void)
{
    wend_messages_def def = wend_messages_def_default();
    wend_messages *messages = NULL;
    def.message = &m;
    def.max_rounds = 0;
    TOLD(wend_messages_create(&def, &messages), m.text, "wend_messages_create: max_rounds is 0",
         "1 to 256");
    def.max_rounds = 1;
    TOLD(wend_messages_create(&def, NULL), m.text, "wend_messages_create: messages is NULL");
    (void)wend_messages_create(&def, &messages);
    (void)wend_messages_add_agent(messages, 1);
    try_agents(messages);
    try_telegrams(messages);
    wend_messages *loaded = NULL;
    TOLD(wend_messages_load(&def, (const uint8_t *)"abc", 3, &loaded), m.text,
         "wend_messages_load: ");
    wend_messages_destroy(messages);
}
