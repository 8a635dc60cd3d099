// Feeds the session reader with damaged files, level of detail with what it publishes on the way, and every analysis,
// export and merge with what it read. Checksums and the index are put right first, as otherwise hardly any damage would come
// past them.
#include "model/lod/LaneQuery.h"
#include "model/lod/LodIndex.h"
#include "model/session/reading/SessionReader.h"
#include "tests/support/EveryAnalysis.h"
#include "tests/support/SessionBytes.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <ranges>
#include <string>

namespace {

using namespace lanes;
using namespace lanes::session;

// What the byte asks for that a file header has to spare.
enum Option : unsigned { kOwnEnd = 1, kLittleMemory = 2, kWithoutPreview = 4, kGrowing = 8 };

constexpr std::size_t kMemoryLimit = std::size_t{64} << 20;
constexpr std::size_t kLittleMemoryLimit = std::size_t{1} << 16;
constexpr std::uint32_t kMostAsked = 500; // slices whose arguments are asked for
constexpr std::size_t kMostLanes = 200;   // that are drawn
constexpr int kColumns = 64;
constexpr std::uint32_t kMostAnalysed =
    5000; // slices of a session that is analysed: its tables cost more than reading it

// Everything that a details panel would ask for, with bounds.
std::size_t ask(const Trace& trace) {
    std::size_t sum = static_cast<std::size_t>(trace.span().length());
    for (std::uint32_t i = 0; i < std::min(trace.sliceCount(), kMostAsked); ++i) {
        const SliceId id(i);
        const Trace::Slice s = trace.slice(id);
        sum += trace.text(s.name).size() + trace.children(id).size();
        sum += trace.nextInLane(id).value + trace.previousInLane(id).value;
        const ArgLayout* layout = trace.args().layout(s.layout);
        for (std::uint32_t c = 0; layout != nullptr && c < layout->columns.size(); ++c) {
            const auto value = trace.args().value(s.layout, s.row, c);
            sum += value ? argText(*value, trace.strings()).size() : 0;
            if (value && value->type == ArgValue::Type::Stack) {
                sum += trace.stacks().frames(StackId(value->id)).size();
            }
        }
    }
    for (const Link& link : trace.links().all() | std::views::take(100)) {
        sum += trace.slice(link.from).start != trace.slice(link.to).start;
    }
    return sum;
}

// A session's viewer: gets every snapshot, draws it, and asks about it.
class Viewer {
public:
    void show(const std::shared_ptr<const Trace>& trace) {
        lod_ = LodIndex::build(trace, lod_.get(), 1);
        sum_ = sum_ + ask(*trace);
        if (trace->span().empty()) {
            return;
        }
        const PixelGrid grid{TimeScale(trace->span(), kColumns)};
        std::vector<TimeNs> scratch;
        LanePixels pixels;
        for (std::size_t i = 0; i < std::min(lod_->lanes().size(), kMostLanes); ++i) {
            const LodLane& lane = lod_->lanes()[i];
            queryLane(lane, grid, {}, scratch, pixels);
            for (const SliceBox& box : pixels.boxes) {
                sum_ = sum_ + trace->text(box.name).size();
            }
            sum_ = sum_ + static_cast<std::size_t>(lane.totalBusyIn(trace->span())) + lane.slices();
        }
    }

private:
    std::shared_ptr<const LodIndex> lod_;
    volatile std::size_t sum_ = 0;
};

void write(int file, std::string_view bytes) {
    if (::write(file, bytes.data(), bytes.size()) != static_cast<ssize_t>(bytes.size())) {
        std::abort(); // a machine without memory proves nothing
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::string bytes(reinterpret_cast<const char*>(data), size);
    const unsigned options = size >= kFileHeaderBytes ? data[kFileHeaderBytes - 1] : 0;
    test::putChecksumsRight(bytes);
    if ((options & kOwnEnd) == 0) {
        test::appendEnd(bytes, test::chunksOf(bytes));
    }
    const int file = memfd_create("session", MFD_CLOEXEC);
    const std::size_t atFirst = (options & kGrowing) != 0 ? bytes.size() / 2 : bytes.size();
    write(file, std::string_view(bytes).substr(0, atFirst));
    if (auto reader = SessionReader::open("/proc/self/fd/" + std::to_string(file))) {
        Viewer viewer;
        ReadOptions read;
        read.memoryLimit = (options & kLittleMemory) != 0 ? kLittleMemoryLimit : kMemoryLimit;
        read.threads = 1;
        if ((options & kWithoutPreview) == 0) {
            read.publish = [&](const auto& trace) { viewer.show(trace); };
        }
        if (const auto trace = reader->read(read)) {
            viewer.show(trace.value());
            if (trace.value()->sliceCount() <= kMostAnalysed) {
                test::analyseEverything(trace.value());
            }
        }
        write(file, std::string_view(bytes).substr(atFirst));
        if (const auto more = reader->poll(read); more && more.value()) {
            viewer.show(more.value());
        }
    }
    close(file);
    return 0;
}
