/* The options that every command with a scene has: threads, limits, folders. */
#ifndef CLI_SCENE_ARGS_H
#define CLI_SCENE_ARGS_H

#include "core/args.h"

enum { SCENE_ARGS_FOLDERS_MAX = 16, SCENE_ARGS_SETTINGS_MAX = 32, SCENE_ARGS_SET_CAPACITY = 4096 };

typedef struct scene_args {
    int64_t threads, memory_mb, instructions;
    const char *folders[SCENE_ARGS_FOLDERS_MAX];
    size_t folder_count;
    const char *set;                               /* NAME=VALUE,NAME=VALUE... as it was given */
    const char *settings[SCENE_ARGS_SETTINGS_MAX]; /* the same, each for itself, in `parts` */
    size_t setting_count;
    char parts[SCENE_ARGS_SET_CAPACITY];
} scene_args;

/** The defaults. */
scene_args scene_args_default(void);
/** Cuts `set` into settings, "NAME=VALUE" each. */
int scene_args_cut_set(const cli *c, scene_args *a);
/** --set, for commands that begin a scene. */
void scene_args_add_set(args *a, scene_args *target);
/** --threads, --memory, --instructions, --read. */
void scene_args_add(args *a, scene_args *target);

#endif
