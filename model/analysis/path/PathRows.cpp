#include "model/analysis/path/PathRows.h"

#include "model/analysis/flame/FlameTree.h"
#include "model/analysis/text/KernelName.h"

#include <algorithm>
#include <cctype>
#include <functional>
#include <map>
#include <mutex>
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

// Nothing for a name that the language cannot say.
std::string filterOfModule(std::string_view module) {
    if (module.empty() || module.find_first_of("\"|") != std::string_view::npos) {
        return {};
    }
    const char* quote = module.find(' ') != std::string_view::npos ? "\"" : "";
    return "module:" + (quote + std::string(module) + quote);
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

// The events of one trace.
class PathOrigins::Input {
public:
    explicit Input(const std::shared_ptr<const Trace>& trace)
        : trace_(*trace)
        , lazy_(trace)
        , modules_(EventOrigin(trace, lazy_), isModule)
        , ownLines_(EventOrigin(trace, lazy_), isLine) {}

    [[nodiscard]] std::string moduleOf(SliceId slice) const {
        if (const auto node = nodeOf(slice)) {
            return std::string(context_->moduleOf(*node));
        }
        const Trace::Slice own = trace_.slice(slice);
        if (own.kind == EventKind::PythonFunction && isModule(trace_.text(own.name))) {
            return withoutPrefix(trace_.text(own.name));
        }
        const std::scoped_lock lock(mutex_);
        const auto module = modules_.lineOf(slice);
        return module ? withoutPrefix(module->text) : std::string();
    }
    [[nodiscard]] std::string lineOf(SliceId slice) const {
        if (const auto node = nodeOf(slice)) {
            const std::uint32_t line = lines_[*node];
            return line == CallContext::kNone ? std::string() : std::string(context_->text(line));
        }
        const std::scoped_lock lock(mutex_);
        const auto line = ownLines_.lineOf(slice);
        return line ? line->text : std::string();
    }

private:
    static bool isModule(std::string_view text) { return text.starts_with(CallContext::kModulePrefix); }
    static bool isLine(std::string_view text) { return !isModule(text) && !isWrapperFrame(text); }
    static std::string withoutPrefix(std::string_view module) {
        return std::string(module.substr(CallContext::kModulePrefix.size()));
    }

    void prepare() const {
        std::call_once(once_, [this] {
            context_ = lazy_.get();
            for (std::uint32_t node = 0; node < context_->size(); ++node) { // callers before what they call
                const std::uint32_t caller = context_->node(node).parent;
                lines_.push_back(isLine(context_->text(node))   ? node
                                 : caller == CallContext::kNone ? caller
                                                                : lines_[caller]);
            }
        });
    }
    // Of the context; nothing where it has none of the event.
    [[nodiscard]] std::optional<std::uint32_t> nodeOf(SliceId slice) const {
        prepare();
        const OperatorForest& forest = context_->forest();
        const Trace::Slice at = trace_.slice(slice);
        std::optional<std::uint32_t> op;
        if (const DeviceWork* work = forest.workOf(slice)) {
            op = work->op != DeviceWork::kNoOperator ? std::optional(work->op) : std::nullopt;
        } else {
            const SliceId own = at.kind == EventKind::Runtime ? at.parent : slice;
            op = own.valid() ? forest.indexOf(own) : std::nullopt;
        }
        const std::uint32_t node = op ? context_->nodeOf(*op) : CallContext::kNone;
        return node == CallContext::kNone ? std::nullopt : std::optional(node);
    }

    const Trace& trace_; // the context's
    LazyContext lazy_;
    mutable std::mutex mutex_;
    mutable StackSearch modules_;
    mutable StackSearch ownLines_;
    mutable std::once_flag once_;
    mutable std::shared_ptr<const CallContext> context_;
    mutable std::vector<std::uint32_t> lines_; // by node: the innermost at or around it that is a line
};

PathOrigins::PathOrigins(const PathGraph& graph) {
    for (const PathInput& input : graph.inputs()) {
        inputs_.push_back(std::make_shared<const Input>(input.trace));
    }
    for (const PathPlace& place : graph.places()) {
        inputOf_.push_back(place.input);
    }
}

std::string PathOrigins::moduleOf(std::uint32_t place, SliceId slice) const {
    return inputs_[inputOf_[place]]->moduleOf(slice);
}

std::string PathOrigins::lineOf(std::uint32_t place, SliceId slice) const {
    return inputs_[inputOf_[place]]->lineOf(slice);
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
