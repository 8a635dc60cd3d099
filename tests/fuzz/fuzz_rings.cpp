// The recorder on a ring that holds whatever the fuzzer makes: the bytes stand in the ring as one batch of records.
#include "collector/recorder/devices/DeviceTable.h"
#include "collector/recorder/rings/ProcessCapture.h"
#include "collector/recorder/sink/OperatorRows.h"
#include "collector/recorder/sink/SessionSink.h"
#include "collector/recorder/sink/TrackTable.h"
#include "collector/ring/RingLayout.h"

#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>

using namespace lanes;

namespace {

constexpr std::uint64_t kCapacity = ring::kMinRingBytes;

class NoOutput final : public session::Output {
public:
    Result<void> append(std::string /*bytes*/) override { return {}; }
    Result<void> sync() override { return {}; }
    [[nodiscard]] const std::string& path() const override { return path_; }

private:
    std::string path_ = "nowhere";
};

const std::string& folder() {
    static std::string path = [] {
        std::string name = "/tmp/fuzz-rings-XXXXXX";
        return mkdtemp(name.data()) != nullptr ? name : std::string("/tmp");
    }();
    return path;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const ring::FileName name{ring::FileName::Kind::Ring, 1, 1, 0};
    const std::string path = folder() + "/" + ring::toText(name);
    unlink(path.c_str());
    {
        const ring::MappedFile file = ring::MappedFile::create(path, ring::kRingHeaderBytes + kCapacity);
        auto* header = reinterpret_cast<ring::RingHeader*>(file.data());
        header->magic = ring::kRingMagic;
        header->version = ring::kRingVersion;
        header->capacity = kCapacity;
        const std::size_t bytes = std::min<std::size_t>(size, kCapacity) / 8 * 8;
        std::copy_n(data, bytes, reinterpret_cast<std::uint8_t*>(file.data()) + ring::kRingHeaderBytes);
        header->head.store(bytes);
    }
    auto thread = std::make_unique<recorder::WriterThread>(std::make_unique<NoOutput>());
    const recorder::WriterThread& disk = *thread;
    recorder::SessionSink sink(session::SessionWriter::create(std::move(thread)).value(), disk);
    recorder::OperatorRows rows(sink.writer());
    recorder::RangeRows ranges(sink.writer());
    recorder::TrackTable tracks(sink.writer());
    recorder::DeviceTable devices(sink.writer(), tracks);
    static recorder::RingPump pump; // a thread: once is enough
    const ring::TickClock clock(ring::ClockKind::MonotonicNs);
    recorder::StepWatch steps;
    recorder::ProcessCapture process({sink, rows, ranges, tracks, devices, pump, clock, steps, 0}, name, "1");
    process.addFile(path, name);
    process.drain();
    process.drain(); // what tells of devices waits for one more round of reading
    process.settle(false);
    sink.flush();
    process.settle(true);
    recorder::Findings findings;
    process.addTo(findings);
    sink.finish();
    return 0;
}
