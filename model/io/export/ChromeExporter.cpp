#include "model/io/export/ChromeExporter.h"

#include "model/io/OpenTrace.h"
#include "model/io/export/ChromeEvent.h"
#include "model/io/export/TextSink.h"
#include "model/io/joining/BoundaryOrder.h"
#include "model/io/json/JsonNumber.h"
#include "model/trace/args/JsonText.h"

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
        , writer_(trace)
        , boundary_(boundaryLayouts(trace))
        , total_(std::uint64_t{trace.sliceCount()} + trace.points().size()) {}

    // False: asked to stop.
    bool run() {
        head();
        if (!slices() || !points() || !boundaries()) {
            return false;
        }
        if (isOwnCapture() && !(names() && arrows() && allocations() && counters())) {
            return false;
        }
        out() += "\n]\n}\n";
        return true;
    }

private:
    [[nodiscard]] std::string& out() { return sink_.text(); }
    // A foreign trace has all of this among its own events.
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
        begin();
        writer_.slice(out(), segment, index);
        return end();
    }

    bool point(std::uint32_t index) {
        begin();
        writer_.point(out(), index);
        return end();
    }

    void begin() {
        out() += first_ ? "\n" : ",\n";
        first_ = false;
    }

    bool end() {
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
        out() += "{\n";
        bool hasOrigin = false;
        for (const auto& [key, value] : trace_.info().properties) {
            hasOrigin = hasOrigin || key == "baseTimeNanoseconds";
            out() += "\"" + escapeControls(key) + "\": ";
            out() += isOwnCapture() ? "\"" + escapeJson(value) + "\"" : value;
            out() += ",\n";
        }
        if (!hasOrigin && trace_.info().clockOriginUnixNs >= 0) {
            out() += "\"baseTimeNanoseconds\": " + std::to_string(trace_.info().clockOriginUnixNs) + ",\n";
        }
        out() += "\"traceEvents\": [";
    }

    [[nodiscard]] std::string place(TrackId id) const {
        const Track& track = trace_.tracks()[id.value];
        const auto quoted = [](const std::string& key) {
            return json::isPlainInteger(key) ? key : "\"" + escapeControls(key) + "\"";
        };
        return "\"pid\": " + quoted(trace_.processes()[track.process.value].key) +
               ", \"tid\": " + quoted(track.key);
    }

    bool metadata(TrackId track, std::string_view what, std::string_view key, const std::string& value) {
        begin();
        out() += "{\"ph\": \"M\", \"name\": \"" + std::string(what) + "\", " + place(track) +
                 ", \"args\": {\"" + std::string(key) + "\": " + value + "}}";
        return end();
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
        return metadata(t, "process_name", "name", "\"" + escapeJson(process.name) + "\"") &&
               metadata(t, "process_labels", "labels", "\"" + escapeJson(process.label) + "\"") &&
               metadata(t, "process_sort_index", "sort_index", std::to_string(process.sortIndex));
    }

    bool trackNames(TrackId t) {
        const Track& track = trace_.tracks()[t.value];
        return metadata(t, "thread_name", "name", "\"" + escapeJson(track.name) + "\"") &&
               metadata(t, "thread_sort_index", "sort_index", std::to_string(track.sortIndex));
    }

    bool flowEnd(char phase, std::string_view category, std::uint64_t id, SliceId slice) {
        const Trace::Slice s = trace_.slice(slice);
        begin();
        out() += "{\"ph\": \"";
        out().push_back(phase);
        out() += "\", \"id\": " + std::to_string(id) + ", \"cat\": \"" + std::string(category) +
                 "\", \"name\": \"" + std::string(category) + "\", " + place(s.track) + ", \"ts\": ";
        appendMicroseconds(out(), s.start);
        out() += phase == 'f' ? ", \"bp\": \"e\"}" : "}";
        return end();
    }

    bool arrows() {
        std::uint64_t id = 0;
        for (const Link& link : trace_.links().all()) {
            const std::string_view category = link.kind == LinkKind::ForwardBackward ? "fwdbwd" : "ac2g";
            ++id;
            if (!flowEnd('s', category, id, link.from) || !flowEnd('f', category, id, link.to)) {
                return false;
            }
        }
        return true;
    }

    bool allocations() {
        const MemoryTable& m = trace_.memory();
        for (std::uint32_t i = 0; i < m.size(); ++i) {
            begin();
            out() +=
                "{\"ph\": \"i\", \"cat\": \"cpu_instant_event\", \"s\": \"t\", \"name\": \"[memory]\", " +
                place(m.track[i]) + ", \"ts\": ";
            appendMicroseconds(out(), m.time[i]);
            out() += ", \"args\": {\"Total Reserved\": " + std::to_string(m.totalReserved[i]) +
                     ", \"Total Allocated\": " + std::to_string(m.totalAllocated[i]) +
                     ", \"Bytes\": " + std::to_string(m.bytes[i]) +
                     ", \"Addr\": " + std::to_string(m.address[i]) +
                     ", \"Device Id\": " + std::to_string(m.deviceIndex[i]) +
                     ", \"Device Type\": " + std::to_string(m.deviceType[i]) + "}}";
            if (!end()) {
                return false;
            }
        }
        return true;
    }

    bool counters() {
        for (const CounterSeries& series : trace_.counters()) {
            const std::string key = escapeJson(trace_.text(series.key));
            const std::string name = escapeJson(trace_.text(series.name));
            for (std::size_t i = 0; i < series.time.size(); ++i) {
                begin();
                out() += "{\"ph\": \"C\", \"name\": \"" + name + "\", " + place(series.track) + ", \"ts\": ";
                appendMicroseconds(out(), series.time[i]);
                out() += ", \"args\": {\"" + key + "\": " + std::to_string(series.value[i]) + "}}";
                if (!end()) {
                    return false;
                }
            }
        }
        return true;
    }

    const Trace& trace_;
    TextSink& sink_;
    const ExportOptions& options_;
    ChromeEvent writer_;
    std::vector<bool> boundary_; // by layout
    std::uint64_t total_;
    std::uint64_t done_ = 0;
    bool first_ = true;
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
