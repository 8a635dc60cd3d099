#include "views/shared/flame/FlameBars.h"

#include "model/analysis/text/KernelName.h"
#include "views/shared/text/FrameText.h"
#include "views/shared/text/Text.h"

namespace lanes {

std::vector<FlameBar> layoutFlame(const ChildLists& children,
                                  const std::function<std::int64_t(std::uint32_t)>& weightOf,
                                  std::uint32_t root, double width, double least) {
    std::vector<FlameBar> bars;
    const double all = double(weightOf(root));
    if (all <= 0 || width < least) {
        return bars;
    }
    bars.push_back({root, 0, 0, width});
    for (std::size_t at = 0; at < bars.size(); ++at) { // breadth first: parents stand before their children
        const FlameBar parent = bars[at];
        double x = parent.x;
        for (const std::uint32_t child : children[parent.item]) {
            const double wide = double(weightOf(child)) / all * width;
            if (wide < least) {
                break; // the others are no heavier
            }
            bars.push_back({child, parent.row + 1, x, wide});
            x += wide;
        }
    }
    return bars;
}

FlameLabel flameLabel(EventKind kind, std::string_view name) {
    FlameLabel label;
    if (kind == EventKind::PythonFunction) {
        const FrameText frame = frameText(name);
        label.text = frame.function;
        label.place = frame.place;
    } else if (kind == EventKind::Kernel) {
        label.text = toQString(foldedKernelName(name));
        label.cutMiddle = true;
    } else {
        label.text = toQString(name);
    }
    return label;
}

QString shortLabel(EventKind kind, std::string_view name) {
    if (kind == EventKind::PythonFunction) {
        return frameText(name).function;
    }
    const std::vector<std::string> stages = labelStages(kind, name);
    return toQString(stages[stages.size() > 1 ? 1 : 0]);
}

} // namespace lanes
