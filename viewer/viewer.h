/* The live window, as the command `wend view` calls it.
 *
 * Every action of the user goes to the scene as an input, so that it is recorded with it.
 */
#ifndef VIEWER_H
#define VIEWER_H

#include <stdio.h>

#include "wend/base.h"

enum { VIEWER_LAYERS_CAPACITY = 896 /**< Bytes of names of layers, the zero included. */ };

typedef struct viewer_options {
    const char *scene;          /**< File of the scene; NULL = the user chooses one of `choices`. */
    const char *const *choices; /**< [choice_count] Files of scenes, in the order in which they are
                                     shown. A scene that was chosen can be left for another one. */
    size_t choice_count;
    const char *text; /**< [text_count] Its content, see scene_options; NULL = read it. */
    size_t text_count;
    uint64_t seed;      /**< Default 1. */
    uint32_t threads;   /**< Default 1. */
    uint32_t memory_mb; /**< Limits of the scene, see scene_options. Default as there. */
    uint64_t instructions;
    const char *const *folders; /**< [folder_count] */
    size_t folder_count;
    const char *const *parameters; /**< [parameter_count] "NAME=VALUE": parameters of the scene, and
                                        sliders, which are set in the first tick. */
    size_t parameter_count;
    const uint8_t
        *saved; /**< [saved_count] A saved scene to go on from, see scene_load; NULL = none. */
    size_t saved_count;
    const char *record;      /**< File for inputs and hashes; NULL = none. */
    FILE *record_stream;     /**< Takes the record instead of a file, see scene_options. */
    const char *script;      /**< File of mouse and keys; NULL = none. */
    const char *script_text; /**< [script_count] Its content; a zero follows, and it lives as
                                  long as the window. NULL = read it. */
    size_t script_count;
    const char *layers;     /**< Layers to show and hide at first, see scene_set_layers; NULL =
                                  the usual ones. */
    const char *screenshot; /**< Picture to write (.png or .bmp); NULL = none. */
    uint64_t screenshot_frame;
    uint64_t frames; /**< Ends after so many; 0 = when the window is closed. */
    int width, height;
} viewer_options;

/** Milliseconds of frames. */
typedef struct viewer_time {
    double mean, p99, most;
} viewer_time;

typedef struct viewer_report {
    uint64_t frames, ticks;
    uint32_t agents;                     /**< At the end. */
    viewer_time sim;                     /**< The ticks of a frame. */
    viewer_time list;                    /**< Putting the picture together: the draw list. */
    viewer_time both;                    /**< Both of one frame together. */
    viewer_time present;                 /**< Handing it to the renderer and showing it. */
    uint64_t hash;                       /**< Of the scene at the end. */
    bool is_load_refused;                /**< The scene cannot go on from `saved`. */
    char renderer[32];                   /**< "opengl", "software"... */
    char driver[32];                     /**< "x11", "dummy"... */
    char layers[VIEWER_LAYERS_CAPACITY]; /**< The names of all layers, where the options name one
                                              that is none; else "". */
} viewer_report;

viewer_options viewer_options_default(void);
/** Opens a window and runs until it is closed, the script ends it or the frames are over. Frames of
 * a run with a script or a number of frames take a tick each, regardless of the clock: such runs
 * give the same pictures each time.
 * @param report may be NULL; zeroed first. @param message gets the failure.
 * @return WEND_OK, WEND_ERROR_FILE (the scene or the script), WEND_ERROR_ARGUMENT (a layer that is none,
 * or as scene_open and
 * scene_load), WEND_ERROR_MEMORY,
 * WEND_ERROR_UNSUPPORTED (no display, or a build without SDL2 or Lua: the message names the package
 * to install). */
wend_result viewer_run(const viewer_options *options, viewer_report *report, wend_message *message);

#endif
