#include "tests/support/ImportText.h"

#include "model/io/OpenTrace.h"
#include "model/io/joining/TraceAssembly.h"
#include "model/io/json/EventReader.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>

namespace lanes::test {

namespace {

class TemporaryFile {
public:
    explicit TemporaryFile(std::string_view content) {
        const int file = mkstemp(path_.data());
        for (std::size_t at = 0; file >= 0 && at < content.size();) {
            const ssize_t put = write(file, content.data() + at, content.size() - at);
            if (put <= 0) {
                break;
            }
            at += static_cast<std::size_t>(put);
        }
        close(file);
    }
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;
    ~TemporaryFile() { unlink(path_.c_str()); }
    [[nodiscard]] const std::string& path() const { return path_; }

private:
    std::string path_ = "/tmp/lanes_import_XXXXXX";
};

class Dump {
public:
    explicit Dump(const Trace& trace)
        : trace_(trace) {}

    std::string text() {
        for (std::uint32_t t = 0; t < trace_.tracks().size(); ++t) {
            track(TrackId(t));
        }
        points();
        for (const Link& link : trace_.links().all()) {
            static constexpr const char* kKinds[] = {"launch", "forward-backward", "flow", "dependency"};
            out_ << kKinds[static_cast<int>(link.kind)] << ": " << nameOf(link.from) << " -> "
                 << nameOf(link.to) << '\n';
        }
        tables();
        for (const auto& [key, value] : trace_.info().properties) {
            out_ << "property " << key << ": " << value << '\n';
        }
        out_ << diagnosticsOf(trace_);
        return out_.str();
    }

private:
    static std::string_view kindOf(Track::Kind kind) {
        static constexpr std::string_view kKinds[] = {"thread", "stream", "counter", "async", "other"};
        return kKinds[static_cast<int>(kind)];
    }

    std::string nameOf(SliceId id) {
        const Trace::Slice s = trace_.slice(id);
        return std::string(trace_.text(s.name)) + "@" + std::to_string(s.start);
    }

    void track(TrackId id) {
        const Track& t = trace_.tracks()[id.value];
        const Process& p = trace_.processes()[t.process.value];
        out_ << kindOf(t.kind) << ' ' << p.key << '/' << t.key;
        for (const std::string& name : {p.name, p.label, t.name}) {
            out_ << (name.empty() ? "" : " | ") << name;
        }
        out_ << '\n';
        std::vector<Trace::Position> order;
        for (std::uint32_t s = 0; s < trace_.segments().size(); ++s) {
            for (std::uint32_t i = 0; trace_.segments()[s]->track == id && i < trace_.segments()[s]->size();
                 ++i) {
                order.push_back({s, i});
            }
        }
        const auto idOf = [&](Trace::Position at) {
            return SliceId(trace_.segments()[at.segment]->first + at.index);
        };
        std::ranges::sort(order, {}, [&](Trace::Position at) {
            const Trace::Slice s = trace_.slice(idOf(at));
            return std::tuple(s.start, s.depth);
        });
        for (const Trace::Position at : order) {
            const Trace::Slice s = trace_.slice(idOf(at));
            out_ << "  " << s.depth << ' ' << s.start << '+' << s.duration
                 << (trace_.isOpen(idOf(at)) ? " open " : " ") << trace_.text(s.name);
            args(s.layout, s.row);
            out_ << '\n';
        }
    }

    void args(LayoutId id, std::uint32_t row) {
        const ArgLayout* layout = trace_.args().layout(id);
        if (layout == nullptr) {
            return;
        }
        out_ << " [" << (layout->phase == 0 ? '-' : layout->phase);
        if (layout->category.valid()) {
            out_ << ' ' << trace_.text(layout->category);
        }
        out_ << ']';
        for (std::uint32_t c = 0; c < layout->columns.size(); ++c) {
            const ArgColumn& column = layout->columns[c];
            out_ << (column.topLevel ? " ." : " ") << trace_.text(column.key) << '=';
            const std::string text = argText(*trace_.args().value(id, row, c), trace_.strings());
            out_ << (column.form == ArgColumn::Form::String ? '"' + text + '"' : text);
        }
    }

    [[nodiscard]] std::string placeOf(TrackId id) const {
        if (!id.valid()) {
            return "nowhere";
        }
        const Track& track = trace_.tracks()[id.value];
        return trace_.processes()[track.process.value].key + "/" + track.key;
    }

    void points() {
        for (std::uint32_t i = 0; i < trace_.points().size(); ++i) {
            const PointTable& points = trace_.points();
            out_ << "point " << points.time[i] << ' ' << placeOf(points.track[i]) << ' '
                 << trace_.text(points.name[i]);
            args(points.layout[i], points.row[i]);
            out_ << '\n';
        }
    }

    void tables() {
        const MemoryTable& memory = trace_.memory();
        for (std::uint32_t i = 0; i < memory.size(); ++i) {
            out_ << "memory " << memory.time[i] << ' ' << memory.bytes[i] << " at " << memory.address[i]
                 << " device " << int(memory.deviceType[i]) << '/' << int(memory.deviceIndex[i]) << " total "
                 << memory.totalAllocated[i] << '/' << memory.totalReserved[i] << '\n';
        }
        for (const CounterSeries& series : trace_.counters()) {
            out_ << "counter " << trace_.text(series.name) << '.' << trace_.text(series.key) << ':';
            for (std::size_t i = 0; i < series.time.size(); ++i) {
                out_ << ' ' << series.time[i] << '=' << series.value[i];
            }
            out_ << '\n';
        }
    }

    const Trace& trace_;
    std::ostringstream out_;
};

} // namespace

std::string q(std::string text) {
    std::ranges::replace(text, '\'', '"');
    return text;
}

std::string contentOf(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

Result<std::shared_ptr<const Trace>> openContentOf(std::string_view content) {
    const TemporaryFile file(content);
    return openTrace(file.path());
}

std::shared_ptr<const Trace> importText(std::string_view content) {
    auto trace = openContentOf(content);
    return trace ? std::move(trace).value() : nullptr;
}

std::shared_ptr<const Trace> importInRanges(std::string_view content, std::size_t rangeBytes,
                                            unsigned threads) {
    const TemporaryFile temporary(content);
    const auto file = InputFile::open(temporary.path());
    const OpenOptions options;
    ImportBatch batch;
    const Result<bool> found = EventReader(file.value(), options, threads, rangeBytes).read(batch);
    return found && found.value() ? assembleTrace(std::move(batch), threads) : nullptr;
}

std::string diagnosticsOf(const Trace& trace) {
    std::ostringstream out;
    for (const Diagnostic& d : trace.diagnostics().all()) {
        out << d.kind << ' ' << d.count;
        if (d.firstOffset >= 0) {
            out << " @" << d.firstOffset;
        }
        out << '\n';
    }
    return out.str();
}

std::string dumpOf(const Trace& trace) {
    return Dump(trace).text();
}

} // namespace lanes::test
