-- The four ghosts of the maze game, by rules: at every junction one turns left, one turns right, one goes at
-- random, and one goes toward the player, which walks at random by itself. The line of text counts how often each one catches it.
local wend = require "wend"

local maze = {
  "#####################",
  "#.........#.........#",
  "#.###.###.#.###.###.#",
  "#...................#",
  "#.###.#.#####.#.###.#",
  "#.....#...#...#.....#",
  "#####.###.#.###.#####",
  "#.........#.........#",
  "#.###.###.#.###.###.#",
  "#...#...........#...#",
  "###.#.#.#####.#.#.###",
  "#.....#...#...#.....#",
  "#####################",
}
local width, height = #maze[1], #maze

local grid = wend.grid{width = width, height = height}
for y = 1, height do
  for x = 1, width do
    if maze[y]:sub(x, x) == "#" then grid:set_cost(0, x - 1, y - 1, 255) end
  end
end
local crowd = wend.crowd{grid = grid, max_bodies = 5}

-- Headings are east, north, west, south: the next one is a turn to the left.
local dx, dy = {1, 0, -1, 0}, {0, -1, 0, 1}
local turns = {left = 1, ahead = 0, right = 3, back = 2}

local function is_open(x, y)
  return maze[y + 1]:sub(x + 1, x + 1) ~= "#"
end

-- What a walker sees: where it can go, and how near the player would be there.
local facts = {"left", "ahead", "right", "near left", "near ahead", "near right"}

local function rules_of(order, choice, hunts)
  local rules = {}
  for i, turn in ipairs(order) do
    rules[i] = {
      name = turn,
      conditions = turn ~= "back" and {{turn, ">=", 1}} or nil,
      considerations = hunts and turn ~= "back" and {{fact = "near " .. turn}} or nil,
      weight = turn == "back" and 0.000001 or nil, -- only out of a dead end
    }
  end
  local made = wend.rules{facts = facts, rules = rules, choice = choice}
  made:add(1)
  return made
end

local left_first = {"left", "ahead", "right", "back"}
local home = {x = 10, y = 3}
local player = {name = "player", x = 1, y = 11, heading = 1, speed = 2.4}
local rules = {player = rules_of(left_first, "weighted")}
-- What a walker is and does lies in tables that the scene saves; its rules are objects, which are saved too.
local ghosts = {
  {name = "left"}, {name = "right"}, {name = "random"}, {name = "hunter"},
}
rules.left = rules_of(left_first, "first")
rules.right = rules_of({"right", "ahead", "left", "back"}, "first")
rules.random = rules_of(left_first, "weighted")
rules.hunter = rules_of(left_first, "best", true)

-- A walker is a body on its way to the middle of the next cell. Bodies of the game pass through each other.
local function start(walker, group, x, y)
  walker.x, walker.y, walker.heading, walker.group = x, y, walker.heading or 1, group
  walker.body = crowd:add_body{x = x + 0.5, y = y + 0.5, radius = 0.3, speed = walker.speed or 3,
    acceleration = 60, group = group, avoids = 0, touches = 0}
end
start(player, 5, player.x, player.y)
for i, ghost in ipairs(ghosts) do
  ghost.caught = 0
  start(ghost, i, home.x, home.y)
end

local function look(walker)
  local seen = {}
  for turn, by in pairs(turns) do
    local to = (walker.heading - 1 + by) % 4 + 1
    local x, y = walker.x + dx[to], walker.y + dy[to]
    if turn ~= "back" then
      seen[turn] = is_open(x, y) and 1 or 0
      seen["near " .. turn] = 1 / (1 + math.abs(x - player.x) + math.abs(y - player.y))
    end
  end
  return seen
end

local function think(walker, tick)
  local at = crowd:get_body(walker.body)
  if math.abs(at.x - walker.x - 0.5) + math.abs(at.y - walker.y - 0.5) > 0.1 then return end
  rules[walker.name]:set(1, look(walker))
  local turn = rules[walker.name]:decide(1, tick)
  walker.heading = (walker.heading - 1 + turns[turn]) % 4 + 1
  walker.x, walker.y = walker.x + dx[walker.heading], walker.y + dy[walker.heading]
  crowd:set_goal(walker.body, walker.x + 0.5, walker.y + 0.5)
end

local function catch(ghost)
  local a, b = crowd:get_body(ghost.body), crowd:get_body(player.body)
  if math.abs(a.x - b.x) + math.abs(a.y - b.y) > 0.5 then return end
  ghost.caught = ghost.caught + 1
  ghost.x, ghost.y, ghost.heading = home.x, home.y, 1
  crowd:set_position(ghost.body, home.x + 0.5, home.y + 0.5)
  crowd:set_goal(ghost.body, home.x + 0.5, home.y + 0.5)
end

return wend.scene{
  title = "Ghosts",
  crowd = crowd, grid = grid, objects = rules, state = {player = player, ghosts = ghosts},
  view = {-1, -1, width + 1, height + 1},
  ticks = 6000, -- five minutes
  colours = {"red", "pink", "cyan", "orange", "yellow"},
  on_tick = function(tick)
    think(player, tick)
    for _, ghost in ipairs(ghosts) do think(ghost, tick) end
    for _, ghost in ipairs(ghosts) do catch(ghost) end
  end,
  draw = function(pen)
    for _, ghost in ipairs(ghosts) do
      local at = crowd:get_body(ghost.body)
      local turn, why = rules[ghost.name]:decision(1)
      pen:text(at.x + 0.3, at.y - 0.3, ghost.name .. (turn and " " .. turn or ""))
      if why.fact then pen:line(at.x, at.y, ghost.x + 0.5, ghost.y + 0.5, "grey") end
    end
  end,
  figures = function()
    local caught = {}
    for _, ghost in ipairs(ghosts) do caught["caught by " .. ghost.name] = ghost.caught end
    return caught
  end,
  text = function()
    local parts = {}
    for i, ghost in ipairs(ghosts) do parts[i] = ghost.name .. " " .. ghost.caught end
    return "caught the player: " .. table.concat(parts, ", ")
  end,
}
