-- The levels of the arena: our own, drawn below, or one of a WAD of Doom (parameters `wad` and `level`).
--
-- Both become a wend.level in metres, of which everything else is built: walls, planner, pathfinder, a grid for
-- influence and smells. `spots` are positions that all bots can reach from each other; they are where bots
-- appear, where they explore, and where they run to.
local wend = require "wend"

local levels = {}

-- Wide enough for two bots side by side. # wall, s start, letters as in things.lua.
local yard = {
  "##############################################################",
  "#s...........#.........................#................s....#",
  "#............#....#####....B....#####..#.....................#",
  "#..H.........#....#.............#......#....####...####......#",
  "#.................#......s......#...........#.........#......#",
  "#......##.........#.............#...........#....C....#......#",
  "#......##....#....#####.....#####......#....#.........#...H..#",
  "#............#.........................#....####...####......#",
  "#...S........#...........R.............#.....................#",
  "#............######....####....#########.....................#",
  "#............#....................#....#............S........#",
  "#######...####....................#....##########....#########",
  "#.................##........##.........#.....................#",
  "#.................##........##.........#.....................#",
  "#...B..................H...............#....H..........B.....#",
  "#......####............................#.....................#",
  "#......#..#........#........#..........#......##.....##......#",
  "#..H......#........#...s....#......B..........##.....##......#",
  "#......#..#........#........#................................#",
  "#......####..........................................s.......#",
  "#..........................................#.................#",
  "#s.................##........##............#.................#",
  "#..................##........##............#......R..........#",
  "#########...########..................######....#######...####",
  "#..................#.........C........#......................#",
  "#..................#..................#......................#",
  "#.....A............####....####....####......####............#",
  "#..................#..................#......#..#............#",
  "#....######..............................H......#.......L....#",
  "#....#....#...............S..................#..#............#",
  "#....#.L..........#.....######....#...#......####............#",
  "#....#....#.......#...............#...#......................#",
  "#....######.......#....L..........#...#......................#",
  "#.................#...............#...#..B........A......s...#",
  "#s......H.........#..s.........H..#...#......................#",
  "##############################################################",
}

local letters = {
  H = "medikit", S = "shotgun", C = "chaingun", R = "rocket launcher",
  B = "bullets", L = "shells", A = "rockets",
}

local function yard_level()
  local width, height = #yard[1], #yard
  local grid = wend.grid{width = width, height = height}
  local starts, things = {}, {}
  for y = 1, height do
    for x = 1, width do
      local letter = yard[y]:sub(x, x)
      if letter == "#" then grid:set_cost(0, x - 1, y - 1, 255) end
      if letter == "s" then starts[#starts + 1] = {x = x - 0.5, y = y - 0.5} end
      if letters[letter] then
        things[#things + 1] = {x = x - 0.5, y = y - 0.5, name = letters[letter]}
      end
    end
  end
  return {level = wend.level_from_grid(grid), starts = starts, things = things}
end

-- Numbers of things in WADs.
local numbers = {
  [2011] = "stimpack", [2012] = "medikit", [2013] = "soul sphere", [2018] = "armour", [2019] = "armour",
  [2001] = "shotgun", [82] = "shotgun", [2002] = "chaingun", [2004] = "chaingun", [2003] = "rocket launcher",
  [2006] = "rocket launcher", [2007] = "bullets", [2048] = "bullets", [2047] = "bullets", [17] = "bullets",
  [2008] = "shells", [2049] = "shells", [2010] = "rockets", [2046] = "rockets", [8] = "bullets",
}
local deathmatch_start = 11
local metre = 1 / 32 -- of a unit: a body of Doom is 32 units wide

-- In metres and, as y points down in scenes, mirrored: what was left of a line is right of it.
local function wad_level(file, name)
  local source = wend.level_load_file(file, {entry = name})
  local level, starts, things = wend.level(), {}, {}
  local function point(at) return {x = at.x * metre, y = -at.y * metre} end
  for _, region in ipairs(source:regions()) do
    level:add_region{floor = region.floor * metre, ceiling = region.ceiling * metre, area = region.area, tag = region.tag}
  end
  for _, line in ipairs(source:lines()) do
    level:add_line{a = point(line.a), b = point(line.b), left = line.right, right = line.left,
      stops = line.stops, user = line.user}
  end
  for _, teleport in ipairs(source:teleports()) do
    level:add_teleport{from = point(teleport.from), to = point(teleport.to), is_two_way = teleport.is_two_way}
  end
  for _, item in ipairs(source:items()) do
    local at = point(item)
    if item.tag == deathmatch_start then starts[#starts + 1] = at end
    if numbers[item.tag] then things[#things + 1] = {x = at.x, y = at.y, name = numbers[item.tag]} end
  end
  return {level = level, starts = starts, things = things}
end

-- In both directions: ground from which there is no path back is of no use for a deathmatch. Without teleports
-- each path leads back too. The mesh alone finds most of what cannot be reached.
local function are_joined(it, a, b)
  local from, to = it.mesh:locate(a.x, a.y), it.mesh:locate(b.x, b.y)
  if not (from and to and it.mesh:can_reach(from, to)) then return false end
  return it.finder:can_reach(a.x, a.y, b.x, b.y)
    and (not it.has_teleports or it.finder:can_reach(b.x, b.y, a.x, a.y))
end

-- The starts that reach most others, and then positions at random, two metres apart and more.
local function find_spots(it, radius, bots, most)
  local best = {}
  for _, root in ipairs(it.starts) do
    local joined = {}
    for _, start in ipairs(it.starts) do
      if are_joined(it, root, start) then joined[#joined + 1] = start end
    end
    if #joined > #best then best = joined end
  end
  local spots, root = {}, best[1]
  local function try(x, y)
    if it.walls:nearest(x, y, radius + 0.1, "walk") then return end
    for _, spot in ipairs(spots) do
      local dx, dy = spot.x - x, spot.y - y
      if dx * dx + dy * dy < 4 then return end
    end
    local at = {x = x, y = y}
    if are_joined(it, root, at) then spots[#spots + 1] = at end
  end
  if not root then return spots, root end
  for _, start in ipairs(best) do try(start.x, start.y) end
  local tries = 0
  while tries < (#spots < bots and 30 or 6) * most and #spots < most do
    local at = it.mesh:random_location(wend.args.seed, 1, tries)
    try(at.x, at.y)
    tries = tries + 1
  end
  return spots, root
end

-- What the level lacks lies at spots, so that each state has its reason: at those farthest from its like.
local function add_missing(it)
  local wanted = {["medikit"] = 6, ["shotgun"] = 3, ["chaingun"] = 2, ["rocket launcher"] = 1,
    ["bullets"] = 4, ["shells"] = 3, ["rockets"] = 2}
  for name, least in pairs(wanted) do
    local count = 0
    for _, thing in ipairs(it.things) do count = count + (thing.name == name and 1 or 0) end
    while count < least do
      local best, best_distance = it.spots[1], -1
      for _, spot in ipairs(it.spots) do
        local nearest = 1e9
        for _, thing in ipairs(it.things) do
          local dx, dy = spot.x - thing.x, spot.y - thing.y
          local distance = (dx * dx + dy * dy) * (thing.name == name and 1 or 4)
          if distance < nearest then nearest = distance end
        end
        if nearest > best_distance then best, best_distance = spot, nearest end
      end
      it.things[#it.things + 1] = {x = best.x, y = best.y, name = name}
      count = count + 1
    end
  end
end

-- Builds a level for bots of a radius. @return a table, or an error where there is no room for `bots`.
function levels.build(wad, name, radius, bots)
  local it = wad and wad_level(wad, name) or yard_level()
  it.has_teleports = #it.level:teleports() > 0
  it.walls = it.level:build_walls()
  it.mesh = it.level:build_mesh()
  it.planner = wend.planner{level = it.level, profiles = {{radius = radius - 0.01, has_islands = true}}, max_requests = 4 * bots + 64}
  it.finder = wend.pathfinder{level = it.level, radius = radius - 0.01, has_islands = true}
  local x0, y0, x1, y1 = it.level:bounds()
  it.view = {x0 - 1, y0 - 1, x1 + 1, y1 + 1}
  local spots, root = find_spots(it, radius, bots, 2 * bots)
  if #spots < bots then
    error(string.format("level %s: room for %d bots, %d wanted", wad and name or "yard", #spots, bots), 0)
  end
  it.spots, it.root = spots, root
  local reachable = {}
  for _, thing in ipairs(it.things) do
    if not it.walls:nearest(thing.x, thing.y, radius, "walk") and are_joined(it, root, thing) then
      reachable[#reachable + 1] = thing
    end
  end
  it.things = reachable
  add_missing(it)
  it.grid = it.level:build_grid{cell_size = 1, radius = 0.25}
  return it
end

return levels
