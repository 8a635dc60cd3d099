// Writes one event of a Trace as JSON, as it stood in the file it came from.
#pragma once

#include "model/trace/Trace.h"
#include "model/trace/args/JsonWriter.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lanes {

// One thread; of one trace.
class ChromeEvent {
public:
    explicit ChromeEvent(const Trace& trace);

    void slice(JsonWriter& json, const Segment& segment, std::uint32_t index);
    void point(JsonWriter& json, std::uint32_t index);
    // Only what stands in "args", as an object; false: it has none, and nothing is written.
    bool arguments(JsonWriter& json, const Segment& segment, std::uint32_t index) const;
    // Its "cat"; empty where it has none. O(1).
    [[nodiscard]] std::string_view category(const Segment& segment, std::uint32_t index) const;

private:
    struct Fields {
        char phase = 'X';
        StringId name;
        TrackId track;
        TimeNs time = 0;
        TimeNs duration = -1; // -1: it has none
        LayoutId layout;
        std::uint32_t row = 0;
        std::string_view category; // where there is no layout to say it
    };

    void event(JsonWriter& json, const Fields& fields);
    // What stands beside "args": as the file had it, where that still says what the model does.
    void topLevel(JsonWriter& json, const Fields& fields, const ArgColumn& column,
                  const ArgValue& value) const;
    bool rankedId(JsonWriter& json, const Fields& fields, const ArgColumn& column,
                  const ArgValue& value) const;
    [[nodiscard]] bool says(const ArgColumn& column, const ArgValue& value, TimeNs time) const;
    // Calls visit(column, value) for each of the row's that is there.
    template<class Visit>
    void columns(LayoutId layout, std::uint32_t row, bool topLevel, const Visit& visit) const;
    void member(JsonWriter& json, const ArgColumn& column, const ArgValue& value) const;
    // Under `key`, if there is one.
    bool object(JsonWriter& json, LayoutId layout, std::uint32_t row, std::string_view key = {}) const;
    [[nodiscard]] std::uint8_t keptIn(LayoutId id);

    const Trace& trace_;
    std::vector<std::int64_t> ranks_; // of a trace of several ranks, ascending
    std::vector<std::uint8_t> kept_;  // by layout, as keptIn() says; kUnread: not asked for yet
};

// Frames innermost first, as torch writes "Call stack"; the module that a frame is a call of stands around it, as in torch's
// own stacks of Python functions.
[[nodiscard]] std::string callStack(const Trace& trace, StackId stack);

// What a track's events have as "pid" and "tid"; empty for a track that the trace lacks, as damage leaves curves and events.
struct PlaceKeys {
    std::string_view process;
    std::string_view thread;
};
[[nodiscard]] PlaceKeys placeKeys(const Trace& trace, TrackId track);
// "pid" and "tid": a number as a number.
void writePlace(JsonWriter& json, std::string_view name, std::string_view key);

} // namespace lanes
