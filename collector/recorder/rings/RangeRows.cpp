#include "collector/recorder/rings/RangeRows.h"

#include "model/trace/ThreadRows.h"
#include "model/trace/args/JsonText.h"

#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <string>
#include <utility>

namespace lanes::recorder {

namespace {

using Form = RowBuilder::Form;

constexpr std::string_view kCompileDomain = "torch.compile";
constexpr std::string_view kPayload = "Payload";

template<class Value>
std::string textOf(Value value) {
    std::array<char, 32> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
    return {text.data(), end};
}

// As JSON has it: Python's names for what is no number.
std::string decimalText(double value) {
    return std::isnan(value)   ? "NaN"
           : std::isinf(value) ? value > 0 ? "Infinity" : "-Infinity"
                               : textOf(value);
}

std::string colorText(std::uint32_t argb) {
    std::array<char, 8> text{};
    std::snprintf(text.data(), text.size(), "#%06x", argb & 0xFFFFFFu);
    return text.data();
}

} // namespace

void RangeRows::addText(std::string_view key, StringId text) {
    row_.addText(key, escapeJson(writer_.text(text)), Form::String);
}

void RangeRows::addPayload(const ring::RangeBegin& range) {
    using ring::PayloadKind;
    const auto low = static_cast<std::uint32_t>(range.payload);
    const auto addWhole = [&](auto value) {
        if (std::in_range<std::int64_t>(value) && ArgValue::fitsInteger(static_cast<std::int64_t>(value))) {
            row_.add(kPayload, static_cast<std::int64_t>(value));
        } else {
            row_.addText(kPayload, textOf(value));
        }
    };
    switch (range.payloadKind) {
    case PayloadKind::Unsigned64:
        return addWhole(range.payload);
    case PayloadKind::Signed64:
        return addWhole(static_cast<std::int64_t>(range.payload));
    case PayloadKind::Unsigned32:
        return addWhole(low);
    case PayloadKind::Signed32:
        return addWhole(static_cast<std::int32_t>(low));
    case PayloadKind::Double:
        return row_.addText(kPayload, decimalText(std::bit_cast<double>(range.payload)));
    case PayloadKind::Float:
        return row_.addText(kPayload, decimalText(double{std::bit_cast<float>(low)}));
    case PayloadKind::None:
        break;
    }
}

void RangeRows::addAll(const ring::RangeBegin& range, const RingDefinitions& definitions) {
    const bool isCollection = (range.header.flags & ring::kCollection) != 0; // its domain is ours
    if (const auto* domain = definitions.name(range.domain); domain != nullptr && !isCollection) {
        addText("Domain", domain->text);
    }
    if (const auto* category = definitions.name(range.categoryName)) {
        addText("Category", category->text);
    } else if (range.category != 0) {
        row_.add("Category", range.category);
    }
    if ((range.header.flags & ring::kHasColor) != 0) {
        row_.addText("Color", colorText(range.color), Form::String);
    }
    addPayload(range);
    row_.addStack(definitions.stack(range.stack));
}

LayoutId RangeRows::range(const ring::RangeBegin& range, const RingDefinitions& definitions,
                          std::vector<std::int64_t>& cells) {
    addAll(range, definitions);
    return row_.finish((range.header.flags & ring::kCollection) != 0 ? "python gc" : "user_annotation",
                       cells);
}

bool RangeRows::isCompilation(const ring::RangeBegin& range, const RingDefinitions& definitions) const {
    const auto* domain = definitions.name(range.domain);
    return domain != nullptr && writer_.text(domain->text) == kCompileDomain;
}

LayoutId RangeRows::compilation(const ring::RangeBegin& range, const RingDefinitions& definitions,
                                std::vector<std::int64_t>& cells) {
    row_.addStack(definitions.stack(range.stack));
    return row_.finish(kCompilationCategory, cells);
}

LayoutId RangeRows::mark(const ring::RangeBegin& mark, const RingDefinitions& definitions,
                         std::vector<std::int64_t>& cells) {
    addAll(mark, definitions);
    return row_.finish("user_annotation", cells, 'i');
}

} // namespace lanes::recorder
