// Writes one event of a Trace as JSON, as it stood in the file it came from.
#pragma once

#include "model/trace/Trace.h"

#include <string>
#include <string_view>

namespace lanes {

// One thread; of one trace.
class ChromeEvent {
public:
    explicit ChromeEvent(const Trace& trace)
        : trace_(trace) {}

    void slice(std::string& out, const Segment& segment, std::uint32_t index);
    void point(std::string& out, std::uint32_t index);
    // Only what stands in "args", as an object; false: it has none.
    bool arguments(std::string& out, const Segment& segment, std::uint32_t index) const;
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

    void event(std::string& out, const Fields& fields);
    // False, of both: there are none.
    bool object(std::string& out, LayoutId layout, std::uint32_t row) const;
    bool columns(std::string& out, LayoutId layout, std::uint32_t row,
                 bool topLevel) const; // with ", " behind each
    void value(std::string& out, const ArgColumn& column, const ArgValue& value) const;
    [[nodiscard]] bool keeps(const ArgLayout* layout, std::string_view key) const;

    const Trace& trace_;
};

// "12.345": nanoseconds as microseconds.
void appendMicroseconds(std::string& out, TimeNs time);

} // namespace lanes
