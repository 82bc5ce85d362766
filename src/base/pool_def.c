/* takes: nothing, or a pool's definition.
 * gives: the default definition, and whether one is valid.
 * cost:  none. */
#include "base/pool.h"

static const uint32_t POOL_COOKIE = 0x706f6f6cu;

wend_pool_def wend_pool_def_default(void)
{
    wend_pool_def def = {POOL_COOKIE, 0, {NULL, NULL}};
    return def;
}

bool wendi_pool_def_is_valid(const wend_pool_def *def)
{
    return def != NULL && def->cookie == POOL_COOKIE &&
           def->thread_count <= WENDI_POOL_THREAD_LIMIT;
}
