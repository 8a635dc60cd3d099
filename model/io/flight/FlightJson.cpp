#include "model/io/flight/FlightJson.h"

#include "model/io/flight/FlightDump.h"
#include "model/io/import/BuildTrace.h"
#include "model/io/plain/JsonValues.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace lanes {

namespace {

// Of a file that ends in the middle, or is no JSON from some place on, what had come whole.
std::optional<Error> fill(ImportBuilder& builder, ByteStream& bytes) {
    const std::string path = builder.info().source;
    plain::Values values(builder);
    try {
        const plain::JsonRead json = plain::readJson(bytes, values, builder.look());
        if (!json.root || !flight::isFlightDump(values, *json.root)) {
            return Error{path + " looks like a dump of torch's flight recorder and is none" +
                         (json.whole
                              ? std::string(".")
                              : ": it is no JSON any more at byte " + std::to_string(json.errorAt) + ".")};
        }
        if (!json.whole) {
            builder.tellCut();
        }
        flight::buildFlightDump(builder, values, *json.root, path);
    } catch (const plain::Fault& fault) {
        return Error{path + " cannot be read: " + fault.said + "."};
    }
    return std::nullopt;
}

} // namespace

// Traces of torch.profiler have "pg_config", too, but further in: the first key tells.
bool recognisesFlightJson(const TraceHead& head) {
    const std::string_view key = plain::firstJsonKey(head.bytes);
    const auto holds = [&](std::string_view text) { return head.bytes.find(text) != head.bytes.npos; };
    constexpr std::array<std::string_view, 5> kOwn{"comm_lib_version", "nccl_version", "nccl_comm_state",
                                                   "pg_config", "pg_status"};
    constexpr std::array<std::string_view, 2> kOfOthers{"entries", "version"};
    return std::ranges::find(kOwn, key) != kOwn.end() ||
           (std::ranges::find(kOfOthers, key) != kOfOthers.end() &&
            (holds("\"collective_seq_id\"") || holds("\"pg_config\"")));
}

Result<std::shared_ptr<const Trace>> readFlightJson(const std::string& path, const OpenOptions& options) {
    return buildTraceOfBytes(path, options, [](ImportBuilder& builder, std::unique_ptr<ByteStream> bytes) {
        return fill(builder, *bytes);
    });
}

} // namespace lanes
