#include "tests/support/RichTrace.h"

#include "tests/support/TraceBuilder.h"

#include <random>
#include <string>

namespace lanes::test {

namespace {

class Maker {
public:
    explicit Maker(std::uint32_t seed)
        : random_(seed) {}

    std::shared_ptr<const Trace> make(std::uint32_t slices);

private:
    void head();
    void layouts();
    void slice(TrackId track, TimeNs start, TimeNs duration);
    void tables(std::uint32_t slices);
    StringId text(const std::string& s) { return builder_.strings().intern(s); }
    std::uint32_t below(std::uint32_t end) { return random_() % end; }

    TraceBuilder builder_;
    std::mt19937 random_;
    LayoutId operator_;
    LayoutId kernel_;
    LayoutId instant_;
    StackId stacks_[3];
};

void Maker::head() {
    SessionInfo& info = builder_.info();
    info.producer = "test 1.0";
    info.host = "h\xff"; // not UTF-8
    info.command = {"python3", "train.py", ""};
    info.exitStatus = 3;
    info.clockOriginUnixNs = 1700000000123456789;
    info.properties = {{"schemaVersion", "1"},
                       {"deviceProperties", "[{\"id\": 0, \"warpSize\": 32, \"numSms\": 108, "
                                            "\"maxThreadsPerMultiprocessor\": 2048, "
                                            "\"regsPerMultiprocessor\": 65536, \"computeMajor\": 8}]"}};
    builder_.addProcess({.key = "19392",
                         .name = "python3",
                         .label = "CPU",
                         .sortIndex = -5,
                         .parentPid = 7,
                         .host = "node7",
                         .rank = 3});
    builder_.addProcess({.key = "0", .kind = Process::Kind::Device, .deviceIndex = 0});
    builder_.addTrack({.process = ProcessId(0), .key = "1", .name = "MainThread", .sortIndex = 9});
    builder_.addTrack({.process = ProcessId(0), .key = "2", .incomplete = true});
    builder_.addTrack({.process = ProcessId(1), .key = "7", .name = "stream 7", .kind = Track::Kind::Stream});
    builder_.diagnostics().add("ring-overflow", Severity::Loss, "Records were lost", 12, 3);
    builder_.diagnostics().add("note", Severity::Note, "Nothing");
    builder_.countFlows(10, 8);
}

void Maker::layouts() {
    ArgLayout op;
    op.category = text("cpu_op");
    op.columns = {{text("External id")},
                  {text("Input Dims"), ArgColumn::Form::Raw},
                  {text("Ev Idx"), ArgColumn::Form::Constant, false, text("null")},
                  {text("Call stack")},
                  {text("Name"), ArgColumn::Form::String}};
    operator_ = builder_.addLayout(op);
    ArgLayout kernel;
    kernel.category = text("kernel");
    kernel.columns = {{text("correlation")},
                      {text("est. achieved occupancy %")},
                      {text("cname"), ArgColumn::Form::String, true}};
    kernel_ = builder_.addLayout(kernel);
    ArgLayout instant;
    instant.phase = 'i';
    instant.category = text("cpu_instant_event");
    instant.columns = {{text("Addr")}};
    instant_ = builder_.addLayout(instant);
    StackId at;
    for (int i = 0; i < 3; ++i) {
        at = builder_.stacks().intern(at, {text("f" + std::to_string(i)), text("train.py"), 10 + i,
                                           i == 1 ? text("Layer_0") : StringId()});
        stacks_[i] = at;
    }
}

void Maker::slice(TrackId track, TimeNs start, TimeNs duration) {
    SliceRecord r;
    r.start = start;
    r.duration = duration;
    r.name = text((track.value == 2 ? "kernel_" : "aten::op_") + std::to_string(below(50)));
    const auto number = [&](std::int64_t v) { return ArgValue::ofInteger(v).encode(); };
    if (track.value == 2) {
        r.layout = kernel_;
        const ArgValue decimal{ArgValue::Type::Decimal, static_cast<std::int64_t>(below(1000)), 2, 0};
        r.row = builder_.addArgs(
            kernel_, {number(start / 3), decimal.encode(), ArgValue::ofText(text("good")).encode()});
    } else if (below(10) > 0) { // the others have no arguments at all
        r.layout = operator_;
        r.row = builder_.addArgs(operator_,
                                 {number(start * 2),
                                  ArgValue::ofText(text("[[" + std::to_string(below(9)) + "]]")).encode(), 0,
                                  ArgValue::ofStack(stacks_[below(3)]).encode(),
                                  ArgValue::ofText(text("n" + std::to_string(below(4)))).encode()});
    }
    builder_.addSlice(track, r);
}

void Maker::tables(std::uint32_t slices) {
    for (std::uint32_t i = 0; i < slices / 4 + 3; ++i) {
        const TimeNs t = below(1000) - 500;
        PointRows& p = builder_.points();
        p.time.push_back(t);
        p.name.push_back(text("[memory]"));
        p.track.push_back(TrackId(below(3)));
        const bool plain = below(3) == 0;
        p.layout.push_back(plain ? LayoutId() : instant_);
        p.row.push_back(
            plain ? 0
                  : builder_.addArgs(instant_,
                                     {ArgValue::ofInteger(0x7f0000000000 + std::int64_t{i} * 64).encode()}));
        MemoryRows& m = builder_.memory();
        m.time.push_back(static_cast<TimeNs>(i) * 10);
        m.address.push_back(0xffff800000000000ull + i);
        m.bytes.push_back(i % 2 == 0 ? 512 : -512);
        m.totalAllocated.push_back(i % 2 == 0 ? 512 : 0);
        m.totalReserved.push_back(-1);
        m.deviceType.push_back(static_cast<std::int8_t>(i % 2));
        m.deviceIndex.push_back(i % 2 == 0 ? -1 : 0);
        m.track.push_back(i % 5 == 0 ? TrackId() : TrackId(0));
        m.stack.push_back(i % 3 == 0 ? StackId() : stacks_[i % 3]);
    }
    builder_.counters().push_back({TrackId(1), text("GPU"), text(""), {1, 2, 3}, {0.5, -0.0, 1e300}});
    builder_.counters().push_back({TrackId(2), text("bytes"), text("a"), {5, 9}, {4096, 0}});
    builder_.counters().push_back({TrackId(), text("nowhere"), text(""), {7}, {1}});
}

std::shared_ptr<const Trace> Maker::make(std::uint32_t slices) {
    head();
    layouts();
    TimeNs at[3] = {-1000, 0, 5};
    slice(TrackId(1), 0, -1);
    for (std::uint32_t i = 1; i < slices; ++i) {
        const TrackId track(below(3));
        at[track.value] += below(40);
        slice(track, at[track.value], below(400) == 0 ? below(20000) : below(100));
        if (i > 3 && below(20) == 0) {
            builder_.addLink(static_cast<LinkKind>(below(4)), {track, 0}, {TrackId(1), 0});
        }
    }
    tables(slices);
    return builder_.publish();
}

} // namespace

std::shared_ptr<const Trace> richTrace(std::uint32_t slices, std::uint32_t seed) {
    return Maker(seed).make(slices);
}

} // namespace lanes::test
