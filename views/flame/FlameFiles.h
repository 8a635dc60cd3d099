// A flame graph as a file.
#pragma once

#include <string_view>

class QIODevice;

namespace lanes {

class FlameCanvas;
struct FlameScene;

enum class FlameFormat { Svg, Png, Collapsed, Speedscope };

// Writes a flame graph. PNG shows the canvas at its device pixel ratio. Any other format has the whole tree and names `source`,
// the path of the session; without a scene nothing is written. UI thread.
void writeFlame(QIODevice& file, FlameFormat format, const FlameCanvas& canvas, const FlameScene* scene,
                std::string_view source);

} // namespace lanes
