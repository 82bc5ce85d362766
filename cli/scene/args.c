/* Options that every command with a scene has: threads, limits of memory and instructions,
 * readable folders. */
#include "scene/args.h"

#include <stdio.h>

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
