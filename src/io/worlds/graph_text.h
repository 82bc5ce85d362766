/* worlds/graph_text.h: graphs as lines that people write.
 *
 *   node X Y [HEIGHT [TAG]] [tag=N] [user=N]
 *   edge FROM TO [COST] [factor=F] [walk|swim|...|behaviour=N] [oneway] [closed] [flags=N] [user=N]
 */
#ifndef WENDI_IO_WORLDS_GRAPH_TEXT_H
#define WENDI_IO_WORLDS_GRAPH_TEXT_H

#include "base/core/bytes.h"
#include "wend/io.h"

wend_result wendi_graph_text_read(const uint8_t *bytes, size_t count,
                                  const wend_allocator *allocator, wend_graph **graph,
                                  wend_message *message);
/** Puts a graph's lines into a writer. @return WEND_OK, WEND_ERROR_MEMORY. */
wend_result wendi_graph_text_write(const wend_graph *graph, wendi_writer *out);

/** "walk" to "teleport"; NULL for a user's. */
const char *wendi_behaviour_name(uint32_t behaviour);

#endif
