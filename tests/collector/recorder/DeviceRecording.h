// A process with devices that is recorded, without a process: rings in real files, written at times that the test chooses,
// the recorder's own classes behind them, and a reader of the session.
#pragma once

#include "collector/recorder/rings/ProcessCapture.h"
#include "collector/ring/DeviceRecords.h"
#include "collector/ring/RingWriter.h"
#include "model/analysis/operators/EventOrigin.h"
#include "model/session/reading/SessionReader.h"
#include "model/trace/Trace.h"

#include <QTemporaryDir>

#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lanes::test {

// What the vendor's clock shows when the session's shows 0.
constexpr std::uint64_t kClockAhead = 1'700'000'000'000'000'000;

constexpr std::uint64_t kThread = 0x7f01'2345'6780;
constexpr std::uint32_t kHandle = 0x2345'6780;

class DeviceRecording;

// One ring. Times are the session's, in ns.
class TestRing {
public:
    TestRing(const DeviceRecording& recording, ring::MappedFile file);

    // The header's type, flags and key are the record's own; its length is set here.
    template<class Record>
    void put(const Record& record, std::string_view text = {}) {
        putBytes(&record, sizeof record, text);
    }
    void putBytes(const void* record, std::size_t bytes, std::string_view text = {});

    void startThread(std::uint32_t id, std::uint64_t pthread, std::string_view name = {});
    void defineName(std::uint32_t id, std::string_view name);
    void defineStack(std::uint32_t id, std::string_view file, std::string_view function, std::uint32_t line);
    // `sequence`: autograd's number, of the forward operator on `forwardThread` if this is a backward one.
    void begin(std::uint32_t key, std::uint32_t name, TimeNs at, std::uint32_t stack = 0,
               ring::Scope scope = ring::Scope::Function, std::int64_t sequence = -1,
               std::uint32_t forwardThread = 0);
    void end(std::uint32_t key, TimeNs at);
    void launch(std::uint32_t correlation, TimeNs at, std::uint32_t stack = 0);
    // The thread enters the filter, or leaves it.
    void inside(bool entered, TimeNs at);
    void graphNode(std::uint64_t node, TimeNs at, std::uint32_t stack = 0, std::uint64_t original = 0);

    void device(std::uint32_t index, std::uint8_t uuid, std::string_view name = "NVIDIA H100 80GB HBM3");
    void context(std::uint32_t context, std::uint32_t device);
    // A pair of clocks read within `width`.
    void pair(TimeNs at, TimeNs width = 0, std::int64_t ahead = 0);
    void call(std::uint32_t correlation, std::uint32_t name, std::uint32_t thread, TimeNs start,
              TimeNs duration);
    [[nodiscard]] static ring::Kernel kernel(std::uint32_t correlation, std::uint32_t name, TimeNs start,
                                             TimeNs duration, std::uint32_t stream = 7);
    void delivered(TimeNs upTo, std::uint64_t dropped = 0, std::uint64_t skipped = 0);

private:
    [[nodiscard]] std::uint64_t ticks(TimeNs at) const;

    ring::MappedFile file_;
    ring::RingWriter writer_;
    TimeNs origin_;
};

[[nodiscard]] constexpr std::uint64_t deviceTime(TimeNs session) {
    return kClockAhead + static_cast<std::uint64_t>(session);
}

class DeviceRecording {
public:
    // The session's time 0 was `age` ago.
    explicit DeviceRecording(TimeNs age = 60'000'000'000);

    [[nodiscard]] std::string folder() const { return folder_.path().toStdString(); }

    [[nodiscard]] TimeNs origin() const { return origin_; }
    [[nodiscard]] TimeNs now() const { return ring::monotonicNs() - origin_; }
    // Only what ran inside of a filter is recorded; before the first process.
    void filter();
    // The row on which the recording pauses; the first time before the first process.
    recorder::RecordingRow& recording();
    recorder::ProcessCapture& process(std::uint32_t pid = 1);
    TestRing ring(std::uint32_t index, std::uint32_t pid = 1);
    // Reads all rings, as often as it takes until what was in them is joined.
    void drain();
    // What a reader sees that has followed so far; null where there is nothing new.
    std::shared_ptr<const Trace> flushed();
    std::shared_ptr<const Trace> finished();
    Diagnostics diagnostics();
    [[nodiscard]] recorder::SessionSink& sink() { return *sink_; }

private:
    QTemporaryDir folder_;
    TimeNs origin_;
    std::unique_ptr<recorder::WriterThread> thread_;
    recorder::WriterThread* disk_;
    std::optional<recorder::SessionSink> sink_;
    std::optional<recorder::OperatorRows> rows_;
    std::optional<recorder::RangeRows> ranges_;
    std::optional<recorder::RecordingRow> recording_;
    std::optional<recorder::OutsideRow> outside_; // with a filter
    std::optional<recorder::TrackTable> tracks_;
    std::optional<recorder::DeviceTable> devices_;
    recorder::RingPump pump_;
    recorder::StepWatch steps_;
    ring::TickClock clock_{ring::ClockKind::MonotonicNs};
    std::vector<std::pair<std::uint32_t, std::unique_ptr<recorder::ProcessCapture>>> processes_;
    std::optional<session::SessionReader> reader_;
};

// A thread of a process, and the ring of whoever delivers, with names: 1 aten::mm, 2 cudaLaunchKernel, 3 gemm,
// 4 cudaGraphLaunch; stacks 1 train.py(12): step, 2 train.py(40): replay; a device, a context and a pair of clocks at 0.
struct Program {
    explicit Program(DeviceRecording& recording, std::uint32_t pid = 1);
    // The operator runs for 8 us from `at` on, its call from 1 to 2 us, its kernel from 4 to 7 us.
    void matrixProduct(std::uint32_t number, TimeNs at);

    TestRing thread;
    TestRing device;
};

// Says what differs.
void compare(const std::string& actual, const std::string& expected);
// Of the event's Python stack, innermost first: "train.py(12): step;".
[[nodiscard]] std::string linesOf(const EventOrigin& origin, SliceId slice);
// "name start+duration" of each slice, by track and time: "GPU 0/stream 7: gemm 5000+3000".
[[nodiscard]] std::string slicesOf(const Trace& trace);
// "key=value" of all arguments but stacks.
[[nodiscard]] std::string argumentsOf(const Trace& trace, SliceId slice);
[[nodiscard]] SliceId byName(const Trace& trace, std::string_view name, int which = 0);

} // namespace lanes::test
