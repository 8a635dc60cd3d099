#include "tests/collector/recorder/DeviceRecording.h"

#include "collector/ring/FileNames.h"
#include "model/trace/args/RecordedFields.h"
#include "tests/collector/RingFile.h"
#include "tests/support/SessionOutput.h"

#include <QTest>

#include <algorithm>

namespace lanes::test {

using ring::RecordType;

namespace {

ring::RecordHeader header(RecordType type, std::uint32_t key, std::uint8_t flags = 0) {
    return {0, type, flags, key};
}

} // namespace

TestRing::TestRing(const DeviceRecording& recording, ring::MappedFile file)
    : file_(std::move(file))
    , writer_(reinterpret_cast<ring::RingHeader*>(file_.data()))
    , origin_(recording.origin()) {}

std::uint64_t TestRing::ticks(TimeNs at) const {
    return static_cast<std::uint64_t>(origin_ + at);
}

void TestRing::putBytes(const void* record, std::size_t bytes, std::string_view text) {
    const std::size_t whole = ring::roundUpToWord(bytes + text.size());
    std::vector<char> copy(whole);
    std::memcpy(copy.data(), record, bytes);
    text.copy(copy.data() + bytes, text.size());
    reinterpret_cast<ring::RecordHeader*>(copy.data())->words = static_cast<std::uint16_t>(whole / 8);
    void* place = writer_.reserve(whole);
    if (place == nullptr) {
        writer_.countDrop();
        return;
    }
    std::memcpy(place, copy.data(), whole);
    writer_.commit(whole);
}

void TestRing::startThread(std::uint32_t id, std::uint64_t pthread, std::string_view name) {
    put(ring::ThreadStart{header(RecordType::ThreadStart, id), ticks(0), pthread, id,
                          static_cast<std::uint32_t>(name.size()), 0},
        name);
}

void TestRing::defineName(std::uint32_t id, std::string_view name) {
    put(ring::DefineName{header(RecordType::DefineName, id), static_cast<std::uint32_t>(name.size()), 0},
        name);
}

void TestRing::defineStack(std::uint32_t id, std::string_view file, std::string_view function,
                           std::uint32_t line) {
    put(ring::DefineCode{header(RecordType::DefineCode, id), 1, static_cast<std::uint32_t>(file.size()),
                         static_cast<std::uint32_t>(function.size()), 0},
        std::string(file) + std::string(function));
    put(ring::DefineStack{header(RecordType::DefineStack, id), 0, id, line, 0});
}

void TestRing::begin(std::uint32_t key, std::uint32_t name, TimeNs at, std::uint32_t stack, ring::Scope scope,
                     std::int64_t sequence, std::uint32_t forwardThread) {
    put(ring::OpBegin{header(RecordType::OpBegin, key, static_cast<std::uint8_t>(scope)), ticks(at), name,
                      stack, 0, forwardThread, sequence});
}

void TestRing::end(std::uint32_t key, TimeNs at) {
    put(ring::OpEnd{header(RecordType::OpEnd, key), ticks(at)});
}

void TestRing::launch(std::uint32_t correlation, TimeNs at, std::uint32_t stack) {
    put(ring::Launch{header(RecordType::Launch, correlation), ticks(at), stack, 0});
}

void TestRing::inside(bool entered, TimeNs at) {
    put(ring::Inside{header(RecordType::Inside, 0, entered ? ring::kEntered : std::uint8_t{0}), ticks(at)});
}

void TestRing::graphNode(std::uint64_t node, TimeNs at, std::uint32_t stack, std::uint64_t original) {
    put(ring::GraphNode{header(RecordType::GraphNode, 0, original != 0 ? ring::kClonedNode : std::uint8_t{0}),
                        ticks(at), node, original, stack, 0});
}

void TestRing::device(std::uint32_t index, std::uint8_t uuid, std::string_view name) {
    ring::DeviceFacts facts{};
    facts.header = header(RecordType::DeviceFacts, index);
    std::memset(facts.uuid, uuid, sizeof facts.uuid);
    facts.memory = 85'018'279'936;
    facts.bandwidth = 3'352'320'000;
    facts.processors = 132;
    facts.coreClock = 1'980'000;
    facts.computeMajor = 9;
    facts.warpThreads = 32;
    facts.maxWarps = 64;
    facts.maxBlocks = 32;
    facts.maxRegisters = 65536;
    facts.maxShared = 233'472;
    facts.maxThreadsPerBlock = 1024;
    facts.maxSharedPerBlock = 49152;
    facts.l2Bytes = 52'428'800;
    facts.nameBytes = static_cast<std::uint32_t>(name.size());
    put(facts, name);
}

void TestRing::context(std::uint32_t context, std::uint32_t device) {
    put(ring::ContextFacts{header(RecordType::ContextFacts, context), device, 0});
}

void TestRing::pair(TimeNs at, TimeNs width, std::int64_t ahead) {
    put(ring::ClockPair{header(RecordType::ClockPair, 0), ticks(at - width / 2), ticks(at + width / 2),
                        deviceTime(at + ahead)});
}

void TestRing::call(std::uint32_t correlation, std::uint32_t name, std::uint32_t thread, TimeNs start,
                    TimeNs duration) {
    put(ring::ApiCall{header(RecordType::ApiCall, correlation), deviceTime(start),
                      deviceTime(start + duration), name, thread, 0, 0});
}

ring::Kernel TestRing::kernel(std::uint32_t correlation, std::uint32_t name, TimeNs start, TimeNs duration,
                              std::uint32_t stream) {
    ring::Kernel kernel{};
    kernel.header = header(RecordType::Kernel, correlation);
    kernel.start = deviceTime(start);
    kernel.end = deviceTime(start + duration);
    kernel.place = {0, 1, stream, 0, 0};
    kernel.name = name;
    kernel.grid[0] = 264;
    kernel.grid[1] = kernel.grid[2] = 1;
    kernel.block[0] = 128;
    kernel.block[1] = kernel.block[2] = 1;
    kernel.registers = 32;
    kernel.staticShared = 1024;
    kernel.dynamicShared = 512;
    return kernel;
}

void TestRing::delivered(TimeNs upTo, std::uint64_t dropped, std::uint64_t skipped) {
    put(ring::Delivered{header(RecordType::Delivered, 0), ticks(upTo), ticks(upTo), dropped, skipped});
}

DeviceRecording::DeviceRecording(TimeNs age)
    : origin_(ring::monotonicNs() - age) {
    const std::string path = folder() + "/session.lanes";
    auto thread = std::make_unique<recorder::WriterThread>(test::outputAt(path));
    disk_ = thread.get();
    sink_.emplace(session::SessionWriter::create(std::move(thread)).value(), *disk_);
    rows_.emplace(sink_->writer());
    ranges_.emplace(sink_->writer());
    tracks_.emplace(sink_->writer());
    devices_.emplace(sink_->writer(), *tracks_);
    if (disk_->sync().ok()) {
        reader_.emplace(session::SessionReader::open(path).value());
    }
}

void DeviceRecording::filter() {
    outside_.emplace(*sink_, recording());
}

recorder::RecordingRow& DeviceRecording::recording() {
    return recording_ ? *recording_ : recording_.emplace(*sink_);
}

recorder::ProcessCapture& DeviceRecording::process(std::uint32_t pid) {
    for (const auto& [known, process] : processes_) {
        if (known == pid) {
            return *process;
        }
    }
    const ring::FileName name{ring::FileName::Kind::Process, pid, 1, 0};
    processes_.emplace_back(
        pid, std::make_unique<recorder::ProcessCapture>(
                 recorder::CaptureContext{*sink_, *rows_, *ranges_, *tracks_, *devices_, pump_, clock_,
                                          steps_, origin_, outside_ ? &*outside_ : nullptr,
                                          recording_ ? &*recording_ : nullptr},
                 name, std::to_string(pid)));
    return *processes_.back().second;
}

TestRing DeviceRecording::ring(std::uint32_t index, std::uint32_t pid) {
    constexpr std::size_t kBytes = 1 << 20;
    const ring::FileName name{ring::FileName::Kind::Ring, pid, 1, index};
    const std::string path = folder() + "/" + ring::toText(name);
    RingFile file(path, kBytes);
    file.header().index = index;
    file.header().pid = pid;
    process(pid).addFile(path, name);
    return {*this, std::move(file.file())};
}

void DeviceRecording::drain() {
    for (int round = 0; round < 2; ++round) {
        for (const auto& [pid, process] : processes_) {
            process->drain();
        }
    }
}

std::shared_ptr<const Trace> DeviceRecording::flushed() {
    for (const auto& [pid, process] : processes_) {
        process->settle(false);
    }
    sink_->flush();
    return disk_->sync().ok() ? reader_->poll().value() : nullptr;
}

std::shared_ptr<const Trace> DeviceRecording::finished() {
    drain();
    std::vector<Clock> clocks;
    for (const auto& [pid, process] : processes_) {
        process->settle(true);
        if (auto clock = process->deviceClock()) {
            clocks.push_back(*clock);
        }
    }
    if (outside_) {
        outside_->finish(now());
    }
    SessionInfo info;
    info.properties = devices_->properties();
    sink_->writer().setInfo(info);
    sink_->writer().setClocks(clocks);
    sink_->flushAll();
    sink_->finish();
    return disk_->sync().ok() ? reader_->poll().value() : nullptr;
}

Diagnostics DeviceRecording::diagnostics() {
    recorder::Findings findings;
    for (const auto& [pid, process] : processes_) {
        process->addTo(findings);
    }
    Diagnostics all;
    findings.addTo(all);
    return all;
}

Program::Program(DeviceRecording& recording, std::uint32_t pid)
    : thread(recording.ring(0, pid))
    , device(recording.ring(1, pid)) {
    thread.startThread(pid, kThread, "MainThread");
    for (TestRing* ring : {&thread, &device}) {
        ring->defineName(1, "aten::mm");
        ring->defineName(2, "cudaLaunchKernel");
        ring->defineName(3, "gemm");
        ring->defineName(4, "cudaGraphLaunch");
    }
    thread.defineStack(1, "train.py", "step", 12);
    thread.defineStack(2, "train.py", "replay", 40);
    device.device(0, static_cast<std::uint8_t>(0xa0));
    device.context(1, 0);
    device.pair(0);
}

void Program::matrixProduct(std::uint32_t number, TimeNs at) {
    thread.begin(number, 1, at, 1);
    thread.launch(number, at + 1'100, 1);
    thread.end(number, at + 8'000);
    device.call(number, 2, kHandle, at + 1'000, 1'000);
    device.put(TestRing::kernel(number, 3, at + 4'000, 3'000));
}

void compare(const std::string& actual, const std::string& expected) {
    QCOMPARE(QString::fromStdString(actual), QString::fromStdString(expected));
}

std::string linesOf(const EventOrigin& origin, SliceId slice) {
    std::string text;
    for (const StackLine& line : origin.pythonStackOf(slice).lines) {
        text += line.text + ";";
    }
    return text;
}

std::string slicesOf(const Trace& trace) {
    std::string text;
    for (std::uint32_t t = 0; t < trace.tracks().size(); ++t) {
        const Track& track = trace.tracks()[t];
        text += trace.processes()[track.process.value].key + "/" + track.name + ":";
        std::vector<Trace::Slice> slices;
        for (std::uint32_t i = 0; i < trace.sliceCount(); ++i) {
            if (trace.slice(SliceId(i)).track == TrackId(t)) {
                slices.push_back(trace.slice(SliceId(i)));
            }
        }
        std::ranges::stable_sort(slices, {}, &Trace::Slice::start);
        for (const Trace::Slice& slice : slices) {
            text += " " + std::string(trace.text(slice.name)) + " " + std::to_string(slice.start) + "+" +
                    std::to_string(slice.duration);
        }
        text += "\n";
    }
    return text;
}

std::string argumentsOf(const Trace& trace, SliceId slice) {
    const Trace::Slice s = trace.slice(slice);
    std::string text;
    for (const RecordedField& field : recordedFields(trace, s.layout, s.row)) {
        text += (text.empty() ? "" : "; ") + field.key + "=" + field.value;
    }
    return text;
}

SliceId byName(const Trace& trace, std::string_view name, int which) {
    for (std::uint32_t i = 0; i < trace.sliceCount(); ++i) {
        if (trace.text(trace.slice(SliceId(i)).name) == name && which-- == 0) {
            return SliceId(i);
        }
    }
    return {};
}

} // namespace lanes::test
