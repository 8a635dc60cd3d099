// Drawing without a display, for subcommands.
#pragma once

#include <QString>

#include <functional>
#include <string_view>

namespace lanes {

// Runs `draw` under a QApplication that never opens a display, even where there is one: pictures are the same everywhere. The
// product's fonts and the language ("en" or "zh_CN") are loaded. Returns what `draw` returns. Once in a process.
int drawOffscreen(char** argv, std::string_view language, const std::function<int()>& draw);

} // namespace lanes
