#include "model/io/SessionFile.h"

#include "model/io/containers/ByteStream.h"
#include "model/session/reading/SessionReader.h"
#include "model/trace/LateTracks.h"

namespace lanes {

bool isSession(const TraceHead& head) {
    return head.bytes.starts_with(session::kFileMagic);
}

Result<std::shared_ptr<const Trace>> readSession(const std::string& path, const OpenOptions& options) {
    if (const auto file = InputFile::open(path)) {
        std::string start(session::kFileMagic.size(), '\0');
        start.resize(file.value()->read(0, start.data(), start.size()));
        if (start != session::kFileMagic) {
            return Error{file.value()->path() +
                         ": a Lanescope session is packed in it; unpack it and open the session."};
        }
    }
    auto reader = session::SessionReader::open(path);
    if (!reader) {
        return reader.error();
    }
    session::ReadOptions reading;
    reading.stop = options.stop;
    if (options.publish) {
        reading.publish = [&](const std::shared_ptr<const Trace>& trace) {
            if (!hasLateTracks(*trace)) { // what follows will have other ids
                options.publish(trace);
            }
        };
    }
    reading.memoryLimit = options.memoryLimit;
    reading.threads = options.threads;
    if (options.progress) {
        reading.progress = [&](std::uint64_t done, std::uint64_t total, std::uint64_t slices) {
            options.progress({done, total, slices});
        };
    }
    auto trace = reader->read(reading);
    if (trace) {
        trace = withLateSlices(trace.value(), options.stop);
        if (trace.value() == nullptr) {
            return Error{std::string(kCancelled)};
        }
    }
    if (trace && options.publish) {
        options.publish(trace.value());
    }
    return trace;
}

} // namespace lanes
