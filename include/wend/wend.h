/* wend/wend.h: the whole core in one include. Files and pictures are in wend/io.h. */
#ifndef WEND_WEND_H
#define WEND_WEND_H

#include "wend/base.h"
#include "wend/draw.h"
#include "wend/grid.h"
#include "wend/path.h"
#include "wend/search.h"

#endif
