#include "collector/recorder/devices/LaunchTexts.h"

#include "collector/ring/KernelSignature.h"
#include "model/base/Utf8.h"

#include <array>
#include <bit>
#include <charconv>
#include <string>

namespace lanes::recorder {

namespace {

template<class Number>
std::string textOf(Number number) {
    std::array<char, 32> digits{};
    const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), number);
    return {digits.data(), end};
}

std::string valueText(const ring::KernelParameter& parameter, std::uint64_t bits) {
    if (parameter.type.starts_with('f')) {
        return parameter.bytes == 8 ? textOf(std::bit_cast<double>(bits))
                                    : textOf(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
    }
    if (parameter.type.starts_with('i')) {
        const int unused = 64 - 8 * parameter.bytes;
        return textOf(static_cast<std::int64_t>(bits << unused) >> unused);
    }
    return textOf(bits);
}

} // namespace

StringId LaunchTexts::text(StringId signature, std::span<const std::uint64_t> values) {
    std::pair key{signature, std::vector<std::uint64_t>(values.begin(), values.end())};
    const auto known = known_.find(key);
    if (known != known_.end() || known_.size() >= kMost || values.empty()) {
        return known != known_.end() ? known->second : StringId();
    }
    const std::string parameters(writer_.text(signature)); // new texts move the others
    std::string text;
    std::size_t at = 0;
    ring::forEachValue(parameters, [&](const ring::KernelParameter& parameter) {
        if (at < values.size()) {
            text += (text.empty() ? "" : ", ") + std::string(parameter.name) + "=" +
                    valueText(parameter, values[at++]);
        }
    });
    const StringId made = text.empty() ? StringId() : writer_.string(repairUtf8(text));
    return known_.emplace(std::move(key), made).first->second;
}

} // namespace lanes::recorder
