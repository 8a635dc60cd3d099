#include "app/render/RenderArguments.h"

#include <charconv>

namespace lanes {
namespace {

constexpr int kSmallestSide = 64;
constexpr int kLargestSide = 16384;

template<class Number>
std::optional<Number> wholeNumber(std::string_view text) {
    Number number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

} // namespace

std::optional<QSize> parseSize(std::string_view text) {
    const auto cross = text.find('x');
    if (cross == std::string_view::npos) {
        return std::nullopt;
    }
    const auto width = wholeNumber<int>(text.substr(0, cross));
    const auto height = wholeNumber<int>(text.substr(cross + 1));
    const auto fits = [](std::optional<int> side) {
        return side && *side >= kSmallestSide && *side <= kLargestSide;
    };
    return fits(width) && fits(height) ? std::optional(QSize(*width, *height)) : std::nullopt;
}

} // namespace lanes
