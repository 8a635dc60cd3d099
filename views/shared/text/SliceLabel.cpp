#include "views/shared/text/SliceLabel.h"

#include "model/analysis/text/KernelName.h"
#include "views/shared/text/FrameText.h"
#include "views/shared/text/Text.h"

namespace lanes {

QString frameLabel(std::string_view recorded) {
    const FrameText frame = frameText(recorded);
    return frame.place.isEmpty() ? frame.function : frame.function + QStringLiteral("  ") + frame.place;
}

QString sliceLabel(const Trace& trace, SliceId slice) {
    const Trace::Slice told = trace.slice(slice);
    const std::string_view recorded = trace.text(told.name);
    switch (told.kind) {
    case EventKind::Kernel:
        return toQString(foldedKernelName(recorded));
    case EventKind::PythonFunction:
        return frameLabel(recorded);
    default:
        return toQString(recorded);
    }
}

} // namespace lanes
