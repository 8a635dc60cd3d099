// One importing thread's parser of ranges of events. Each event is compared with the known layouts. If none matches, it
// is parsed strictly and its layout is learned. If that fails, its quotes are repaired. If that fails too, it is left
// out, and parsing goes on at the next event.
#pragma once

#include "model/io/joining/BatchWriter.h"
#include "model/io/json/JsonTexts.h"
#include "model/io/json/LayoutTree.h"
#include "model/io/json/StrictEvent.h"

#include <string>
#include <string_view>
#include <vector>

namespace lanes {

class RangeParser {
public:
    // The separator of events; commas are accepted everywhere.
    enum class Between : bool { Commas, LineBreaks };
    explicit RangeParser(BatchWriter& out, Between between = Between::Commas);
    RangeParser(const RangeParser&) = delete;
    RangeParser& operator=(const RangeParser&) = delete;

    // Parses events from `text` on, which is at `offset` of the (uncompressed) file, until the text's end or the bracket
    // that closes the events. json::kPadding zero bytes must follow the text. `lastOfFile`: nothing follows, so an event
    // without an end is damage, not a cut between two ranges.
    void parse(std::string_view text, std::int64_t offset, bool lastOfFile, EventRange& range);

private:
    [[nodiscard]] const char* event(const char* p);
    [[nodiscard]] const char* matched(const char* p);
    [[nodiscard]] const char* parsed(const char* p, const char* end, const char* at);
    [[nodiscard]] const char* mended(const char* p);
    [[nodiscard]] const char* mendedAs(const char* p);
    [[nodiscard]] const char* lost(const char* p, bool cut);
    [[nodiscard]] const char* sight(const char* p, std::ptrdiff_t most) const;
    [[nodiscard]] const char* separator(const char* p);
    void add(std::uint32_t shape, const char* at);

    [[nodiscard]] std::int64_t offsetOf(const char* p) const { return offset_ + (p - text_); }
    void issue(Issue kind, const char* at) { range_->issues.hit(kind, offsetOf(at)); }

    const Between between_;
    BatchWriter& out_;
    JsonTexts texts_;
    LayoutTree tree_;
    StrictEvent strict_;
    std::vector<LayoutTree::Beginning>
        usualNext_; // by shape: first edge of the event after the last such one
    std::uint32_t lastShape_ = 0;
    SlotValues values_;
    std::string mended_;

    // The state of the range being parsed.
    EventRange* range_ = nullptr;
    const char* text_ = nullptr;
    const char* end_ = nullptr;
    std::int64_t offset_ = 0;
    bool lastOfFile_ = false;
    bool done_ = false;           // parsing must stop
    bool whole_ = false;          // the last parsed item was an event
    std::ptrdiff_t patience_ = 0; // bytes that may still be read without success
};

} // namespace lanes
