/* Paths from finished searches.
 * Cost: the turns of the path, or its cells where factors differ. */
#include "route/path/path.h"

/* Fills the path with that to a node that lies inside. */
static wend_result follow(wend_path *path, const wend_search *search, wend_node node)
{
    wend_result result = wendi_search_trace(search, node, &path->trace);
    if (result == WEND_NO_PATH) {
        wend_path_clear(path);
    }
    if (result != WEND_OK) {
        return result;
    }
    if (wend_search_space(search)->net != NULL) {
        return wendi_path_build_graph(path, wend_search_space(search), &path->trace);
    }
    return wendi_path_build(path, wend_search_space(search), path->trace.nodes.items,
                            path->trace.follows.count > 0 ? path->trace.follows.items : NULL,
                            path->trace.nodes.count);
}

static wend_result report_result(wend_path *path, const char *function, wend_result result)
{
    if (result == WEND_ERROR_ARGUMENT) {
        return wendi_fail(&path->error, result,
                          "%s: search has no path: start a query and run it first", function);
    }
    return result == WEND_ERROR_STALE
               ? wendi_fail(&path->error, result,
                            "%s: the world changed since the search: search again", function)
               : wendi_fail_plain(&path->error, function, result);
}

wend_result wend_path_to_node(wend_path *path, const wend_search *search, wend_node node)
{
    static const char function[] = "wend_path_to_node";
    const wend_result allowed = wendi_path_check_editable(path);
    if (allowed != WEND_OK) {
        return allowed;
    }
    if (search == NULL) {
        return wendi_refuse_null(&path->error, function, "search");
    }
    const uint32_t count = wendi_space_node_count(wend_search_space(search));
    if (node >= count) {
        return wendi_refuse(&path->error, function, "node", node, 0, (double)count - 1);
    }
    return report_result(path, function, follow(path, search, node));
}

wend_result wend_path_from_search(wend_path *path, const wend_search *search)
{
    static const char function[] = "wend_path_from_search";
    const wend_result allowed = wendi_path_check_editable(path);
    if (allowed != WEND_OK) {
        return allowed;
    }
    if (search == NULL) {
        return wendi_refuse_null(&path->error, function, "search");
    }
    wend_search_answer answer;
    wend_search_get_answer(search, &answer);
    if (answer.result == WEND_NO_PATH) {
        wend_path_clear(path);
        return WEND_NO_PATH;
    }
    /* A zeroed answer means no query; its method is then the one that never ran. */
    if (answer.method == WEND_METHOD_BEST || answer.result < 0 || answer.node == WEND_NODE_NONE) {
        return report_result(path, function, WEND_ERROR_ARGUMENT);
    }
    const wend_result result = report_result(path, function, follow(path, search, answer.node));
    return result == WEND_OK && answer.result != WEND_OK ? WEND_PARTIAL : result;
}
