// A flame graph as a file.
#pragma once

#include <string_view>

class QIODevice;

namespace lanes {

class FlameCanvas;
struct FlameScene;

enum class FlameFormat { Svg, Png, Collapsed, Speedscope };

// As a picture it is what the canvas shows, at its device pixel ratio; in any other format the whole tree, recorded from
// `source`: nothing is written where there is none. UI thread.
void writeFlame(QIODevice& file, FlameFormat format, const FlameCanvas& canvas, const FlameScene* scene,
                std::string_view source);

} // namespace lanes
