// The events of one range of a file, as numbered by the thread that read it: ids are those of its TextPool, its shapes
// and its tracks.
#pragma once

#include "model/base/Ids.h"
#include "model/base/Time.h"
#include "model/io/joining/ImportIssues.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace lanes {

struct EventRange {
    struct Slice {
        TimeNs start;
        TimeNs duration;
        std::uint32_t name;
        std::uint32_t shape;
        std::uint32_t row;
        std::uint32_t track;
        [[nodiscard]] TimeNs end() const { return start + duration; }
    };
    struct Point {
        TimeNs time;
        std::uint32_t name;
        std::uint32_t shape;
        std::uint32_t row;
        std::uint32_t track;
        std::uint32_t at; // byte offset from `begin`
    };
    // A begin or an end; paired when all ranges are there.
    struct Boundary {
        TimeNs time;
        std::uint32_t name;
        std::uint32_t shape;
        std::uint32_t row;
        std::uint32_t track;
        std::uint32_t at;
        std::int64_t id; // cell; only for asynchronous events
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
    // The slices [begin, end) of one track.
    struct Run {
        std::uint32_t track;
        std::uint32_t begin;
        std::uint32_t end;
    };

    // By run; within a run by start, the longest first, then as in the file.
    std::span<const Slice> slices;
    std::vector<Run> runs;
    std::span<const Point> points;
    std::span<const Flow> flows;
    std::span<const Correlation> correlations;
    std::shared_ptr<const void> sliceMemory; // keeps `slices` alive
    std::shared_ptr<const void> otherMemory; // keeps the other spans alive, except:
    std::span<const Boundary> boundaries;
    std::shared_ptr<const void> boundaryMemory; // keeps `boundaries` alive
    ImportIssues issues;

    std::uint32_t worker = 0;
    std::int64_t begin = 0;  // byte offset of its first event
    std::int64_t last = 0;   // where parsing stopped
    bool closed = false;     // true if the bracket that ends the events was read
    bool unfinished = false; // true if the text ended within the event at `last`
    std::uint64_t events = 0;
};

} // namespace lanes
