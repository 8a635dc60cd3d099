// The events of one range of a file, in columns, as the thread that read it knows them: ids are of its TextPool, its
// shapes and its tracks.
#pragma once

#include "model/base/Ids.h"
#include "model/base/Time.h"
#include "model/io/ImportIssues.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace lanes {

// Orders slices: by start, the longest first, then as in the file.
struct SliceKey {
    TimeNs start = 0;
    std::uint32_t shortness = 0; // ~duration, 0 for one that does not fit
    std::uint32_t index = 0;

    friend bool operator<(const SliceKey& a, const SliceKey& b) {
        if (a.start != b.start) {
            return a.start < b.start;
        }
        return a.shortness != b.shortness ? a.shortness < b.shortness : a.index < b.index;
    }
    [[nodiscard]] static std::uint32_t shortnessOf(TimeNs duration) {
        return duration >= std::numeric_limits<std::uint32_t>::max() ? 0
                                                                     : ~static_cast<std::uint32_t>(duration);
    }
};

struct EventRange {
    struct Columns {
        std::vector<TimeNs> time;
        std::vector<std::uint32_t> name;
        std::vector<std::uint32_t> shape;
        std::vector<std::uint32_t> row;

        [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(time.size()); }
        void reserve(std::size_t n);
    };
    // Which track a slice is of is known by its run.
    struct Slices : Columns {
        std::vector<TimeNs> duration;
    };
    struct Points : Columns {
        std::vector<std::uint32_t> track;
        std::vector<std::uint32_t> at; // byte offset from `begin`
    };
    // A begin or an end, to be paired once all ranges are there.
    struct Boundary {
        TimeNs time;
        std::uint32_t name;
        std::uint32_t shape;
        std::uint32_t row;
        std::uint32_t track;
        std::uint32_t at;
        std::int64_t id; // cell; asynchronous ones
    };
    struct Flow {
        std::int64_t id; // cell
        std::uint32_t point;
    };
    struct Correlation {
        std::int64_t id; // cell
        std::uint32_t slice;
        std::uint32_t at;
    };
    // Slices of one track: keys [begin, end) of `keys`, sorted.
    struct Run {
        std::uint32_t track;
        std::uint32_t begin;
        std::uint32_t end;
    };

    Slices slices;
    Points points;
    std::vector<Boundary> boundaries;
    std::vector<Flow> flows;
    std::vector<Correlation> correlations;
    std::vector<SliceKey> keys;
    std::vector<Run> runs;
    ImportIssues issues;

    std::uint32_t worker = 0;
    std::int64_t begin = 0;  // byte offset of its first event
    std::int64_t last = 0;   // where parsing stopped
    bool closed = false;     // by the bracket that ends the events
    bool unfinished = false; // the text ended within the event at `last`
    std::uint64_t events = 0;
};

} // namespace lanes
