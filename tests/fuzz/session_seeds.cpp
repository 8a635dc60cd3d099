// Writes the seeds of fuzz_session into a folder: small sessions whose chunks are not packed, so that mutations reach
// what is inside.
#include "model/session/ChunkFile.h"
#include "model/session/ColumnCodec.h"
#include "model/session/WriteTrace.h"
#include "tests/support/RichTrace.h"

#include <cstdio>
#include <string>

namespace {

using namespace lanes::session;

bool unpackInto(const std::string& from, const std::string& to) {
    auto source = ChunkScanner::open(from);
    auto target = ChunkWriter::create(to);
    if (!source || !target) {
        return false;
    }
    ColumnDecoder decoder;
    ChunkHeader header;
    std::string payload;
    while (source->next(header, payload) == ChunkScanner::Step::Chunk) {
        std::string raw(header.raw, '\0');
        if (header.packing == Packing::Zstd && decoder.decompress(payload, raw)) {
            payload = raw;
        }
        if (!target->append(header.type, Packing::None, static_cast<std::uint32_t>(payload.size()),
                            payload)) {
            return false;
        }
    }
    return true;
}

} // namespace

int main(int argc, char** argv) {
    const std::string folder = argc > 1 ? argv[1] : ".";
    bool good = true;
    for (const std::uint32_t slices : {1u, 12u, 200u}) {
        const std::string packed = folder + "/packed.tmp";
        good = good && lanes::session::writeTrace(*lanes::test::richTrace(slices), packed).ok() &&
               unpackInto(packed, folder + "/rich" + std::to_string(slices) + ".lanes");
        std::remove(packed.c_str());
    }
    return good ? 0 : 1;
}
