#include "model/io/nsys/NsysCurves.h"

#include "model/trace/ThreadRows.h"
#include "model/trace/tables/BoundedBytes.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <tuple>
#include <vector>

namespace lanes::nsys {

namespace {

// Which device metrics are of: "GPU 1" says it, else the low bits of the type's number.
std::int64_t deviceOf(std::string_view typeName, std::int64_t type) {
    constexpr std::string_view kGpu = "GPU ";
    constexpr std::int64_t kDeviceBits = 0xff;
    std::int64_t number = type & kDeviceBits;
    if (typeName.starts_with(kGpu)) {
        typeName.remove_prefix(kGpu.size());
        std::from_chars(typeName.data(), typeName.data() + typeName.size(), number);
    }
    return number;
}

struct Sample {
    GlobalId thread;
    TimeNs time = 0;
    std::int64_t stack = 0; // SAMPLING_CALLCHAINS' id
};

struct ChainFrame {
    std::int64_t stack = 0;
    std::int64_t depth = 0; // 0 is the innermost
    StringId function;
    StringId module;
};

class Samples {
public:
    Samples(NsysFile& file, NsysPlaces& places)
        : file_(file)
        , builder_(file.builder())
        , places_(places)
        , shape_(
              builder_.shape({'X',
                              "native_function",
                              {{"module", ArgColumn::Form::String}, {"samples", ArgColumn::Form::Number}}})) {
    }

    void read();

private:
    struct OpenCall {
        StringId function;
        StringId module;
        TimeNs start = 0;
        std::int64_t samples = 0;
    };
    void readChains();
    void addThread(std::span<const Sample> samples);
    void close(TrackId track, std::vector<OpenCall>& open, std::size_t from, TimeNs end);
    // Outermost first.
    [[nodiscard]] std::span<const ChainFrame> chain(std::int64_t stack) const;

    NsysFile& file_;
    ImportBuilder& builder_;
    NsysPlaces& places_;
    ImportShapeId shape_;
    std::vector<ChainFrame> frames_; // by stack, outermost first
};

void Samples::readChains() {
    file_.each("SAMPLING_CALLCHAINS", {"id", "stackDepth", "symbol", "module"}, [&](const SqliteRows& row) {
        if (const auto id = row.integer(0)) {
            frames_.push_back(
                {*id, row.integer(1, 0), file_.text(row.integer(2)), file_.text(row.integer(3))});
        }
    });
    std::ranges::stable_sort(frames_, {}, [](const ChainFrame& f) { return std::tuple(f.stack, ~f.depth); });
}

std::span<const ChainFrame> Samples::chain(std::int64_t stack) const {
    const auto found = std::ranges::equal_range(frames_, stack, {}, &ChainFrame::stack);
    return {found.begin(), found.end()};
}

void Samples::close(TrackId track, std::vector<OpenCall>& open, std::size_t from, TimeNs end) {
    while (open.size() > from) {
        const OpenCall call = open.back();
        open.pop_back();
        ImportArgs args;
        if (call.module.valid()) {
            args.text(0, builder_.quoted(builder_.plain(call.module)));
        }
        args.integer(1, call.samples);
        builder_.slice(track, {call.function, call.start, lasting(call.start, end)}, shape_, args);
    }
}

void Samples::addThread(std::span<const Sample> samples) {
    // The usual distance of two samples: a call ends that long after its last one, and a longer pause ends all calls.
    std::vector<TimeNs> distances;
    distances.reserve(samples.size());
    for (std::size_t i = 1; i < samples.size(); ++i) {
        distances.push_back(lasting(samples[i - 1].time, samples[i].time));
    }
    TimeNs usual = 0;
    if (!distances.empty()) {
        const auto middle = distances.begin() + static_cast<std::ptrdiff_t>(distances.size() / 2);
        std::ranges::nth_element(distances, middle);
        usual = *middle;
    }
    const TrackId track = places_.below(samples.front().thread, kSampledSuffix);
    std::vector<OpenCall> open;
    TimeNs last = samples.front().time;
    for (const Sample& sample : samples) {
        builder_.look().now();
        const TimeNs end = std::min(sample.time, boundedSum(last, usual));
        const std::span<const ChainFrame> frames = chain(sample.stack);
        std::size_t same = 0;
        while (end == sample.time && same < open.size() && same < frames.size() &&
               open[same].function == frames[same].function) {
            ++open[same++].samples;
        }
        close(track, open, same, end);
        for (; same < frames.size(); ++same) {
            open.push_back({frames[same].function, frames[same].module, sample.time, 1});
        }
        last = sample.time;
    }
    close(track, open, 0, boundedSum(last, usual));
}

void Samples::read() {
    if (!file_.sqlite().has("SAMPLING_CALLCHAINS")) {
        return;
    }
    readChains();
    std::vector<Sample> samples;
    file_.each("COMPOSITE_EVENTS", {"id", "start", "globalTid"}, [&](const SqliteRows& row) {
        const auto time = row.integer(1);
        const auto thread = row.integer(2);
        if (time && thread) {
            samples.push_back({GlobalId{*thread}, *time, row.integer(0, 0)});
        }
    });
    std::ranges::stable_sort(samples, {}, [](const Sample& s) { return std::tuple(s.thread, s.time); });
    for (std::size_t i = 0; i < samples.size();) {
        const std::size_t first = i;
        while (i < samples.size() && samples[i].thread == samples[first].thread) {
            ++i;
        }
        addThread(std::span(samples).subspan(first, i - first));
    }
}

} // namespace

void readMetrics(NsysFile& file, NsysPlaces& places) {
    ImportBuilder& builder = file.builder();
    struct Metric {
        TrackId track;
        StringId name;
    };
    std::map<std::pair<std::int64_t, std::int64_t>, Metric> metrics; // by type and number
    file.each("TARGET_INFO_GPU_METRICS", {"typeId", "typeName", "metricId", "metricName"},
              [&](const SqliteRows& row) {
                  const std::int64_t type = row.integer(0, 0);
                  metrics.try_emplace({type, row.integer(2, 0)},
                                      places.deviceCurves(deviceOf(row.text(1), type)),
                                      builder.text(row.text(3)));
              });
    std::uint64_t unnamed = 0;
    file.each("GPU_METRICS", {"timestamp", "typeId", "metricId", "value"}, [&](const SqliteRows& row) {
        const auto time = row.integer(0);
        const auto metric = metrics.find({row.integer(1, 0), row.integer(2, 0)});
        if (!time || metric == metrics.end()) {
            ++unnamed;
            return;
        }
        if (const auto value = row.number(3)) {
            builder.sample(metric->second.track, metric->second.name, *time, *value);
        } else {
            builder.issues().hit(Issue::CounterWithoutNumber, -1);
        }
    });
    if (unnamed > 0) {
        builder.diagnostics().add(
            "unnamed-metric", Severity::Loss,
            "Samples of GPU metrics that the file does not name, or without a time, are left out.", -1,
            unnamed);
    }
}

void readMemory(NsysFile& file, NsysPlaces& places) {
    ImportBuilder& builder = file.builder();
    file.each("CUDA_GPU_MEMORY_USAGE_EVENTS",
              {"start", "globalPid", "deviceId", "address", "bytes", "memKind", "memoryOperationType"},
              [&](const SqliteRows& row) {
                  const auto time = row.integer(0);
                  const auto pid = row.integer(1);
                  if (!time || !pid) {
                      builder.issues().hit(Issue::MissingTime, -1);
                      return;
                  }
                  // Of ENUM_CUDA_MEM_KIND: pageable and pinned memory is the host's.
                  constexpr std::int64_t kPinned = 1;
                  const bool host = row.integer(5, kPinned + 1) <= kPinned;
                  const std::int64_t device = std::clamp<std::int64_t>(row.integer(2, 0), 0, INT8_MAX);
                  const std::int64_t bytes = boundedBytes(std::max<std::int64_t>(row.integer(4, 0), 0));
                  const GlobalId process{*pid};
                  const TrackId track = places.thread({process.process().value | process.pid()});
                  builder.memory({*time, static_cast<std::uint64_t>(row.integer(3, 0)),
                                  row.integer(6, 0) == 0 ? bytes : -bytes,
                                  static_cast<std::int8_t>(host ? 0 : 1),
                                  static_cast<std::int8_t>(host ? -1 : device), track, StackId()});
              });
}

void readScheduling(NsysFile& file, NsysPlaces& places) {
    ImportBuilder& builder = file.builder();
    const ImportShapeId shape = builder.shape({'X', std::string(kStateCategory), {{"cpu"}}});
    struct Change {
        GlobalId thread;
        TimeNs time;
        std::int64_t cpu;
        bool in;
    };
    std::vector<Change> changes;
    file.each("SCHED_EVENTS", {"start", "globalTid", "cpu", "isSchedIn"}, [&](const SqliteRows& row) {
        const auto time = row.integer(0);
        const auto thread = row.integer(1);
        if (time && thread) {
            changes.push_back({GlobalId{*thread}, *time, row.integer(2, -1), row.integer(3, 0) != 0});
        }
    });
    std::ranges::stable_sort(changes, {}, [](const Change& c) { return std::tuple(c.thread, c.time); });
    const StringId running = builder.text(kRunningState);
    for (std::size_t i = 0; i + 1 < changes.size(); ++i) {
        const Change& in = changes[i];
        const Change& out = changes[i + 1];
        if (in.in && !out.in && in.thread == out.thread) {
            builder.slice(places.below(in.thread, kStateSuffix),
                          {running, in.time, lasting(in.time, out.time)}, shape,
                          ImportArgs().integer(0, in.cpu));
        }
    }
}

void readSamples(NsysFile& file, NsysPlaces& places) {
    Samples(file, places).read();
}

void readNotes(NsysFile& file) {
    ImportBuilder& builder = file.builder();
    // Of ENUM_DIAGNOSTIC_SEVERITY_LEVEL.
    constexpr std::int64_t kWarning = 2;
    constexpr std::int64_t kError = 3;
    std::int64_t count = 0;
    file.each("DIAGNOSTIC_EVENT", {"severity", "text"}, [&](const SqliteRows& row) {
        const std::int64_t severity = row.integer(0, 0);
        if (severity == kWarning || severity == kError) {
            constexpr std::size_t kLongest = 300;
            builder.diagnostics().add("nsys-" + std::to_string(++count),
                                      severity == kError ? Severity::Loss : Severity::Warning,
                                      "Nsight Systems said: " + std::string(row.text(1).substr(0, kLongest)));
        }
    });
}

} // namespace lanes::nsys
