#include "model/io/OpenTrace.h"

namespace lanes {

std::span<const TraceFormat> traceFormats() {
    return {};
}

} // namespace lanes
