#include "model/io/json/EventRepair.h"

#include "model/io/json/JsonNumber.h"
#include "model/io/json/JsonScan.h"
#include "model/io/json/StrictEvent.h"
#include "model/trace/args/JsonText.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>

namespace lanes {

namespace {

using json::skipSpace;

constexpr std::array<std::string_view, 9> kFirstKeys{"ph", "name", "cat", "pid", "tid",
                                                     "ts", "args", "bp",  "dur"};
constexpr std::ptrdiff_t kRepairLimit = std::ptrdiff_t{8} << 20;
constexpr std::ptrdiff_t kKeyLimit = 256;
constexpr std::ptrdiff_t kPhaseLimit = 1024;

// The arguments of metadata events start with "name" too: an event has another key behind its value.
bool anotherKeyFollows(const char* p, const char* end) {
    p = skipSpace(p, end);
    bool escaped = false;
    const char* close = p < end && *p == '"' ? json::stringEnd(p + 1, end, escaped) : nullptr;
    if (close == nullptr) {
        return false;
    }
    p = skipSpace(close + 1, end);
    return p < end && *p == ',';
}

bool isEventStart(const char* brace, const char* end) {
    const char* p = skipSpace(brace + 1, end);
    if (p >= end || *p != '"') {
        return false;
    }
    ++p;
    for (const std::string_view key : kFirstKeys) {
        if (static_cast<std::size_t>(end - p) <= key.size() + 1 ||
            std::memcmp(p, key.data(), key.size()) != 0 || p[key.size()] != '"') {
            continue;
        }
        const char* colon = skipSpace(p + key.size() + 1, end);
        if (colon >= end || *colon != ':') {
            return false;
        }
        return key != "name" || anotherKeyFollows(colon + 1, end);
    }
    return hasPhase(brace, end);
}

// `p` stands on a value: one past it, or null.
const char* valueEnd(const char* p, const char* end) {
    if (p < end && (*p == '{' || *p == '[')) {
        return json::skipBalanced(p, end);
    }
    bool escaped = false;
    if (p < end && *p == '"') {
        const char* close = json::stringEnd(p + 1, end, escaped);
        return close != nullptr ? close + 1 : nullptr;
    }
    return std::find_if(p, end, [](char c) { return c == ',' || c == '}' || c == '"'; });
}

// Does `"key" :` stand at `p`? Keys are short and stay on their line.
bool keyFollows(const char* p, const char* end) {
    if (p >= end || *p != '"') {
        return false;
    }
    const char* limit = end - p > kKeyLimit ? p + kKeyLimit : end;
    for (const char* q = p + 1; q < limit && *q != '\n'; ++q) {
        if (*q != '"' || q[-1] == '\\') {
            continue;
        }
        const char* after = skipSpace(q + 1, end);
        if (after >= end || *after == ':') {
            return after < end;
        }
        if (*after == ',' || *after == '}') {
            return false;
        }
    }
    return false;
}

// Writes one event again, string by string.
class Mender {
public:
    Mender(const char* p, const char* end, Reading reading, std::string& out)
        : begin_(p)
        , p_(p)
        , end_(end)
        , limit_(end - p > kRepairLimit ? p + kRepairLimit : end)
        , reading_(reading)
        , out_(out) {
        out_.clear();
    }

    const char* run() {
        while (p_ < limit_) {
            if (*p_ == '"') {
                if (!string()) {
                    return nullptr;
                }
                continue;
            }
            if (*p_ == '{' && !out_.empty() && isEventStart(p_, end_)) {
                return nullptr; // ran into the next event
            }
            if (next_ != Next::Separator && startsWord(*p_) ? !word() : !punctuation()) {
                return nullptr;
            }
            if (open_.empty()) {
                return p_;
            }
        }
        return nullptr;
    }
    [[nodiscard]] const char* seen() const { return p_; }

private:
    enum class Next : std::uint8_t { Key, Value, Element, Separator };

    bool punctuation() {
        const char c = *p_;
        if (next_ == Next::Value && (c == ',' || c == '}')) {
            out_ += "null";
            next_ = Next::Separator;
        }
        if (c == '{' || c == '[') {
            open_.push_back(c);
            next_ = c == '{' ? Next::Key : Next::Element;
        } else if (c == '}' || c == ']') {
            if (open_.empty() || open_.back() != (c == '}' ? '{' : '[')) {
                return false;
            }
            open_.pop_back();
            if (next_ != Next::Separator) {
                dropComma();
            }
            next_ = Next::Separator;
        } else if (c == ',') {
            next_ = !open_.empty() && open_.back() == '{' ? Next::Key : Next::Element;
        } else if (c == ':') {
            next_ = Next::Value;
        }
        out_.push_back(c);
        ++p_;
        return true;
    }

    void dropComma() {
        while (!out_.empty() && static_cast<unsigned char>(out_.back()) <= ' ') {
            out_.pop_back();
        }
        if (out_.ends_with(',')) {
            out_.pop_back();
        }
    }

    [[nodiscard]] static bool startsWord(char c) {
        return static_cast<unsigned char>(c) > ' ' &&
               std::string_view("{}[],:\"").find(c) == std::string_view::npos;
    }

    // A key or value without quotes. It crosses no line.
    bool word() {
        const std::string_view ends = next_ == Next::Key ? "{}[],:\"\n" : "{}[],\"\n";
        const char* to =
            std::find_if(p_, limit_, [&](char c) { return ends.find(c) != std::string_view::npos; });
        if (to == limit_ || *to == '"' || *to == '{' || *to == '[') {
            return false;
        }
        std::string_view text(p_, to);
        text = text.substr(0, text.find_last_not_of(" \t\r") + 1);
        const char* number = json::startsNumber(p_) ? json::numberEnd(p_, end_) : nullptr;
        if (next_ != Next::Key && (number == text.data() + text.size() || isBareWord(text))) {
            out_ += text;
        } else {
            out_ += '"' + escapeJson(text) + '"';
        }
        p_ = text.data() + text.size();
        next_ = Next::Separator;
        return true;
    }

    bool string() {
        const bool isKey = next_ == Next::Key;
        std::string inside;
        for (++p_; p_ < limit_; ++p_) {
            if (*p_ == '\\' && p_ + 1 < limit_) {
                if (reading_ == Reading::PlainBackslashes) {
                    inside += "\\\\";
                } else {
                    inside.append(p_, 2);
                    ++p_;
                }
                continue;
            }
            if (*p_ == '\n' && reading_ != Reading::CrossesLines) {
                return false; // no string of a trace crosses a line
            }
            if (*p_ == '{' && nextEventFollows()) {
                return false;
            }
            if (*p_ == '"') {
                if (plausibleEnd(isKey)) {
                    break;
                }
                inside.push_back('\\');
            }
            inside.push_back(*p_);
        }
        if (p_ >= limit_) {
            return false;
        }
        ++p_;
        next_ = Next::Separator;
        out_.push_back('"');
        out_ += reading_ == Reading::CrossesLines ? escapeControls(inside) : inside;
        out_.push_back('"');
        return true;
    }

    // Does an event start at p_, behind the end of another? A name may hold the first of these, hardly both.
    [[nodiscard]] bool nextEventFollows() const {
        const char* p = p_;
        const auto before = [&] {
            while (p > begin_ && static_cast<unsigned char>(p[-1]) <= ' ') {
                --p;
            }
            return p > begin_ ? p[-1] : '\0';
        };
        if (before() == ',') {
            --p;
        }
        return before() == '}' && isEventStart(p_, end_);
    }

    // Is the quote at p_ the end of its string?
    [[nodiscard]] bool plausibleEnd(bool isKey) const {
        const char* p = skipSpace(p_ + 1, end_);
        if (p >= end_) {
            return true;
        }
        if (isKey) {
            return *p == ':';
        }
        if (*p == '}' || *p == ']') {
            p = skipSpace(p + 1, end_);
            return p >= end_ || *p == ',' || *p == '}' || *p == ']' || (*p == '{' && open_.size() == 1);
        }
        if (*p != ',') {
            return false;
        }
        return (!open_.empty() && open_.back() == '[') || keyFollows(skipSpace(p + 1, end_), end_);
    }

    const char* begin_;
    const char* p_;
    const char* end_;
    const char* limit_;
    Reading reading_;
    std::string& out_;
    std::string open_;
    Next next_ = Next::Element;
};

} // namespace

const char* findEvent(const char* p, const char* end) {
    while (p < end) {
        p = static_cast<const char*>(std::memchr(p, '{', static_cast<std::size_t>(end - p)));
        if (p == nullptr) {
            return end;
        }
        if (isEventStart(p, end)) {
            return p;
        }
        ++p;
    }
    return end;
}

const char* findLastEvent(const char* p, const char* end) {
    for (const char* q = end; q > p;) {
        q = static_cast<const char*>(memrchr(p, '{', static_cast<std::size_t>(q - p)));
        if (q == nullptr) {
            return nullptr;
        }
        if (isEventStart(q, end)) {
            return q;
        }
    }
    return nullptr;
}

bool hasPhase(const char* brace, const char* end) {
    end = end - brace > kPhaseLimit ? brace + kPhaseLimit : end;
    const char* p = skipSpace(brace + 1, end);
    while (p < end && *p == '"') {
        bool escaped = false;
        const char* close = json::stringEnd(p + 1, end, escaped);
        const char* colon = close != nullptr ? skipSpace(close + 1, end) : end;
        if (colon >= end || *colon != ':') {
            return false;
        }
        const char* value = skipSpace(colon + 1, end);
        if (std::string_view(p + 1, close) == "ph") {
            return value < end && *value == '"';
        }
        const char* after = valueEnd(value, end);
        const char* comma = after != nullptr ? skipSpace(after, end) : end;
        if (comma >= end || *comma != ',') {
            return false;
        }
        p = skipSpace(comma + 1, end);
    }
    return false;
}

const char* repairEvent(const char* p, const char* end, Reading reading, std::string& out,
                        const char*& seen) {
    Mender mender(p, end, reading, out);
    const char* after = mender.run();
    seen = mender.seen();
    return after;
}

const char* findRubbish(const char* p, const char* end) {
    return std::find_if(p, end, [](char c) {
        return static_cast<unsigned char>(c) > ' ' && c != ',' && c != ']' && c != '}';
    });
}

bool closesEvents(const char* bracket, const char* end) {
    const char* p = skipSpace(bracket + 1, end);
    if (p >= end || *p == '}') {
        return true;
    }
    if (*p != ',') {
        return false;
    }
    p = skipSpace(p + 1, end);
    return p >= end || *p == '"';
}

} // namespace lanes
