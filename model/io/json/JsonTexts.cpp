#include "model/io/json/JsonTexts.h"

#include "model/io/json/JsonScan.h"
#include "model/trace/args/JsonText.h"

#include <algorithm>

namespace lanes {

StringId JsonTexts::plain(const char* begin, const char* end, bool escaped) {
    if (!escaped) {
        return text(begin, end);
    }
    const std::string_view inside(begin, end);
    const std::uint32_t before = pool_.strings().size();
    const bool stray = hasStrayBackslash(inside);
    const StringId id = stray ? pool_.add(inside, begin, TextPool::Controls::AreFine)
                              : pool_.add(unescapeJson(inside), begin, TextPool::Controls::AreFine);
    if (id.value >= before) {
        pool_.noteName(id, stray, begin);
    }
    return id;
}

StringId JsonTexts::raw(const char* begin, const char* end) {
    // Between the values of an array controls are mere layout.
    const StringId id = pool_.add(std::string_view(begin, end), begin, TextPool::Controls::AreFine);
    Nesting& nesting = nestingOf(id);
    if (nesting == Nesting::Unknown) [[unlikely]] {
        nesting = json::validNesting(begin, end) ? Nesting::Valid : Nesting::Broken;
    }
    return nesting == Nesting::Valid ? id : StringId();
}

JsonTexts::Nesting& JsonTexts::nestingOf(StringId id) {
    if (id.value >= nesting_.size()) {
        nesting_.resize(std::max<std::size_t>(id.value + 1, nesting_.size() * 2), Nesting::Unknown);
    }
    return nesting_[id.value];
}

} // namespace lanes
