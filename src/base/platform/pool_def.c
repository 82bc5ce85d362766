/* takes: nothing, or a pool's definition.
 * gives: the default definition, and whether one is valid.
 * cost:  none. */
#include "base/core/message.h"
#include "base/platform/pool.h"

static const uint32_t POOL_COOKIE = 0x706f6f6cu;

wend_pool_def wend_pool_def_default(void)
{
    wend_pool_def def = {POOL_COOKIE, 0, {NULL, NULL}, NULL};
    return def;
}

bool wendi_pool_def_is_valid(const wend_pool_def *def)
{
    static const char function[] = "wend_pool_create";
    if (def == NULL || !wendi_has_cookie(def->cookie, POOL_COOKIE, def->message, function,
                                         "wend_pool_def_default")) {
        return false;
    }
    wendi_message_clear(def->message);
    if (def->thread_count > WENDI_POOL_THREAD_LIMIT) {
        (void)wendi_refuse(def->message, function, "thread_count", def->thread_count, 0,
                           WENDI_POOL_THREAD_LIMIT);
        return false;
    }
    return true;
}

const char *wend_pool_error(const wend_pool *pool)
{
    (void)pool;
    return "";
}
