#include "model/io/pickle/PickleTrace.h"

#include "model/io/flight/FlightDump.h"
#include "model/io/import/BuildTrace.h"
#include "model/io/pickle/PickleReader.h"
#include "model/io/pickle/Snapshot.h"

namespace lanes {

namespace {

std::optional<Error> read(ImportBuilder& builder, ByteStream& bytes) {
    const std::string& path = builder.info().source;
    plain::Values values(builder);
    pickle::PickleReader reader(bytes, values, builder.look());
    pickle::Snapshot snapshot(builder);
    values.digest([&](plain::Items items) { return snapshot.digestDict(values, items); },
                  [&](plain::Values::Digest before, plain::Items items) {
                      return snapshot.digestList(values, before, items);
                  });
    const Result<plain::Value> root = reader.read();
    if (!root) {
        return Error{path + " is a Python pickle that cannot be read: " + root.error().message + "."};
    }
    const bool isSnapshot = pickle::Snapshot::is(values, root.value());
    const bool isDump = !isSnapshot && flight::isFlightDump(values, root.value());
    if (!reader.cut().empty()) {
        if (!isDump && !snapshot.hasEvents()) {
            return Error{path + " is a Python pickle that cannot be read: " + reader.cut() + "."};
        }
        builder.tellCut();
    }
    if (isSnapshot) {
        snapshot.build(values, root.value());
    } else if (isDump) {
        flight::buildFlightDump(builder, values, root.value(), path);
    } else {
        return Error{
            path +
            " is a Python pickle, but neither a memory snapshot of torch nor a dump of its flight recorder."};
    }
    return std::nullopt;
}

} // namespace

bool recognisesPickle(const TraceHead& head) {
    constexpr char kProto = '\x80';
    constexpr char kOldest = 2;
    constexpr char kNewest = 5;
    return head.bytes.size() > 2 && head.bytes[0] == kProto && head.bytes[1] >= kOldest &&
           head.bytes[1] <= kNewest;
}

Result<std::shared_ptr<const Trace>> readPickleTrace(const std::string& path, const OpenOptions& options) {
    return buildTraceOfBytes(path, options, [](ImportBuilder& builder, std::unique_ptr<ByteStream> bytes) {
        return read(builder, *bytes);
    });
}

} // namespace lanes
