/* The options that every command with a scene has: threads, limits, folders. */
#ifndef CLI_SCENE_ARGS_H
#define CLI_SCENE_ARGS_H

#include "core/args.h"

enum { SCENE_ARGS_FOLDERS_MAX = 16 };

typedef struct scene_args {
    int64_t threads, memory_mb, instructions;
    const char *folders[SCENE_ARGS_FOLDERS_MAX];
    size_t folder_count;
} scene_args;

/** The defaults. */
scene_args scene_args_default(void);
/** --threads, --memory, --instructions, --read. */
void scene_args_add(args *a, scene_args *target);

#endif
