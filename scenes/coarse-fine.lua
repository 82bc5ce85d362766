-- Coarse and fine: one level as coarse points, as a flood fill and as a mesh.
--
-- Three copies of one level, and thirty agents that cross each. Left: a few points set by a designer,
-- joined where one is visible from the other; on orange ground no point is visible, so no path leads
-- from it into the graph. Middle: points every metre, grown from one seed during the scene. Right: a mesh
-- of convex polygons. The line of text gives the points or polygons of each, the share of ground that
-- is unusable, and the length of the paths in percent of those on the mesh.
local wend = require "wend"

local size, count = 36, 30
-- Walls of a plan: x, y, width, height.
local blocks = {{6, 0, 1, 14}, {6, 18, 1, 18}, {0, 25, 3, 1}, {12, 6, 12, 1}, {12, 6, 1, 9},
  {24, 6, 1, 12}, {12, 20, 1, 10}, {12, 30, 12, 1}, {17, 14, 3, 3}, {24, 22, 1, 9},
  {29, 0, 1, 9}, {29, 14, 1, 10}, {29, 28, 1, 8}, {32, 18, 4, 1}}
local points = {{3, 5}, {3, 16}, {3, 31}, {9, 3}, {9, 16}, {9, 33}, {15, 18}, {21, 18}, {18, 3},
  {18, 33}, {27, 3}, {27, 11}, {27, 26}, {27, 33}, {33, 12}, {33, 26}, {26, 20}}

local width = 3 * size + 2
local grid = wend.grid{width = width, height = size}
local plain = wend.grid{width = size, height = size} -- one copy, for what a graph covers
local walls, starts = {}, {0, size + 1, 2 * size + 2}

-- The walls of a copy, for those that look along straight lines.
local function build(x0)
  local made = wend.walls()
  for _, b in ipairs(blocks) do
    local x, y, w, h = x0 + b[1], b[2], b[3], b[4]
    grid:fill(0, x, y, w, h, 255)
    made:add_polygon{x, y, x + w, y, x + w, y + h, x, y + h}
  end
  for _, line in ipairs{{0, 0, size, 0}, {size, 0, size, size}, {size, size, 0, size}, {0, size, 0, 0}} do
    made:add_segment(x0 + line[1], line[2], x0 + line[3], line[4])
  end
  return made
end
for copy, x0 in ipairs(starts) do
  walls[copy] = build(x0)
  if copy > 1 then grid:fill(0, x0 - 1, 0, 1, size, 255) end
end
for _, b in ipairs(blocks) do plain:fill(0, b[1], b[2], b[3], b[4], 255) end

-- Left: points put down by hand. The middle: a flood. Right: a mesh.
local coarse = wend.graph_build{walls = walls[1], method = "pov", points = points, radius = 0.3,
  max_edge_length = 20}
local flood = wend.graph_build{walls = walls[2], method = "flood", radius = 0.3, spacing = 1.2,
  points = {{starts[2] + 3, 5}}}
local right = wend.grid{width = size, height = size, origin = {starts[3], 0}}
for _, b in ipairs(blocks) do right:fill(0, b[1], b[2], b[3], b[4], 255) end
local mesh = wend.mesh_from_grid(right)
local cover, invisible = coarse:coverage(walls[1], plain, 0.3)

local finders = {
  wend.pathfinder{graph = coarse, walls = walls[1], radius = 0.3},
  wend.pathfinder{graph = flood, walls = walls[2], radius = 0.3},
  wend.pathfinder{mesh = mesh, radius = 0.3},
}

local state = { -- saved with the scene
  metres = {0, 0, 0}, known = {0, 0, 0}, there = 0, off = 0, grown = 0, has_begun = false,
}
local metres, known = state.metres, state.known
local copy_of = {}
local crowd = wend.crowd{
  grid = grid, max_bodies = 3 * count, max_radius = 0.3,
  route_source = function(query)
    local copy = copy_of[query.body]
    local path = finders[copy]:find(query.from.x, query.from.y, query.to.x, query.to.y)
    if path and not query.is_around_jam then
      metres[copy], known[copy] = metres[copy] + path:length(), known[copy] + 1
    end
    return path
  end,
}
local waiting = {}
for copy, x0 in ipairs(starts) do
  for i = 0, count - 1 do
    local x, y = 1.5 + (i % 3) * 1.2, 1.5 + (i // 3) * 1.1
    local walker = crowd:add_body{x = x0 + x, y = y, radius = 0.3, group = copy}
    copy_of[walker] = copy
    waiting[#waiting + 1] = {walker, x0 + 34.5 - (i % 3) * 1.1, 34.5 - (i // 3) * 1.1}
  end
end

local per_tick = 3
local names = {"coarse points", "flood fill", "mesh"}

return wend.scene{
  title = "Coarse and fine",
  crowd = crowd, grid = grid,
  state = state,
  view = {0, -8, width, size + 2},
  ticks = 2400,
  colours = {[1] = "blue", [2] = "teal", [3] = "purple"},
  on_tick = function(tick)
    state.grown = math.min(state.grown + per_tick, flood:node_count())
    if state.grown == flood:node_count() and not state.has_begun then
      for _, order in ipairs(waiting) do crowd:set_goal(table.unpack(order)) end
      state.has_begun = true
    end
  end,
  on_arrive = function() state.there = state.there + 1 end,
  on_no_path = function() state.off = state.off + 1 end,
  draw = function(pen)
    for _, cell in ipairs(invisible) do
      pen:cells(cell % size, cell // size, 1, 1, "orange", 0.5)
    end
    pen:object(coarse)
    for _, edge in ipairs(flood:edges()) do
      local about = flood:get_edge(edge)
      local from, to = about.from, about.to
      if from < state.grown and to < state.grown then
        local x0, y0 = flood:position(from)
        local x1, y1 = flood:position(to)
        pen:line(x0, y0, x1, y1, "#b9c2d2", 1)
      end
    end
    for node = 0, state.grown - 1 do
      local x, y = flood:position(node)
      pen:disc(x, y, 0.12, "teal")
    end
    pen:object(mesh)
    for copy, x0 in ipairs(starts) do pen:text(x0 + 1, size + 1.6, names[copy]) end
  end,
  text = function()
    local function long(copy)
      if known[copy] == 0 or known[3] == 0 then return 0 end
      return 100 * (metres[copy] / known[copy]) / (metres[3] / known[3])
    end
    return string.format("%d points, %.1f %% unseen, %.0f %% long - %d points, %.0f %% - %d polygons - %d there, %d without a path",
      coarse:node_count(), 100 * cover.invisible / cover.walkable, long(1), state.grown, long(2),
      mesh:polygon_count(), state.there, state.off)
  end,
  is_done = function() return state.has_begun and state.there + state.off == 3 * count end,
}
