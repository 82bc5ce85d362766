/* Tests that need the folder of real maps, which is no part of the project.
 *
 * The environment variable WEND_DATA names the folder. Without it such a test says so and is
 * skipped; with WEND_NO_SKIP=1 it fails instead, so that a run that must be complete is.
 *
 * Maps of games have a variable each, WEND_DATA_TILED, WEND_DATA_WESNOTH, WEND_DATA_WARZONE
 * and WEND_DATA_FREEDOOM (CONTRIBUTING.md says which folders). They come over the network: where
 * that cannot be had,
 * WEND_NO_GAMES=1 says that skipping their tests is all right even so.
 */
#ifndef TEST_SUPPORT_SKIP_H
#define TEST_SUPPORT_SKIP_H

#include <stddef.h>

/** Ends the running test as skipped (with WEND_NO_SKIP=1: as failed), saying why. */
void skip_because(const char *why);

/** Writes the path of something below the data folder, or ends the test by skip_because.
 * @param name relative path, such as "maps/dao"; must exist there.
 * @param path [capacity]. */
void skip_without_data(const char *name, char *path, size_t capacity);

/** A game's folder, or ends the test by skip_because (with WEND_NO_GAMES=1: always as skipped).
 * @param variable such as "WEND_DATA_TILED". */
const char *skip_without_game(const char *variable);

#endif
