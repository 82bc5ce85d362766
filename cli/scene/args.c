/* Options that every command with a scene has: threads, limits of memory and instructions,
 * readable folders. */
#include "scene/args.h"

#include <stdio.h>
#include <string.h>

scene_args scene_args_default(void)
{
    return (scene_args){.threads = 1, .memory_mb = 1024, .instructions = 1000000000};
}

static bool read_folder(void *target, const char *text, arg_expected *expected)
{
    scene_args *a = target;
    if (text[0] == '\0' || a->folder_count == SCENE_ARGS_FOLDERS_MAX) {
        snprintf(expected->text, sizeof expected->text, "expected a folder, at most %d times",
                 (int)SCENE_ARGS_FOLDERS_MAX);
        return false;
    }
    a->folders[a->folder_count++] = text;
    return true;
}

void scene_args_add(args *a, scene_args *target)
{
    args_integer(a, "--threads", "N", "threads (default 1)", 1, 256, &target->threads);
    args_integer(a, "--memory", "MB", "most memory of the scene (default 1024)", 1, 1 << 20,
                 &target->memory_mb);
    args_integer(a, "--instructions", "N",
                 "most instructions of Lua while the file runs, and in each tick (default "
                 "1000000000)",
                 1, INT64_MAX, &target->instructions);
    args_custom(a, "--read", "FOLDER",
                "scenes may read files beneath it too, not only beneath their own folder; may be "
                "said again",
                read_folder, target);
    args_may_repeat(a);
}

void scene_args_add_set(args *a, scene_args *target)
{
    args_text(a, "--set", "NAME=VALUE,...", "sliders and parameters of the scene", &target->set);
}

int scene_args_cut_set(const cli *c, scene_args *a)
{
    if (a->set == NULL) {
        return CLI_OK;
    }
    if (strlen(a->set) >= sizeof a->parts) {
        return cli_fail(c, "--set: expected less than %u bytes", (unsigned)sizeof a->parts);
    }
    memcpy(a->parts, a->set, strlen(a->set) + 1);
    char *text = a->parts;
    while (*text != '\0') {
        const size_t count = strcspn(text, ",");
        const bool is_last = text[count] == '\0';
        text[count] = '\0';
        if (strchr(text, '=') == NULL) {
            return cli_fail(c, "--set: expected NAME=VALUE, found '%s'", text);
        }
        if (a->setting_count == SCENE_ARGS_SETTINGS_MAX) {
            return cli_fail(c, "--set: expected at most %d settings", (int)SCENE_ARGS_SETTINGS_MAX);
        }
        a->settings[a->setting_count++] = text;
        text += is_last ? count : count + 1;
    }
    return CLI_OK;
}
