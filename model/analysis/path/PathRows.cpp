#include "model/analysis/path/PathRows.h"

#include "model/analysis/flame/FlameTree.h"
#include "model/analysis/text/KernelName.h"

#include <algorithm>
#include <cctype>
#include <functional>
#include <map>
#include <set>
#include <string_view>
#include <utility>

namespace lanes {

namespace {

// Of Savings and Run edges; a gap or a wait cannot be faster by itself.
std::string_view filterOfKind(PathKind kind) {
    switch (kind) {
    case PathKind::Host:
        return "-gpu: -runtime:";
    case PathKind::Launch:
        return "runtime:";
    case PathKind::Kernel:
        return "kernel:";
    case PathKind::Copy:
        return "copy:";
    case PathKind::Collective:
        return "comm:";
    case PathKind::Sync:
    case PathKind::Gap:
        break;
    }
    return {};
}

void appendEscaped(std::string& pattern, std::string_view name) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    for (const char c : name) {
        const auto byte = static_cast<unsigned char>(c);
        if (std::isalnum(byte) != 0 || c == '_' || byte >= 0x80) {
            pattern += c;
        } else {
            pattern += {'\\', 'x', kDigits[byte >> 4], kDigits[byte & 15]};
        }
    }
}

// Of names exactly as they were recorded.
std::string filterOfNames(const std::set<std::string_view>& names) {
    std::string pattern = "/^(";
    for (const std::string_view name : names) {
        pattern += pattern.ends_with('(') ? "" : "|";
        appendEscaped(pattern, name);
    }
    return pattern + ")$/";
}

// A module's name is one word of the language unless it holds what ends one.
std::string filterOfModule(std::string_view module) {
    constexpr std::string_view kEnds = "\"| ";
    return module.empty() || module.find_first_of(kEnds) != std::string_view::npos
               ? std::string()
               : "module:" + std::string(module);
}

class Rows {
public:
    Rows(const PathGraph& graph, const PathOrigins& origins, PathBy by)
        : graph_(graph)
        , origins_(origins)
        , by_(by) {}

    void count(const PathSegment& segment) {
        if (by_ != PathBy::Kind && !segment.slice.valid()) {
            return;
        }
        const std::string_view recorded = segment.slice.valid() ? traceText(segment) : std::string_view();
        const bool kinds = by_ == PathBy::Kind || by_ == PathBy::Name;
        const Key key(kinds ? static_cast<int>(segment.kind) : -1, nameOf(segment, recorded));
        Entry& entry = entries_[key];
        PathRow& row = entry.row;
        row.time += segment.range.length();
        ++row.segments;
        if (segment.slack) {
            row.slack = std::min(row.slack.value_or(*segment.slack), *segment.slack);
        }
        if (segment.slice.valid() &&
            (!row.longest.slice.valid() || segment.range.length() > row.longest.range.length())) {
            row.longest = segment;
        }
        if (by_ == PathBy::Name) {
            entry.recorded.insert(recorded);
        }
    }

    std::vector<PathRow> take() {
        std::vector<PathRow> rows;
        for (auto& [key, entry] : entries_) {
            PathRow& row = rows.emplace_back(std::move(entry.row));
            row.name = key.second;
            if (key.first >= 0) {
                row.kind = static_cast<PathKind>(key.first);
            }
            row.filter = by_ == PathBy::Kind     ? std::string(filterOfKind(*row.kind))
                         : by_ == PathBy::Name   ? filterOfNames(entry.recorded)
                         : by_ == PathBy::Module ? filterOfModule(row.name)
                                                 : std::string();
        }
        std::ranges::stable_sort(rows, std::greater(), &PathRow::time);
        return rows;
    }

private:
    using Key = std::pair<int, std::string>; // kind or -1, name
    struct Entry {
        PathRow row;
        std::set<std::string_view> recorded; // names
    };

    [[nodiscard]] std::string_view traceText(const PathSegment& segment) const {
        const Trace& trace = graph_.traceOf(segment.place);
        return trace.text(trace.slice(segment.slice).name);
    }
    [[nodiscard]] std::string nameOf(const PathSegment& segment, std::string_view recorded) const {
        switch (by_) {
        case PathBy::Kind:
            return std::string(pathKindKey(segment.kind));
        case PathBy::Name:
            return segment.kind == PathKind::Kernel ? foldedKernelName(recorded) : std::string(recorded);
        case PathBy::Module:
            return origins_.moduleOf(segment.place, segment.slice);
        case PathBy::Line:
            break;
        }
        return origins_.lineOf(segment.place, segment.slice);
    }

    const PathGraph& graph_;
    const PathOrigins& origins_;
    PathBy by_;
    std::map<Key, Entry> entries_;
};

} // namespace

PathOrigins::PathOrigins(const PathGraph& graph) {
    for (const PathInput& input : graph.inputs()) {
        origins_.push_back(std::make_unique<const EventOrigin>(input.trace));
    }
    for (const PathPlace& place : graph.places()) {
        inputOf_.push_back(place.input);
    }
}

std::string PathOrigins::moduleOf(std::uint32_t place, SliceId slice) const {
    const std::vector<StackLine> modules = origins_[inputOf_[place]]->modulesOf(slice);
    return modules.empty() ? std::string() : modules.front().text;
}

std::string PathOrigins::lineOf(std::uint32_t place, SliceId slice) const {
    for (const StackLine& line : origins_[inputOf_[place]]->pythonStackOf(slice).lines) {
        if (!line.text.starts_with("nn.Module: ") && !isWrapperFrame(line.text)) {
            return line.text;
        }
    }
    return {};
}

std::vector<PathRow> pathRows(const PathGraph& graph, const PathOrigins& origins, const CriticalPath& path,
                              PathBy by, const std::stop_token& stop) {
    Rows rows(graph, origins, by);
    for (const PathSegment& segment : path.segments) {
        if (stop.stop_requested()) {
            return {};
        }
        rows.count(segment);
    }
    return rows.take();
}

} // namespace lanes
