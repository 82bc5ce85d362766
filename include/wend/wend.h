/* wend/wend.h: the whole core in one include. Files and pictures are in wend/io.h. */
#ifndef WEND_WEND_H
#define WEND_WEND_H

#include "wend/base.h"
#include "wend/clearance.h"
#include "wend/draw.h"
#include "wend/grid.h"
#include "wend/hex.h"
#include "wend/islands.h"
#include "wend/link.h"
#include "wend/overlay.h"
#include "wend/path.h"
#include "wend/search.h"
#include "wend/stamp.h"
#include "wend/terrain.h"

#endif
