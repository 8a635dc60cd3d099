#include "model/io/joining/TextPool.h"

#include "model/base/Utf8.h"
#include "model/trace/args/JsonText.h"

#include <algorithm>

namespace lanes {

namespace {

// Its entries in the table of texts and in the tables that find it.
constexpr std::size_t kBytesPerText = 48;

bool hasControls(std::string_view text) {
    return std::ranges::any_of(text, [](char c) { return static_cast<unsigned char>(c) < ' '; });
}

// Nothing but printable ASCII, as nearly all texts are: looks at every byte, which compilers do many at a time.
bool isPlain(std::string_view text) {
    unsigned odd = 0;
    for (const char c : text) {
        odd |= static_cast<unsigned>(static_cast<signed char>(c) < ' '); // controls, and what is beyond ASCII
    }
    return odd == 0;
}

} // namespace

TextPool::TextPool() {
    // The empty text has id 0, so that a missing name has an id too.
    known_ = strings_.intern({}).value + 1;
}

void TextPool::noteFirst(std::int64_t& first, const char* at) const {
    const std::int64_t offset = offset_ + (text_ != nullptr ? at - text_ : 0);
    first = first < 0 ? offset : std::min(first, offset);
}

void TextPool::noteStray(const char* at) {
    ++backslashes_.strays;
    noteFirst(backslashes_.firstStray, at);
}

void TextPool::noteName(StringId id, bool stray, const char* at) {
    if (stray) {
        noteStray(at);
    } else if (hasControls(strings_.view(id))) {
        backslashes_.withBreaks.push_back(id);
    }
}

void TextPool::checkBackslashes(StringId id, const char* at) {
    const std::string_view text = strings_.view(id);
    if (hasStrayBackslash(text)) {
        noteStray(at);
        backslashes_.values.push_back(id);
    } else if (text.find("\\\\") == std::string_view::npos) {
        backslashes_.perhaps.push_back(id);
    }
}

void TextPool::check(StringId id, Controls controls, const char* at) {
    known_ = id.value + 1;
    const std::string_view text = strings_.view(id);
    bytes_ += text.size() + kBytesPerText;
    if (controls == Controls::AreOdd && text.find('\\') != std::string_view::npos) [[unlikely]] {
        checkBackslashes(id, at);
    }
    if (isPlain(text)) [[likely]] {
        return;
    }
    if (!isUtf8(text)) {
        invalid_.push_back(id);
        noteFirst(invalidAt_, at);
    }
    if (controls == Controls::AreOdd && hasControls(text)) {
        ++controls_;
        noteFirst(controlAt_, at);
    }
}

} // namespace lanes
