#include "model/analysis/operators/OwnFrame.h"

#include "model/analysis/operators/Frames.h"
#include "model/analysis/operators/PythonFrames.h"

namespace lanes {

bool isOwnFrame(std::string_view text) {
    return !text.starts_with(kModulePrefix) && !isOfLibrary(parseFrame(text));
}

} // namespace lanes
