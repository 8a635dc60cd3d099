#include "collector/recorder/devices/LaunchTexts.h"

#include "collector/ring/KernelSignature.h"
#include "model/base/Utf8.h"

#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <limits>
#include <string>

namespace lanes::recorder {

namespace {

template<class... Number>
std::string textOf(Number... number) {
    std::array<char, 32> digits{};
    const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), number...);
    return {digits.data(), end};
}

// Of sign, exponent and fraction.
float halfOf(std::uint64_t bits) {
    const float sign = (bits & 0x8000) != 0 ? -1.F : 1.F;
    const int exponent = static_cast<int>(bits >> 10 & 0x1f);
    const auto fraction = static_cast<float>(bits & 0x3ff);
    if (exponent == 0x1f) {
        return fraction == 0 ? sign * std::numeric_limits<float>::infinity()
                             : std::numeric_limits<float>::quiet_NaN();
    }
    return sign * (exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(fraction + 1024, exponent - 25));
}

std::string valueText(const ring::KernelParameter& parameter, std::uint64_t bits) {
    const std::string_view type = parameter.type;
    if (ring::isPointer(type)) {
        return "0x" + textOf(bits, 16);
    }
    if (type == "fp16") {
        return textOf(halfOf(bits));
    }
    if (type == "bf16") { // the upper half of a float
        return textOf(std::bit_cast<float>(static_cast<std::uint32_t>(bits << 16)));
    }
    if (type.starts_with('f')) {
        return parameter.bytes == 8 ? textOf(std::bit_cast<double>(bits))
                                    : textOf(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
    }
    if (type.starts_with('i')) {
        const int unused = 64 - 8 * parameter.bytes;
        return textOf(static_cast<std::int64_t>(bits << unused) >> unused);
    }
    return textOf(bits);
}

} // namespace

StringId LaunchTexts::make(std::string_view parameters, std::span<const std::uint64_t> values,
                           bool addresses) {
    std::string text;
    std::size_t at = 0;
    ring::forEachValue(parameters, [&](const ring::KernelParameter& parameter) {
        if (at < values.size() && (addresses || !ring::isPointer(parameter.type))) {
            text += (text.empty() ? "" : ", ") + std::string(parameter.name) + "=" +
                    valueText(parameter, values[at]);
        }
        ++at;
    });
    return text.empty() ? StringId() : writer_.string(repairUtf8(text));
}

StringId LaunchTexts::text(StringId signature, std::span<const std::uint64_t> values) {
    std::pair key{signature, std::vector<std::uint64_t>(values.begin(), values.end())};
    auto known = known_.find(key);
    if (known != known_.end() || values.empty()) {
        return known != known_.end() ? known->second : StringId();
    }
    const std::string parameters(writer_.text(signature)); // new texts move the others
    const bool addresses = known_.size() < kMostWithAddresses;
    if (!addresses) {
        std::size_t at = 0;
        ring::forEachValue(parameters, [&](const ring::KernelParameter& parameter) {
            if (at < key.second.size() && ring::isPointer(parameter.type)) {
                key.second[at] = 0;
            }
            ++at;
        });
        known = known_.find(key);
    }
    if (known != known_.end() || known_.size() >= kMost) {
        return known != known_.end() ? known->second : StringId();
    }
    const StringId made = make(parameters, values, addresses);
    return known_.emplace(std::move(key), made).first->second;
}

} // namespace lanes::recorder
