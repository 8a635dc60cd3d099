#include "model/io/export/ChromeExporter.h"

#include "model/io/OpenTrace.h"
#include "model/io/export/ChromeEvent.h"
#include "model/io/export/TextSink.h"
#include "model/io/joining/BoundaryOrder.h"
#include "model/trace/args/JsonWriter.h"

#include <algorithm>

namespace lanes {

namespace {

constexpr std::uint64_t kReportEvery = 4096; // some milliseconds

class Export {
public:
    Export(const Trace& trace, TextSink& sink, const ExportOptions& options)
        : trace_(trace)
        , sink_(sink)
        , options_(options)
        , json_(sink.text(), kListDepth)
        , event_(trace)
        , boundary_(boundaryLayouts(trace))
        , total_(std::uint64_t{trace.sliceCount()} + trace.points().size()) {}

    // False: asked to stop.
    bool run() {
        head();
        if (!slices() || !points() || !boundaries()) {
            return false;
        }
        if (!trace_.info().holdsChromeEvents() && !(names() && arrows() && allocations() && counters())) {
            return false;
        }
        json_.endArray();
        json_.endObject();
        sink_.text() += '\n';
        return true;
    }

private:
    [[nodiscard]] bool isOwnCapture() const { return trace_.info().producer.starts_with("lanescope"); }

    [[nodiscard]] bool isBoundary(LayoutId layout) const {
        return layout.value < boundary_.size() && boundary_[layout.value];
    }

    // False, here and below: asked to stop.
    bool slices() {
        for (const auto& segment : trace_.segments()) {
            for (std::uint32_t i = 0; i < segment->size(); ++i) {
                if (!isBoundary(segment->layout[i]) && !slice(*segment, i)) {
                    return false;
                }
            }
        }
        return true;
    }

    bool points() {
        for (std::uint32_t i = 0; i < trace_.points().size(); ++i) {
            if (!isBoundary(trace_.points().layout[i]) && !point(i)) {
                return false;
            }
        }
        return true;
    }

    bool boundaries() {
        const auto order = boundaryOrder(trace_, options_.stop);
        return order && std::ranges::all_of(*order, [&](const BoundaryPlace& at) {
                   return at.begins ? slice(*trace_.segments()[at.segment], at.index) : point(at.index);
               });
    }

    bool slice(const Segment& segment, std::uint32_t index) {
        event_.slice(json_, segment, index);
        return goOn();
    }

    bool point(std::uint32_t index) {
        event_.point(json_, index);
        return goOn();
    }

    // Behind each event.
    bool goOn() {
        sink_.flushIfFull();
        if (++done_ % kReportEvery != 0) {
            return true;
        }
        if (options_.progress) {
            options_.progress(std::min(done_, total_), total_);
        }
        return !options_.stop.stop_requested();
    }

    void head() {
        json_.beginObject();
        bool hasOrigin = false;
        for (const auto& [key, value] : trace_.info().properties) {
            hasOrigin = hasOrigin || key == "baseTimeNanoseconds";
            json_.storedKey(key);
            if (isOwnCapture()) {
                json_.text(value);
            } else {
                json_.raw(value);
            }
        }
        if (!hasOrigin && trace_.info().clockOriginUnixNs >= 0) {
            json_.field("baseTimeNanoseconds", trace_.info().clockOriginUnixNs);
        }
        json_.key("traceEvents");
        json_.beginArray();
    }

    // Its end is the caller's to write.
    void begin(std::string_view phase, std::string_view name, TrackId on) {
        json_.beginObject();
        json_.field("ph", phase);
        json_.field("name", name);
        const PlaceKeys place = placeKeys(trace_, on);
        writePlace(json_, "pid", place.process);
        writePlace(json_, "tid", place.thread);
    }

    void beginAt(std::string_view phase, std::string_view name, TrackId on, TimeNs time) {
        begin(phase, name, on);
        json_.key("ts");
        json_.microseconds(time);
    }

    template<class Value>
    bool metadata(TrackId track, std::string_view what, std::string_view key, const Value& value) {
        begin("M", what, track);
        json_.key("args");
        json_.beginObject();
        json_.field(key, value);
        json_.endObject();
        json_.endObject();
        return goOn();
    }

    bool names() {
        std::vector<bool> named(trace_.processes().size(), false);
        for (std::uint32_t t = 0; t < trace_.tracks().size(); ++t) {
            if (!processNames(TrackId(t), named) || !trackNames(TrackId(t))) {
                return false;
            }
        }
        return true;
    }

    // Of the track's process, with the first of its tracks.
    bool processNames(TrackId t, std::vector<bool>& named) {
        const ProcessId id = trace_.tracks()[t.value].process;
        if (named[id.value]) {
            return true;
        }
        named[id.value] = true;
        const Process& process = trace_.processes()[id.value];
        return metadata(t, "process_name", "name", process.name) &&
               metadata(t, "process_labels", "labels", process.label) &&
               metadata(t, "process_sort_index", "sort_index", process.sortIndex);
    }

    bool trackNames(TrackId t) {
        const Track& track = trace_.tracks()[t.value];
        return metadata(t, "thread_name", "name", track.name) &&
               metadata(t, "thread_sort_index", "sort_index", track.sortIndex);
    }

    bool flowEnd(std::string_view phase, std::string_view category, std::int64_t id, SliceId slice) {
        const Trace::Slice s = trace_.slice(slice);
        beginAt(phase, category, s.track, s.start);
        json_.field("id", id);
        json_.field("cat", category);
        if (phase == "f") {
            json_.field("bp", "e");
        }
        json_.endObject();
        return goOn();
    }

    bool arrows() {
        std::int64_t id = 0;
        for (const Link& link : trace_.links().all()) {
            const std::string_view category = link.kind == LinkKind::ForwardBackward ? "fwdbwd" : "ac2g";
            ++id;
            if (!flowEnd("s", category, id, link.from) || !flowEnd("f", category, id, link.to)) {
                return false;
            }
        }
        return true;
    }

    bool allocations() {
        const MemoryTable& m = trace_.memory();
        for (std::uint32_t i = 0; i < m.size(); ++i) {
            beginAt("i", "[memory]", m.track[i], m.time[i]);
            json_.field("cat", "cpu_instant_event");
            json_.field("s", "t");
            json_.key("args");
            json_.beginObject();
            json_.field("Total Reserved", m.totalReserved[i]);
            json_.field("Total Allocated", m.totalAllocated[i]);
            json_.field("Bytes", m.bytes[i]);
            json_.key("Addr");
            json_.raw(std::to_string(m.address[i]));
            json_.field("Device Id", m.deviceIndex[i]);
            json_.field("Device Type", m.deviceType[i]);
            json_.endObject();
            json_.endObject();
            if (!goOn()) {
                return false;
            }
        }
        return true;
    }

    bool counters() {
        for (const CounterSeries& series : trace_.counters()) {
            for (std::size_t i = 0; i < series.time.size(); ++i) {
                beginAt("C", trace_.text(series.name), series.track, series.time[i]);
                json_.key("args");
                json_.beginObject();
                json_.key(trace_.text(series.key));
                json_.raw(std::to_string(series.value[i]));
                json_.endObject();
                json_.endObject();
                if (!goOn()) {
                    return false;
                }
            }
        }
        return true;
    }

    static constexpr int kListDepth = 2; // where events stand

    const Trace& trace_;
    TextSink& sink_;
    const ExportOptions& options_;
    JsonWriter json_;
    ChromeEvent event_;
    std::vector<bool> boundary_; // by layout
    std::uint64_t total_;
    std::uint64_t done_ = 0;
};

} // namespace

Result<void> exportChromeTrace(const Trace& trace, const std::string& path, const ExportOptions& options) {
    auto sink =
        TextSink::create(path, path.ends_with(".gz") ? TextSink::Packing::Gzip : TextSink::Packing::None);
    if (!sink) {
        return sink.error();
    }
    if (!Export(trace, *sink.value(), options).run()) {
        return Error{std::string(kCancelled)};
    }
    return options.stop.stop_requested() ? Error{std::string(kCancelled)} : sink.value()->finish();
}

} // namespace lanes
