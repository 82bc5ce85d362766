/* Ranges of messages between agents. */
#include "ranges.h"

#include <float.h>
#include <stddef.h>

static wend_result use_messages_def(const range_trial *t)
{
    wend_messages_def def = wend_messages_def_default();
    t->set(&def, t->range, t->value);
    wend_messages *it;
    const wend_result result = wend_messages_create(&def, &it);
    wend_messages_destroy(it);
    return result;
}

static wend_result use_telegram(const range_trial *t, wend_receivers to)
{
    const wend_messages_def def = wend_messages_def_default();
    wend_telegram_def telegram = wend_telegram_def_default();
    telegram.to = to;
    t->set(&telegram, t->range, t->value);
    wend_messages *it;
    wend_result result = wend_messages_create(&def, &it);
    result = result == WEND_OK ? wend_messages_send(it, &telegram, NULL) : result;
    wend_messages_destroy(it);
    return result;
}

static wend_result use_telegram_def(const range_trial *t)
{
    return use_telegram(t, WEND_TO_AGENT);
}

static wend_result use_group(const range_trial *t)
{
    return use_telegram(t, WEND_TO_GROUP);
}

#define TELEGRAM(field) FIELD(wend_telegram_def, field)

static const range items[] = {
    {FIELD(wend_messages_def, max_waiting), RANGE_UINT32, 1, WEND_MESSAGES_WAITING_MAX,
     use_messages_def, 0},
    {FIELD(wend_messages_def, max_rounds), RANGE_UINT32, 1, WEND_MESSAGES_ROUNDS_MAX,
     use_messages_def, 0},
    {FIELD(wend_messages_def, cell_size), RANGE_DOUBLE, 1, 1024, use_messages_def, 0},
    {FIELD(wend_messages_def, tick), RANGE_UINT64, 0, 4503599627370496.0, use_messages_def, 0},
    {TELEGRAM(to), RANGE_UINT32, WEND_TO_AGENT, WEND_TO_ALL, use_telegram_def, 0},
    {TELEGRAM(sender), RANGE_UINT64, 0, 18446744073709549568.0, use_telegram_def, RANGE_ANY_ABOVE},
    {TELEGRAM(receiver), RANGE_UINT64, 0, 4294967295.0, use_group, 0},
    {PART(wend_telegram_def, centre, centre.x), RANGE_DOUBLE, -WEND_COORDINATE_MAX,
     WEND_COORDINATE_MAX, use_telegram_def, 0},
    {PART(wend_telegram_def, centre, centre.y), RANGE_DOUBLE, -WEND_COORDINATE_MAX,
     WEND_COORDINATE_MAX, use_telegram_def, 0},
    {TELEGRAM(radius), RANGE_DOUBLE, 0, WEND_COORDINATE_MAX, use_telegram_def, 0},
    {TELEGRAM(type), RANGE_UINT32, 0, 4294967294.0, use_telegram_def, 0},
    {TELEGRAM(priority), RANGE_UINT32, 0, WEND_TELEGRAM_PRIORITY_MAX, use_telegram_def, 0},
    {TELEGRAM(delay), RANGE_UINT64, 0, 1099511627776.0, use_telegram_def, 0},
    {TELEGRAM(merge), RANGE_UINT32, WEND_MERGE_NONE, WEND_MERGE_REPLACE, use_telegram_def, 0},
    {TELEGRAM(merge_window), RANGE_UINT64, 0, 1099511627776.0, use_telegram_def, 0},
    {PART(wend_telegram_def, payload, payload.numbers[3]), RANGE_DOUBLE, -DBL_MAX, DBL_MAX,
     use_telegram_def, 0},
    {PART(wend_telegram_def, payload, payload.position.y), RANGE_DOUBLE, -WEND_COORDINATE_MAX,
     WEND_COORDINATE_MAX, use_telegram_def, 0},
    {PART(wend_telegram_def, payload, payload.byte_count), RANGE_UINT32, 0, WEND_PAYLOAD_BYTES,
     use_telegram_def, 0},
};

const range_list ranges_messages = {items, sizeof items / sizeof *items};
