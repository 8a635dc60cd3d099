// Writes one event of a Trace as JSON, as in the file that it came from.
#pragma once

#include "model/trace/Trace.h"
#include "model/trace/args/JsonWriter.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lanes {

// One thread, for one trace.
class ChromeEvent {
public:
    explicit ChromeEvent(const Trace& trace);

    void slice(JsonWriter& json, const Segment& segment, std::uint32_t index);
    void point(JsonWriter& json, std::uint32_t index);
    // Writes only the content of "args", as an object. False: the event has none, and nothing is written.
    bool arguments(JsonWriter& json, const Segment& segment, std::uint32_t index) const;
    // The event's "cat"; empty if it has none. O(1).
    [[nodiscard]] std::string_view category(const Segment& segment, std::uint32_t index) const;

private:
    struct Fields {
        char phase = 'X';
        StringId name;
        TrackId track;
        TimeNs time = 0;
        TimeNs duration = -1; // -1: the event has none
        LayoutId layout;
        std::uint32_t row = 0;
        std::string_view category; // used if there is no layout
    };

    void event(JsonWriter& json, const Fields& fields);
    // Writes the fields beside "args" as in the file, if they still agree with the model.
    void topLevel(JsonWriter& json, const Fields& fields, const ArgColumn& column,
                  const ArgValue& value) const;
    bool rankedId(JsonWriter& json, const Fields& fields, const ArgColumn& column,
                  const ArgValue& value) const;
    [[nodiscard]] bool says(const ArgColumn& column, const ArgValue& value, TimeNs time) const;
    // Calls visit(column, value) for each value that the row has.
    template<class Visit>
    void columns(LayoutId layout, std::uint32_t row, bool topLevel, const Visit& visit) const;
    void member(JsonWriter& json, const ArgColumn& column, const ArgValue& value) const;
    // Writes the object under `key`, if that is not empty.
    bool object(JsonWriter& json, LayoutId layout, std::uint32_t row, std::string_view key = {}) const;
    [[nodiscard]] std::uint8_t keptIn(LayoutId id);

    const Trace& trace_;
    std::vector<std::int64_t> ranks_; // of a trace with several ranks, ascending
    std::vector<std::uint8_t> kept_;  // by layout, the result of keptIn(); kUnread: not computed yet
};

// Frames innermost first, as torch writes "Call stack". The module that a frame is a call of is the next outer entry, as
// in torch's own stacks of Python functions.
[[nodiscard]] std::string callStack(const Trace& trace, StackId stack);

// The "pid" and "tid" of a track's events. Empty for a track that the trace lacks, as damage may leave curves and events.
struct PlaceKeys {
    std::string_view process;
    std::string_view thread;
};
[[nodiscard]] PlaceKeys placeKeys(const Trace& trace, TrackId track);
// Writes "pid" or "tid"; a number is written as a number.
void writePlace(JsonWriter& json, std::string_view name, std::string_view key);

} // namespace lanes
