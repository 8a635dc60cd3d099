#include "tests/support/TraceDump.h"

#include <algorithm>
#include <iterator>
#include <sstream>
#include <tuple>
#include <vector>

namespace lanes::test {

namespace {

std::string stackText(const Trace& trace, StackId id) {
    std::string out;
    for (const Frame& f : trace.stacks().frames(id)) {
        out += " < " + std::string(trace.text(f.function)) + " " + std::string(trace.text(f.file)) + ":" +
               std::to_string(f.line) + " " + std::string(trace.text(f.module));
    }
    return out;
}

std::string argsText(const Trace& trace, LayoutId id, std::uint32_t row) {
    const ArgLayout* layout = trace.args().layout(id);
    if (layout == nullptr) {
        return {};
    }
    std::string out = std::string(1, layout->phase) + " " + std::string(trace.text(layout->category));
    for (std::uint32_t c = 0; c < layout->columns.size(); ++c) {
        const ArgColumn& column = layout->columns[c];
        const auto value = trace.args().value(id, row, c);
        out += " [" + std::string(trace.text(column.key)) + (column.topLevel ? "^" : "") + " " +
               std::to_string(static_cast<int>(column.form)) + "=";
        if (!value) {
            out += '?';
        } else if (value->type == ArgValue::Type::Stack) {
            out += stackText(trace, StackId(value->id));
        } else {
            out += argText(*value, trace.strings());
        }
        out += ']';
    }
    return out;
}

std::string sliceName(const Trace& trace, SliceId id) {
    const Trace::Slice s = trace.slice(id);
    return trace.tracks()[s.track.value].key + "/" + std::to_string(s.depth) + "/" + std::to_string(s.start) +
           "/" + std::string(trace.text(s.name));
}

void dumpHead(const Trace& trace, std::ostream& out) {
    const SessionInfo& info = trace.info();
    out << info.producer << '|' << info.host << '|' << info.exitStatus << '|' << info.clockOriginUnixNs
        << '\n';
    for (const std::string& word : info.command) {
        out << "command " << word << '\n';
    }
    for (const auto& [key, value] : info.properties) {
        out << "property " << key << '=' << value << '\n';
    }
    for (const Process& p : trace.processes()) {
        out << "process " << p.key << '|' << p.name << '|' << p.label << '|' << static_cast<int>(p.kind)
            << '|' << p.sortIndex << '|' << p.deviceIndex << '|' << p.parentPid << '|' << p.host << '|'
            << p.rank << '|' << p.deviceUuid << '\n';
    }
    for (const Track& t : trace.tracks()) {
        out << "track " << t.process.value << '|' << t.key << '|' << t.name << '|' << static_cast<int>(t.kind)
            << '|' << t.sortIndex << '|' << t.incomplete << '\n';
    }
    out << "flows " << trace.flowStarts() << ' ' << trace.flowsLinked() << '\n';
}

void dumpSlices(const Trace& trace, std::ostream& out) {
    std::vector<std::tuple<std::uint32_t, TimeNs, std::uint32_t, std::string>> rows;
    for (std::uint32_t i = 0; i < trace.sliceCount(); ++i) {
        const SliceId id(i);
        const Trace::Slice s = trace.slice(id);
        rows.emplace_back(s.track.value, s.start, s.depth,
                          "+" + std::to_string(s.duration) + (trace.isOpen(id) ? " open " : " ") +
                              std::string(trace.text(s.name)) + " in " +
                              (s.parent.valid() ? sliceName(trace, s.parent) : "-") + " " +
                              std::to_string(static_cast<int>(s.kind)) + "." +
                              std::to_string(static_cast<int>(s.hue)) + " " +
                              argsText(trace, s.layout, s.row));
    }
    std::ranges::sort(rows);
    for (const auto& [track, start, depth, text] : rows) {
        out << "slice " << track << ' ' << depth << ' ' << start << text << '\n';
    }
}

void dumpTables(const Trace& trace, std::ostream& out) {
    const PointTable& p = trace.points();
    for (std::uint32_t i = 0; i < p.size(); ++i) {
        out << "point " << p.time[i] << ' ' << trace.text(p.name[i]) << ' ' << p.track[i].value << ' '
            << argsText(trace, p.layout[i], p.row[i]) << '\n';
    }
    const MemoryTable& m = trace.memory();
    for (std::uint32_t i = 0; i < m.size(); ++i) {
        out << "memory " << m.time[i] << ' ' << m.address[i] << ' ' << m.bytes[i] << ' '
            << m.totalAllocated[i] << ' ' << m.totalReserved[i] << ' ' << int{m.deviceType[i]} << ' '
            << int{m.deviceIndex[i]} << ' ' << m.track[i].value << stackText(trace, m.stack[i]) << '\n';
    }
    for (const CounterSeries& c : trace.counters()) {
        out << "counter " << c.track.value << ' ' << trace.text(c.name) << ' ' << trace.text(c.key);
        for (std::size_t i = 0; i < c.time.size(); ++i) {
            out << ' ' << c.time[i] << '=' << c.value[i];
        }
        out << '\n';
    }
    std::vector<std::string> links;
    for (const Link& l : trace.links().all()) {
        links.push_back("link " + std::to_string(static_cast<int>(l.kind)) + " " + sliceName(trace, l.from) +
                        " -> " + sliceName(trace, l.to));
    }
    std::ranges::sort(links);
    std::ranges::copy(links, std::ostream_iterator<std::string>(out, "\n"));
    for (const Diagnostic& d : trace.diagnostics().all()) {
        out << "diagnostic " << d.kind << ' ' << d.count << ' ' << d.firstOffset << ' '
            << static_cast<int>(d.severity) << ' ' << d.message << '\n';
    }
}

} // namespace

std::string dump(const Trace& trace) {
    std::ostringstream out;
    out.precision(17);
    dumpHead(trace, out);
    dumpSlices(trace, out);
    dumpTables(trace, out);
    return out.str();
}

} // namespace lanes::test
