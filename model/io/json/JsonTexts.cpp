#include "model/io/json/JsonTexts.h"

#include "model/io/json/JsonScan.h"
#include "model/trace/args/JsonText.h"

#include <algorithm>

namespace lanes {

StringId JsonTexts::plain(const char* begin, const char* end, bool escaped) {
    return escaped ? pool_.add(unescapeJson(std::string_view(begin, end)), begin, TextPool::Controls::AreFine)
                   : text(begin, end);
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
