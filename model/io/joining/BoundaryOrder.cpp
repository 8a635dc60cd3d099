#include "model/io/joining/BoundaryOrder.h"

#include "model/base/StoppableSort.h"
#include "model/io/joining/AsyncRealms.h"
#include "model/trace/args/ArgReader.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <tuple>
#include <unordered_set>

namespace lanes {

namespace {

constexpr std::uint32_t kBoundariesPerLook = 1U << 16U; // whether to stop

bool isBoundary(char phase) {
    return phase == 'B' || phase == 'E' || phase == 'b' || phase == 'e';
}

// Marks that may belong together, as the importer sees it: of one thread, or of one category and id.
struct Group {
    bool async = false;
    std::uint32_t place = 0;
    std::int64_t id = 0;
    std::uint32_t realm = 0;
    friend auto operator<=>(const Group&, const Group&) = default;
};

struct Mark {
    Group group;
    TimeNs time;
    TimeNs end; // of a begin's slice
    StringId name;
    bool anyName;   // an end without a name: a column says that it has none
    bool neverEnds; // a begin whose end was missing
    bool written;
    BoundaryPlace place;
};

// All marks; those of one group and time as they stand in the trace, begins first.
class MarkList {
public:
    MarkList(const Trace& trace, const std::stop_token& stop)
        : trace_(trace)
        , stop_(stop)
        , boundary_(boundaryLayouts(trace))
        , name_(readerOf("name"))
        , ids_{readerOf("id"), readerOf("id2"), readerOf("bind_id")}
        , realms_(trace.args(), trace.tracks(), trace.strings().find("scope"),
                  [&](StringId id) { return trace.text(id); }) {
        if (std::ranges::find(boundary_, true) == boundary_.end()) {
            return;
        }
        begins();
        ends();
        const auto before = [](const Mark& a, const Mark& b) {
            return std::tie(a.group, a.time) < std::tie(b.group, b.time);
        };
        whole = sortStoppably(marks, before, stop_);
    }

    std::vector<Mark> marks;
    bool whole = true; // otherwise stopped

private:
    void begins() {
        std::unordered_set<std::uint32_t> open;
        for (const SliceId id : trace_.openSlices()) {
            open.insert(id.value);
        }
        for (std::uint32_t s = 0; s < trace_.segments().size() && !stop_.stop_requested(); ++s) {
            const Segment& segment = *trace_.segments()[s];
            for (std::uint32_t i = 0; i < segment.size(); ++i) {
                const LayoutId layout = segment.layout[i];
                if (layout.value < boundary_.size() && boundary_[layout.value]) {
                    marks.push_back({group(layout, segment.row[i], segment.track), segment.start[i],
                                     segment.end(i), segment.name[i], false, open.contains(segment.first + i),
                                     false, BoundaryPlace{true, s, i}});
                }
            }
        }
    }

    void ends() {
        const PointTable& points = trace_.points();
        for (std::uint32_t i = 0; i < points.size(); ++i) {
            if (i % kBoundariesPerLook == 0 && stop_.stop_requested()) {
                return;
            }
            const LayoutId layout = points.layout[i];
            if (layout.value < boundary_.size() && boundary_[layout.value]) {
                marks.push_back({group(layout, points.row[i], points.track[i]), points.time[i], 0,
                                 points.name[i], name_.column(layout).has_value(), false, false,
                                 BoundaryPlace{false, 0, i}});
            }
        }
    }

    [[nodiscard]] Group group(LayoutId id, std::uint32_t row, TrackId track) {
        const ArgLayout& layout = *trace_.args().layout(id);
        if (layout.phase == 'B' || layout.phase == 'E') {
            return {false, track.value, 0, 0};
        }
        const std::int64_t cell = idOf(id, row);
        return {true, layout.category.value, cell, realms_.of(id, row, cell, track)};
    }

    [[nodiscard]] std::int64_t idOf(LayoutId id, std::uint32_t row) {
        for (ArgReader& reader : ids_) {
            if (reader.column(id)) {
                const auto value = reader.value(id, row);
                return value ? value->encode() : 0;
            }
        }
        return 0;
    }

    [[nodiscard]] ArgReader readerOf(std::string_view key) const {
        return {trace_.args(), trace_.strings().find(key), ArgReader::Level::Top};
    }

    const Trace& trace_;
    const std::stop_token& stop_;
    std::vector<bool> boundary_;
    ArgReader name_;
    std::array<ArgReader, 3> ids_;
    AsyncRealms realms_;
};

// What begins at one moment and is over in it, to be taken by name. Everything O(1) over all calls.
class Momentary {
public:
    explicit Momentary(std::span<Mark> begins)
        : begins_(begins) {
        for (Mark& begin : begins) {
            if (begin.end == begin.time) {
                (begin.neverEnds ? leftOpen_ : ended_)[begin.name.value].marks.push_back(&begin);
            }
        }
    }

    // One that ends of its own, or null.
    [[nodiscard]] Mark* take(const Mark& end) {
        if (end.anyName) {
            while (any_ < begins_.size() && !isFree(begins_[any_])) {
                ++any_;
            }
            return any_ < begins_.size() ? &begins_[any_] : nullptr;
        }
        const auto named = ended_.find(end.name.value);
        if (named == ended_.end() || named->second.next == named->second.marks.size()) {
            return nullptr;
        }
        return named->second.marks[named->second.next++];
    }

    // Those without an end of their own that are over with what this end closes.
    [[nodiscard]] std::vector<Mark*> takeLeftOpenBy(const Mark& end) {
        std::vector<Mark*> left;
        if (end.anyName) {
            return left;
        }
        std::erase_if(leftOpen_, [&](const auto& named) {
            const bool taken = named.first != end.name.value;
            if (taken) {
                left.insert(left.end(), named.second.marks.begin(), named.second.marks.end());
            }
            return taken;
        });
        return left;
    }

private:
    struct Queue {
        std::vector<Mark*> marks;
        std::size_t next = 0;
    };

    [[nodiscard]] static bool isFree(const Mark& begin) {
        return !begin.written && !begin.neverEnds && begin.end == begin.time;
    }

    std::span<Mark> begins_;
    std::size_t any_ = 0;
    std::map<std::uint32_t, Queue> ended_; // by name
    std::map<std::uint32_t, Queue> leftOpen_;
};

// Pairs as the importer would, and writes at each moment what makes it come out as it is.
class Replay {
public:
    Replay(std::vector<Mark>& marks, const std::stop_token& stop) {
        order.reserve(marks.size());
        for (std::size_t first = 0; first < marks.size() && !stop.stop_requested();) {
            if (first == 0 || marks[first - 1].group != marks[first].group) {
                open_.clear();
            }
            std::size_t last = first;
            while (last < marks.size() && marks[last].group == marks[first].group &&
                   marks[last].time == marks[first].time) {
                ++last;
            }
            moment({&marks[first], last - first});
            first = last;
        }
    }

    std::vector<BoundaryPlace> order;

private:
    void moment(std::span<Mark> marks) {
        const auto firstEnd = std::ranges::find(marks, false, [](const Mark& m) { return m.place.begins; });
        const std::span<Mark> begins(marks.begin(), firstEnd);
        const std::span<Mark> ends(firstEnd, marks.end());
        Momentary momentary(begins);
        for (Mark& end : ends) {
            if (const auto depth = closes(end)) {
                write(momentary.takeLeftOpenBy(end));
                open_.resize(*depth);
                write(end);
            }
        }
        // Which of them an end without a name closes is least certain, so the others choose first.
        for (const bool anyName : {false, true}) {
            for (Mark& end : ends) {
                if (!end.written && end.anyName == anyName) {
                    closeMomentary(end, momentary);
                }
            }
        }
        for (Mark& begin : begins) {
            if (!begin.written) {
                write(begin);
                open_.push_back(&begin);
            }
        }
    }

    // Or nothing: an end without a begin.
    void closeMomentary(Mark& end, Momentary& momentary) {
        if (Mark* begin = momentary.take(end)) {
            write(*begin);
            write(momentary.takeLeftOpenBy(end));
        }
        write(end);
    }

    // Where in open_ the slice is that this end closes; nothing if it is none that began before.
    [[nodiscard]] std::optional<std::size_t> closes(const Mark& end) const {
        for (std::size_t i = open_.size(); i-- > 0;) {
            const Mark& begin = *open_[i];
            if (begin.end != end.time) {
                return {};
            }
            if (end.anyName || begin.name == end.name) {
                return begin.neverEnds ? std::nullopt : std::optional(i);
            }
            if (!begin.neverEnds) {
                return {};
            }
        }
        return {};
    }

    void write(Mark& mark) {
        mark.written = true;
        order.push_back(mark.place);
    }

    void write(const std::vector<Mark*>& marks) {
        for (Mark* mark : marks) {
            write(*mark);
        }
    }

    std::vector<Mark*> open_; // begun before the moment
};

} // namespace

std::vector<bool> boundaryLayouts(const Trace& trace) {
    std::vector<bool> boundary;
    for (const auto& layout : trace.args().layouts) {
        boundary.push_back(isBoundary(layout->phase));
    }
    return boundary;
}

std::optional<std::vector<BoundaryPlace>> boundaryOrder(const Trace& trace, const std::stop_token& stop) {
    MarkList list(trace, stop);
    if (!list.whole) {
        return {};
    }
    Replay replay(list.marks, stop);
    return stop.stop_requested() ? std::nullopt : std::optional(std::move(replay.order));
}

} // namespace lanes
