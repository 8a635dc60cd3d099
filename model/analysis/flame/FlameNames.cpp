#include "model/analysis/flame/FlameNames.h"

#include <algorithm>

namespace lanes {

namespace {

constexpr std::uint32_t kUnknown = 0xffffffffu;
constexpr std::uint32_t kContextText =
    0x80000000u;                                 // tells texts of the Python context from those of the trace
constexpr std::uint32_t kClassKey = 0xc0000000u; // a class of modules

} // namespace

const FlameNames::Name& FlameNames::of(StringId id, EventKind kind) {
    std::uint32_t& number = numberOf(id, kind);
    if (number == kUnknown) {
        const std::string_view text = trace_.text(id);
        number = static_cast<std::uint32_t>(known_.size());
        known_.push_back(tidied({id.value, text, belongsTo(kind_.source, kind, text)}, kind));
    }
    return known_[number];
}

FlameNames::Name FlameNames::ofFrame(std::uint32_t number, std::string_view text) {
    const bool module = text.starts_with(CallContext::kModulePrefix);
    return tidied({kContextText | number, text, module || kind_.source != FlameSource::Modules},
                  EventKind::PythonFunction);
}

bool FlameNames::takesPart(StringId id, EventKind kind) {
    if (kind != EventKind::PythonFunction || (kind_.source != FlameSource::Modules && !kind_.tidy)) {
        return belongsTo(kind_.source, kind, {});
    }
    return of(id, kind).takesPart;
}

// Every slice asks, so it is a place in a table. Ids that no text has are all the same nothing.
std::uint32_t& FlameNames::numberOf(StringId id, EventKind kind) {
    std::vector<std::uint32_t>& numbers = numbers_[static_cast<std::size_t>(kind)];
    if (numbers.empty()) {
        numbers.assign(trace_.strings().size() + 1, kUnknown);
    }
    return numbers[std::min<std::size_t>(id.value, numbers.size() - 1)];
}

FlameNames::Name FlameNames::tidied(Name name, EventKind kind) {
    if (!kind_.tidy || kind != EventKind::PythonFunction) {
        return name;
    }
    name.takesPart = name.takesPart && !isWrapperFrame(name.text);
    if (name.text.starts_with(CallContext::kModulePrefix)) {
        name.text =
            *made_->insert(std::string(CallContext::kModulePrefix) + std::string(moduleClass(name.text)))
                 .first;
        const auto number = static_cast<std::uint32_t>(classes_.size());
        name.key = kClassKey | classes_.try_emplace(name.text, number).first->second;
    }
    return name;
}

} // namespace lanes
