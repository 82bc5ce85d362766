/** @file wend/types.h
 * Declares the object types that several headers point to, so that a header includes only the
 * headers of what it contains by value. The functions of each type are in the header named with it.
 */
#ifndef WEND_TYPES_H
#define WEND_TYPES_H

#include "wend/base.h"

typedef struct wend_grid wend_grid; /**< A grid of cells. wend/grid.h */
typedef struct wend_clearance
    wend_clearance;                       /**< The clearances of a grid's cells. wend/clearance.h */
typedef struct wend_islands wend_islands; /**< The islands of a grid. wend/islands.h */
typedef struct wend_walls wend_walls;     /**< A set of walls. wend/walls.h */
typedef struct wend_graph wend_graph;     /**< A graph. wend/graph.h */
typedef struct wend_level wend_level;     /**< A level. wend/level.h */
typedef struct wend_mesh wend_mesh;       /**< A navigation mesh. wend/mesh.h */
typedef struct wend_items wend_items;     /**< An index of items. wend/items.h */
typedef struct wend_space wend_space;     /**< A search space. wend/search.h */
typedef struct wend_search wend_search;   /**< A search. wend/search.h */
typedef struct wend_incremental wend_incremental; /**< An incremental search. wend/incremental.h */
typedef struct wend_mesh_space wend_mesh_space;   /**< A mesh space. wend/mesh_search.h */
typedef struct wend_mesh_search wend_mesh_search; /**< A mesh search. wend/mesh_search.h */
typedef struct wend_path wend_path;               /**< A path. wend/path.h */
typedef struct wend_table wend_table;             /**< A path table. wend/table.h */
typedef struct wend_pathfinder wend_pathfinder;   /**< A pathfinder. wend/pathfinder.h */
typedef struct wend_planner wend_planner;         /**< A planner. wend/planner.h */
typedef struct wend_explored_map wend_explored_map; /**< A map of what agents saw. wend/explore.h */
typedef struct wend_flow wend_flow;   /**< A flow: portals, requests and fields. wend/flow.h */
typedef struct wend_crowd wend_crowd; /**< A crowd. wend/crowd.h */
typedef struct wend_predictor wend_predictor; /**< A predictor of actions. wend/predict.h */
typedef struct wend_tactics wend_tactics;     /**< Tactics and how they fared. wend/tactics.h */
typedef struct wend_senses wend_senses;       /**< What agents perceive. wend/sense.h */
typedef struct wend_memories wend_memories;   /**< What agents remember. wend/memory.h */
typedef struct wend_markers wend_markers;     /**< Evidence that effects leave. wend/marker.h */
typedef struct wend_smell wend_smell;         /**< A field of smells. wend/smell.h */
typedef struct wend_cover wend_cover;         /**< Positions in cover. wend/cover.h */
typedef struct wend_reservations wend_reservations; /**< Claims of agents. wend/reserve.h */
typedef struct wend_triggers wend_triggers;   /**< Triggers and items that return. wend/trigger.h */
typedef struct wend_machines wend_machines;   /**< State machines of agents. wend/machine.h */
typedef struct wend_messages wend_messages;   /**< Messages between agents. wend/message.h */
typedef struct wend_rules wend_rules;         /**< Rules and utilities. wend/rules.h */
typedef struct wend_minds wend_minds;         /**< Scheduled thinking. wend/mind.h */
typedef struct wend_influence wend_influence; /**< An influence map. wend/influence.h */
typedef struct wend_traffic wend_traffic;     /**< A map of where agents move. wend/traffic.h */
typedef struct wend_squads wend_squads;       /**< Squads. wend/squad.h */
typedef struct wend_draw wend_draw;           /**< Callbacks that draw. wend/draw.h */

#endif
