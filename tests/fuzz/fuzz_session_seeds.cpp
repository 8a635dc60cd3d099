// Writes the seeds of fuzz_session into a folder: small sessions with everything that a session can hold, whose chunks
// are not packed, so that mutations reach what is inside.
#include "model/lod/CoarseBuilder.h"
#include "model/session/ChunkFile.h"
#include "model/session/OverviewCodec.h"
#include "model/session/session.pb.h"
#include "model/session/writing/WriteTrace.h"
#include "tests/support/RichTrace.h"
#include "tests/support/SessionBytes.h"
#include "tests/support/SessionOutput.h"
#include "tests/support/TraceBuilder.h"

#include <cstdio>
#include <fstream>
#include <string>

namespace {

using namespace lanes;
using namespace lanes::session;

Result<ChunkWriter::Place> appendPlain(ChunkWriter& file, ChunkType type, std::string_view payload) {
    return file.append(type, Packing::None, static_cast<std::uint32_t>(payload.size()), payload);
}

// Only long sessions are written with one.
std::string overviewOf(const Trace& trace) {
    CoarseBuilder coarse;
    for (const auto& segment : trace.segments()) {
        coarse.add(segment, {});
    }
    ColumnEncoder encoder;
    proto::Overview message;
    encodeOverview(encoder, coarse.result(1000), message);
    return message.SerializeAsString();
}

// `from` without packing and end, but with an overview.
bool unpackInto(const std::string& from, const Trace& trace, const std::string& to) {
    auto source = ChunkScanner::open(from);
    auto target = ChunkWriter::create(test::outputAt(to));
    if (!source || !target) {
        return false;
    }
    ColumnDecoder decoder;
    ChunkHeader header;
    std::string payload;
    while (source->next(header, payload) == ChunkScanner::Step::Chunk && header.type != ChunkType::Footer) {
        std::string raw(header.raw, '\0');
        if (header.packing == Packing::Zstd && decoder.decompress(payload, raw)) {
            payload = raw;
        }
        if (!appendPlain(target.value(), header.type, payload)) {
            return false;
        }
    }
    return appendPlain(target.value(), ChunkType::Overview, overviewOf(trace)).ok();
}

// The same with an end of its own.
bool endInto(const std::string& from, const std::string& to) {
    std::ifstream in(from, std::ios::binary);
    std::string bytes((std::istreambuf_iterator<char>(in)), {});
    test::appendEnd(bytes, test::chunksOf(bytes));
    bytes[kFileHeaderBytes - 1] = 1; // tells the fuzz target to leave it
    std::ofstream out(to, std::ios::binary);
    out << bytes;
    return out.good();
}

bool writeSeeds(const Trace& trace, const std::string& seed) {
    const std::string packed = seed + ".tmp";
    const bool good = writeTrace(trace, packed).ok() && unpackInto(packed, trace, seed + ".lanes") &&
                      endInto(seed + ".lanes", seed + "_ended.lanes");
    std::remove(packed.c_str());
    return good;
}

// So many slices that a reader publishes them on the way, in a few hundred bytes.
std::shared_ptr<const Trace> longTrace() {
    constexpr TimeNs kSlices = 120'000;
    TraceBuilder builder;
    const TrackId track = builder.addTrack({.process = builder.addProcess({.key = "1"}), .key = "1"});
    for (TimeNs i = 0; i < kSlices; ++i) {
        SliceRecord slice;
        slice.start = i * 10;
        slice.duration = 5;
        builder.addSlice(track, slice);
    }
    return builder.publish();
}

} // namespace

int main(int argc, char** argv) {
    const std::string folder = argc > 1 ? argv[1] : ".";
    bool good = writeSeeds(*longTrace(), folder + "/long");
    for (const std::uint32_t slices : {1u, 12u, 200u}) {
        good = writeSeeds(*test::richTrace(slices), folder + "/rich" + std::to_string(slices)) && good;
    }
    return good ? 0 : 1;
}
