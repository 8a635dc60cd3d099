#include "model/io/OpenTrace.h"
#include "model/io/SessionFile.h"
#include "model/io/SqliteTrace.h"
#include "model/io/flight/FlightJson.h"
#include "model/io/flight/InspectorLog.h"
#include "model/io/json/ChromeImporter.h"
#include "model/io/nsys/NsysReport.h"
#include "model/io/pftrace/PerfettoTrace.h"
#include "model/io/pickle/PickleTrace.h"
#include "model/io/profile/CollapsedProfile.h"
#include "model/io/profile/HatchetProfile.h"
#include "model/io/profile/PstatsProfile.h"
#include "model/io/profile/SpeedscopeProfile.h"
#include "model/io/rocm/RocprofJson.h"
#include "model/io/xplane/XPlaneTrace.h"

#include <array>
#include <sstream>

namespace lanes {

std::span<const TraceFormat> traceFormats() {
    static constexpr std::array kFormats{
        TraceFormat{"Lanescope session", ".lanes", isSession, readSession},
        TraceFormat{"SQLite export", ".sqlite .db .rpd", recognisesSqlite, readSqliteTrace},
        TraceFormat{"Nsight Systems report", ".nsys-rep .qdrep", recognisesNsysReport, readNsysReport},
        TraceFormat{"torch pickle", ".pickle .pkl", recognisesPickle, readPickleTrace},
        TraceFormat{"flight recorder dump", ".json", recognisesFlightJson, readFlightJson},
        TraceFormat{"NCCL inspector log", ".log .jsonl", recognisesInspectorLog, readInspectorLog},
        TraceFormat{"rocprofv3 JSON", ".json", recognisesRocprofJson, readRocprofJson},
        TraceFormat{"XPlane profile", ".xplane.pb", recognisesXPlane, readXPlane},
        TraceFormat{"Perfetto trace", ".pftrace .perfetto-trace", recognisesPerfetto, readPerfetto},
        TraceFormat{"speedscope profile", ".speedscope.json", recognisesSpeedscope, readSpeedscope},
        TraceFormat{"Hatchet profile", ".hatchet .hatchet_msgpack", recognisesHatchet, readHatchet},
        TraceFormat{"cProfile profile", ".prof .pstats", recognisesPstats, readPstats},
        TraceFormat{"Chrome trace", ".json", recognisesChromeTrace, readChromeTrace},
        TraceFormat{"collapsed stacks", ".collapsed .folded", recognisesCollapsed, readCollapsed},
    };
    return kFormats;
}

std::vector<std::string> traceEndings() {
    std::vector<std::string> found;
    for (const TraceFormat& format : traceFormats()) {
        std::istringstream endings{std::string(format.endings)};
        for (std::string ending; endings >> ending;) {
            found.push_back(ending);
            if (format.read != readSession) { // a packed session is unpacked first
                for (const char* const packed : {".gz", ".zst", ".zip"}) {
                    found.push_back(ending + packed);
                }
            }
        }
    }
    return found;
}

} // namespace lanes
