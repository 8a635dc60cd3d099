#include "app/cli/tables/EventTables.h"

#include "model/io/export/ChromeEvent.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace lanes::cli {

namespace {

// Texts that come by their number in the trace: each is looked up once.
class NameColumn {
public:
    NameColumn(TableColumn& column, const Trace& trace)
        : column_(column)
        , trace_(trace)
        , codes_(trace.strings().size(), kUnknown) {}

    void add(StringId id) {
        if (id.value >= codes_.size()) { // ids come from files
            column_.addNull();
            return;
        }
        std::int32_t& code = codes_[id.value];
        if (code == kUnknown) {
            code = column_.codeOf(trace_.text(id));
        }
        column_.addCode(code);
    }

private:
    static constexpr std::int32_t kUnknown = -1;
    TableColumn& column_;
    const Trace& trace_;
    std::vector<std::int32_t> codes_;
};

// Process and thread of a track, as traces write them: "19392", "GPU 0".
class PlaceColumns {
public:
    PlaceColumns(OutputTable& table, const Trace& trace, bool withThread = true)
        : process_(table.column("process", TableColumn::Kind::CodedText))
        , thread_(withThread ? &table.column("thread", TableColumn::Kind::CodedText) : nullptr) {
        for (const Track& track : trace.tracks()) {
            processes_.push_back(process_.codeOf(trace.processes()[track.process.value].key));
            threads_.push_back(thread_ == nullptr ? 0 : thread_->codeOf(track.key));
        }
    }

    void add(TrackId track) {
        add(process_, processes_, track);
        if (thread_ != nullptr) {
            add(*thread_, threads_, track);
        }
    }

private:
    static void add(TableColumn& column, const std::vector<std::int32_t>& codes, TrackId track) {
        if (track.value < codes.size()) {
            column.addCode(codes[track.value]);
        } else {
            column.addNull();
        }
    }

    TableColumn& process_;
    TableColumn* thread_;
    std::vector<std::int32_t> processes_; // by track
    std::vector<std::int32_t> threads_;
};

void addKnown(TableColumn& column, std::int64_t value) {
    if (value < 0) {
        column.addNull();
    } else {
        column.add(value);
    }
}

struct Place {
    TimeNs start;
    std::uint32_t segment;
    std::uint32_t index;
};

// By begin; of those that begin together, the outer ones first.
std::vector<Place> placesByTime(const Trace& trace) {
    std::vector<Place> places;
    places.reserve(trace.sliceCount());
    for (std::uint32_t s = 0; s < trace.segments().size(); ++s) {
        const Segment& segment = *trace.segments()[s];
        for (std::uint32_t i = 0; i < segment.size(); ++i) {
            places.push_back({segment.start[i], s, i});
        }
    }
    std::ranges::stable_sort(places, {}, &Place::start);
    return places;
}

} // namespace

void addSlices(OutputTable& table, const Trace& trace, bool withArguments) {
    using Kind = TableColumn::Kind;
    NameColumn names(table.column("name", Kind::CodedText), trace);
    TableColumn& category = table.column("category", Kind::CodedText);
    PlaceColumns places(table, trace);
    TableColumn& begin = table.column("begin_ns", Kind::Integer);
    TableColumn& duration = table.column("duration_ns", Kind::Integer);
    TableColumn* arguments = withArguments ? &table.column("arguments", Kind::Text) : nullptr;
    const ChromeEvent events(trace);
    std::string text;
    for (const Place& place : placesByTime(trace)) {
        const Segment& segment = *trace.segments()[place.segment];
        names.add(segment.name[place.index]);
        category.add(events.category(segment, place.index));
        places.add(segment.track);
        begin.add(segment.start[place.index]);
        duration.add(segment.duration[place.index]);
        if (arguments == nullptr) {
            continue;
        }
        text.clear();
        if (JsonWriter json(text, 0); events.arguments(json, segment, place.index)) {
            arguments->add(std::string_view(text));
        } else {
            arguments->addNull();
        }
    }
}

void addMemory(OutputTable& table, const Trace& trace) {
    using Kind = TableColumn::Kind;
    TableColumn& time = table.column("time_ns", Kind::Integer);
    PlaceColumns places(table, trace);
    TableColumn& type = table.column("device_type", Kind::Integer);
    TableColumn& device = table.column("device", Kind::Integer);
    TableColumn& address = table.column("address", Kind::Address);
    TableColumn& bytes = table.column("bytes", Kind::Integer);
    TableColumn& allocated = table.column("total_allocated_bytes", Kind::Integer);
    TableColumn& reserved = table.column("total_reserved_bytes", Kind::Integer);
    const MemoryTable& memory = trace.memory();
    for (std::uint32_t i = 0; i < memory.size(); ++i) {
        time.add(memory.time[i]);
        places.add(memory.track[i]);
        type.add(std::int64_t{memory.deviceType[i]});
        device.add(std::int64_t{memory.deviceIndex[i]});
        address.add(static_cast<std::int64_t>(memory.address[i]));
        bytes.add(memory.bytes[i]);
        addKnown(allocated, memory.totalAllocated[i]);
        addKnown(reserved, memory.totalReserved[i]);
    }
}

void addCounters(OutputTable& table, const Trace& trace) {
    using Kind = TableColumn::Kind;
    struct Sample {
        TimeNs time;
        std::uint32_t series;
        std::uint32_t index;
    };
    std::vector<Sample> samples;
    for (std::uint32_t s = 0; s < trace.counters().size(); ++s) {
        const CounterSeries& series = trace.counters()[s];
        for (std::uint32_t i = 0; i < series.time.size(); ++i) {
            samples.push_back({series.time[i], s, i});
        }
    }
    std::ranges::stable_sort(samples, {}, &Sample::time);
    TableColumn& time = table.column("time_ns", Kind::Integer);
    PlaceColumns places(table, trace, false);
    NameColumn counters(table.column("counter", Kind::CodedText), trace);
    NameColumn keys(table.column("series", Kind::CodedText), trace);
    TableColumn& value = table.column("value", Kind::Number);
    for (const Sample& sample : samples) {
        const CounterSeries& series = trace.counters()[sample.series];
        time.add(sample.time);
        places.add(series.track);
        counters.add(series.name);
        keys.add(series.key);
        value.add(series.value[sample.index]);
    }
}

} // namespace lanes::cli
