#include "model/io/joining/BoundaryOrder.h"

#include "model/base/StoppableSort.h"
#include "model/io/joining/AsyncRealms.h"
#include "model/trace/args/ArgReader.h"

#include <algorithm>
#include <array>
#include <optional>
#include <ranges>
#include <span>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace lanes {

namespace {

constexpr std::uint32_t kBoundariesPerLook = 1U << 16U; // whether to stop

bool isBoundary(char phase) {
    return phase != 0 && std::string_view("BEbeSF").find(phase) != std::string_view::npos;
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
    bool anyName;   // an end whose name is missing or empty
    bool neverEnds; // a begin whose end was missing
    bool written;
    bool over; // its end has been written
    BoundaryPlace place;
};

// All marks; those of one group and time as they stand in the trace, begins first.
class MarkList {
public:
    MarkList(const Trace& trace, const std::stop_token& stop)
        : trace_(trace)
        , stop_(stop)
        , boundary_(boundaryLayouts(trace))
        , ids_{readerOf("id"), readerOf("id2"), readerOf("bind_id")}
        , realms_(trace.args(), trace.tracks(), trace.strings(),
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
                                     false, false, BoundaryPlace{true, s, i}});
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
                                 points.name[i], trace_.text(points.name[i]).empty(), false, false, false,
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

    [[nodiscard]] ArgReader readerOf(ArgKey key) const {
        return {trace_.args(), trace_.strings(), key, ArgReader::Level::Top};
    }

    const Trace& trace_;
    const std::stop_token& stop_;
    std::vector<bool> boundary_;
    std::array<ArgReader, 3> ids_;
    AsyncRealms realms_;
};

// Pairs as the importer would, and writes at each moment what makes it come out as it is. Which end closes which slice does
// not matter, as long as each slice ends when it did. Everything O(1) over all marks of a moment, but for sorting.
class Replay {
public:
    Replay(std::vector<Mark>& marks, const std::stop_token& stop) {
        order.reserve(marks.size());
        for (std::size_t first = 0; first < marks.size() && !stop.stop_requested();) {
            if (first == 0 || marks[first - 1].group != marks[first].group) {
                open_.clear();
                openOf_.clear();
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
        noteNames(ends);
        beginWithinWhatEnds(begins);
        // An end with a name has no choice, so those without choose last.
        for (const bool anyName : {false, true}) {
            for (Mark& end : ends) {
                Mark* const closed = end.anyName == anyName ? closedBy(end) : nullptr;
                if (closed != nullptr) {
                    closed->over = true;
                    write(end);
                }
            }
        }
        passUnmatched(begins, ends);
        noteNames(ends);
        passMomentary(begins, ends);
        for (Mark& begin : begins) {
            if (!begin.written) {
                open(begin);
            }
        }
    }

    // Which begins an end of this moment, not written yet, would close.
    void noteNames(std::span<const Mark> ends) {
        endNames_.clear();
        anyEnds_ = false;
        for (const Mark& end : ends) {
            if (!end.written) {
                endNames_.insert(end.name.value);
                anyEnds_ = anyEnds_ || end.anyName;
            }
        }
    }

    [[nodiscard]] bool isSafe(const Mark& begin) const {
        return begin.neverEnds && !anyEnds_ && !endNames_.contains(begin.name.value);
    }

    // What is over at once as what it began in is, without an end of its own.
    void beginWithinWhatEnds(std::span<Mark> begins) {
        for (Mark& begin : begins) {
            const Mark* const around = innermost(open_);
            if (isSafe(begin) && begin.end == begin.time && around != nullptr && around->end == begin.time) {
                open(begin);
            }
        }
    }

    // Named ends that close nothing come before all that begins: more than what begins and ends at this moment needs.
    void passUnmatched(std::span<const Mark> begins, std::span<Mark> ends) {
        std::unordered_map<std::uint32_t, int> needed;
        for (const Mark& begin : begins) {
            needed[begin.name.value] += begin.end == begin.time && !begin.neverEnds ? 1 : 0;
        }
        for (Mark& end : std::views::reverse(ends)) {
            if (!end.written && !end.anyName && needed[end.name.value]-- <= 0) {
                write(end);
            }
        }
    }

    // What begins at this moment and is over in it, and ends that are left.
    void passMomentary(std::span<Mark> begins, std::span<Mark> ends) {
        std::unordered_map<std::uint32_t, std::vector<Mark*>> named; // the last in front
        std::vector<Mark*> all;
        std::vector<Mark*> unended; // over as what they began in is
        for (Mark& begin : std::views::reverse(begins)) {
            if (begin.written || begin.end != begin.time) {
                continue;
            }
            if (begin.neverEnds && !isSafe(begin)) {
                continue;
            }
            if (begin.neverEnds) {
                unended.push_back(&begin);
            } else {
                named[begin.name.value].push_back(&begin);
                all.push_back(&begin);
            }
        }
        for (const bool anyName : {false, true}) {
            for (Mark& end : ends) {
                if (end.written || end.anyName != anyName) {
                    continue;
                }
                if (Mark* const begin = lastUnwritten(anyName ? all : named[end.name.value])) {
                    write(*begin);
                    std::ranges::for_each(std::exchange(unended, {}), [&](Mark* inner) { open(*inner); });
                }
                write(end);
            }
        }
    }

    [[nodiscard]] static Mark* lastUnwritten(std::vector<Mark*>& marks) {
        while (!marks.empty() && marks.back()->written) {
            marks.pop_back();
        }
        return marks.empty() ? nullptr : marks.back();
    }

    // The slice that began before and ends with this end, or null.
    [[nodiscard]] Mark* closedBy(const Mark& end) {
        Mark* const begin = innermost(end.anyName ? open_ : openOf_[end.name.value]);
        return begin != nullptr && begin->end == end.time && !begin->neverEnds ? begin : nullptr;
    }

    [[nodiscard]] static Mark* innermost(std::vector<Mark*>& begun) {
        while (!begun.empty() && begun.back()->over) {
            begun.pop_back();
        }
        return begun.empty() ? nullptr : begun.back();
    }

    void open(Mark& begin) {
        write(begin);
        open_.push_back(&begin);
        openOf_[begin.name.value].push_back(&begin);
    }

    void write(Mark& mark) {
        mark.written = true;
        order.push_back(mark.place);
    }

    std::unordered_set<std::uint32_t> endNames_;                   // of this moment
    bool anyEnds_ = false;                                         // some have none
    std::vector<Mark*> open_;                                      // begun before; some are over
    std::unordered_map<std::uint32_t, std::vector<Mark*>> openOf_; // the same by name
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
