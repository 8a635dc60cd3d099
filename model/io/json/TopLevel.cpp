#include "model/io/json/TopLevel.h"

#include "model/base/Utf8.h"
#include "model/io/json/EventRepair.h"
#include "model/io/json/JsonNumber.h"
#include "model/io/json/JsonScan.h"

#include <algorithm>
#include <tuple>

namespace lanes {

namespace {

// Reads `"key": value, ...` until something is neither.
class Entries {
public:
    // In front of events the text ends where they begin, whatever they are called. Behind them what damage has cut off may
    // follow: the next event there counts as another list.
    enum class Where : bool { InFront, Behind };

    Entries(Where where, std::string_view text, std::int64_t offset, Properties& properties,
            ImportIssues& issues)
        : where_(where)
        , padded_(std::string(text) + std::string(json::kPadding, '\0'))
        , p_(padded_.data())
        , end_(p_ + text.size())
        , offset_(offset)
        , properties_(properties)
        , issues_(issues) {}

    // Where a list of events follows, its first byte, or -1.
    std::int64_t read() {
        while (true) {
            rest_ = p_;
            p_ = std::find(p_, end_, '"');
            if (const char* event = eventBetween(rest_, p_)) {
                return offsetOf(event);
            }
            if (p_ == end_) {
                return events_ != nullptr ? offsetOf(events_) : -1;
            }
            const char* start = p_;
            lastIsLost_ = !entry();
            if (lastIsLost_) {
                issues_.hit(Issue::RepairedMetadata, offsetOf(start));
                p_ = nextLine(start);
                if (const char* event = eventBetween(rest_, p_)) {
                    return offsetOf(event);
                }
            }
        }
    }

    // What follows the last entry is text of no kind.
    void judgeRest() {
        const char* rubbish = findRubbish(rest_, end_);
        if (rubbish < end_) {
            issues_.hit(Issue::SkippedText, offsetOf(rubbish));
        }
    }

    // Does a brace stand behind the last entry, or at the end of a line of which no entry could be made?
    [[nodiscard]] bool isClosed() const {
        const std::string_view rest(rest_, end_);
        const std::string_view all(padded_.data(), end_);
        const std::size_t last = all.find_last_not_of(" \t\r\n");
        return rest.find('}') != std::string_view::npos ||
               (lastIsLost_ && last != std::string_view::npos && all[last] == '}');
    }

private:
    // Null: none.
    [[nodiscard]] const char* eventBetween(const char* from, const char* to) const {
        if (where_ == Where::InFront) {
            return nullptr;
        }
        const char* brace =
            std::find_if(from, to, [&](const char& c) { return c == '{' && hasPhase(&c, end_); });
        return brace < to ? brace : nullptr;
    }

    bool entry() {
        bool escaped = false;
        const char* close = json::stringEnd(p_ + 1, end_, escaped);
        const char* colon = close != nullptr ? json::skipSpace(close + 1, end_) : end_;
        if (colon >= end_ || *colon != ':') {
            return false;
        }
        const std::string key(p_ + 1, close);
        const char* value = json::skipSpace(colon + 1, end_);
        if (value >= end_ || (*value == '[' && (key == "traceEvents" || isLastOfHead(value)))) {
            events_ = value < end_ ? json::skipSpace(value + 1, end_) : nullptr;
            p_ = end_;
            return true;
        }
        const char* after = valueEnd(value);
        if (after != nullptr && isSeparated(after)) {
            add(key, {value, static_cast<std::size_t>(after - value)});
            p_ = after;
            return true;
        }
        return *value == '"' && mendedString(key, value);
    }

    [[nodiscard]] bool isLastOfHead(const char* bracket) const {
        return where_ == Where::InFront && json::skipSpace(bracket + 1, end_) == end_;
    }

    [[nodiscard]] const char* valueEnd(const char* value) const {
        if (*value == '"') {
            bool escaped = false;
            const char* close = json::stringEnd(value + 1, end_, escaped);
            return close != nullptr ? close + 1 : nullptr;
        }
        if (*value == '[' || *value == '{') {
            const char* after = json::skipBalanced(value, end_);
            return after != nullptr && json::validNesting(value, after) ? after : nullptr;
        }
        if (json::startsNumber(value)) {
            return json::numberEnd(value, end_);
        }
        return std::find_if(value, end_, [](char c) { return (c | 0x20) < 'a' || (c | 0x20) > 'z'; });
    }

    // The next entry or the end follows.
    [[nodiscard]] bool isSeparated(const char* p) const {
        p = json::skipSpace(p, end_);
        if (p >= end_ || *p == '}') {
            return true;
        }
        const char* next = json::skipSpace(p + 1, end_);
        return *p == ',' && (next >= end_ || *next == '"');
    }

    // A string with raw quotes: it ends with the last quote of its line, where torch ends it.
    bool mendedString(const std::string& key, const char* value) {
        const char* line = nextLine(value);
        const char* close = line;
        while (close > value + 1 && close[-1] != '"') {
            --close;
        }
        if (close <= value + 1 || !isSeparated(close)) {
            return false;
        }
        std::string inside;
        for (const char* p = value + 1; p < close - 1; ++p) {
            if (*p == '"' && p[-1] != '\\') {
                inside.push_back('\\');
            }
            inside.push_back(*p);
        }
        issues_.hit(Issue::RepairedMetadata, offsetOf(value));
        add(key, '"' + inside + '"');
        p_ = close;
        return true;
    }

    [[nodiscard]] const char* nextLine(const char* p) const {
        const char* at = std::find(p, end_, '\n');
        return at == end_ ? end_ : at + 1;
    }

    void add(const std::string& key, std::string_view value) {
        properties_.emplace_back(repairUtf8(key), repairUtf8(value));
    }

    [[nodiscard]] std::int64_t offsetOf(const char* p) const { return offset_ + (p - padded_.data()); }

    Where where_;
    std::string padded_;
    const char* p_;
    const char* end_;
    const char* rest_ = nullptr;   // behind the last entry
    bool lastIsLost_ = false;      // its line was left out
    const char* events_ = nullptr; // of the list of events that ended reading
    std::int64_t offset_;
    Properties& properties_;
    ImportIssues& issues_;
};

} // namespace

void readHead(std::string_view head, Properties& properties, ImportIssues& issues) {
    std::ignore = Entries(Entries::Where::InFront, head, 0, properties, issues).read();
}

std::int64_t readTail(Document document, std::string_view tail, std::int64_t offset, Properties& properties,
                      ImportIssues& issues) {
    Entries entries(Entries::Where::Behind, tail, offset, properties, issues);
    const std::int64_t events = entries.read();
    if (events < 0) {
        entries.judgeRest();
        if (document == Document::Object && !entries.isClosed()) {
            issues.hit(Issue::TruncatedTail, offset + static_cast<std::int64_t>(tail.size()));
        }
    }
    return events;
}

} // namespace lanes
