-- What tactics are expected to score in each context, before a match. The means come from matches in which each bot
-- chose its tactics at random. A decision without enemies pays off only in the next fight, and some contexts were
-- rare, so the tactic that won trial matches there stands first, by a little.
local experience = {weight = 12} -- each mean counts as so many decisions

experience.means = {
  {0.03, -0.06, -0.06, -0.05}, -- in poor health, with a pistol, alone
  {-0.57, -0.52, -0.39, -0.47}, -- in poor health, with a pistol, against stronger ones
  {-0.35, -0.28, -0.07, -0.15}, -- in poor health, with a pistol, against weaker ones
  {-0.05, -0.03, -0.04, 0.09}, -- in poor health, with a shotgun, alone
  {-0.44, -0.49, -0.33, -0.46}, -- in poor health, with a shotgun, against stronger ones
  {-0.27, -0.14, 0.06, 0.14}, -- in poor health, with a shotgun, against weaker ones
  {0.04, -0.04, -0.09, -0.12}, -- in poor health, well armed, alone
  {-0.42, -0.31, -0.37, -0.14}, -- in poor health, well armed, against stronger ones
  {-0.06, -0.06, 0.12, 0.32}, -- in poor health, well armed, against weaker ones
  {0.11, 0.03, -0.02, -0.01}, -- hurt, with a pistol, alone
  {-0.36, -0.43, -0.27, -0.42}, -- hurt, with a pistol, against stronger ones
  {-0.02, 0.14, 0.22, 0.05}, -- hurt, with a pistol, against weaker ones
  {0.04, 0.03, 0.14, 0.05}, -- hurt, with a shotgun, alone
  {-0.29, -0.21, -0.41, -0.34}, -- hurt, with a shotgun, against stronger ones
  {0.05, 0.41, 0.49, 0.28}, -- hurt, with a shotgun, against weaker ones
  {0.02, 0.01, 0.10, 0}, -- hurt, well armed, alone
  {-0.03, 0.05, -0.11, -0.03}, -- hurt, well armed, against stronger ones
  {0.31, 0.33, 0.78, 0.70}, -- hurt, well armed, against weaker ones
  {0.13, 0.05, 0.01, 0}, -- in good health, with a pistol, alone
  {-0.29, -0.14, -0.03, -0.35}, -- in good health, with a pistol, against stronger ones
  {0.16, 0.19, 0.28, 0.17}, -- in good health, with a pistol, against weaker ones
  {0.16, 0.06, 0.05, 0.02}, -- in good health, with a shotgun, alone
  {0.19, 0.34, 0.26, 0.15}, -- in good health, with a shotgun, against stronger ones
  {0.26, 0.44, 0.52, 0.42}, -- in good health, with a shotgun, against weaker ones
  {0.09, -0.02, 0.01, 0.01}, -- in good health, well armed, alone
  {-0.46, -0.44, -0.36, -0.45}, -- in good health, well armed, against stronger ones
  {0.82, 0.95, 0.88, 1.03}, -- in good health, well armed, against weaker ones
}

return experience
