#include "model/io/OpenTrace.h"
#include "model/io/SessionFile.h"
#include "model/io/json/ChromeImporter.h"

#include <array>

namespace lanes {

std::span<const TraceFormat> traceFormats() {
    static constexpr std::array kFormats{
        TraceFormat{"Lanescope session", isSession, readSession},
        TraceFormat{"Chrome trace", recognisesChromeTrace, readChromeTrace},
    };
    return kFormats;
}

} // namespace lanes
