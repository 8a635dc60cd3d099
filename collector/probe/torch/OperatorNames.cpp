#include "collector/probe/torch/OperatorNames.h"

#include "collector/probe/TextHash.h"

namespace lanes::probe {

std::uint32_t nameOfText(ThreadRecorder& recorder, std::string_view text) {
    return nameOfText(recorder, text, keyOfText(text));
}

std::uint32_t nameOfText(ThreadRecorder& recorder, std::string_view text, std::uint64_t key) {
    const std::uint32_t known = recorder.findName(key);
    return known != 0 ? known : recorder.defineName({key, text.substr(0, kMostNameBytes), {}});
}

std::uint32_t nameOfOperator(ThreadRecorder& recorder, std::string_view name, std::string_view overload) {
    // Mixed, so that an operator without an overload has another key than a text of its name.
    constexpr std::uint64_t kMix = 0x9E3779B97F4A7C15ULL;
    const std::uint64_t key = hashOfText(name) * kMix ^ hashOfText(overload);
    const std::uint32_t known = recorder.findName(key);
    return known != 0 ? known : recorder.defineName({key, name, overload});
}

std::uint64_t keyOfText(std::string_view text) {
    return hashOfText(text.substr(0, kMostNameBytes));
}

} // namespace lanes::probe
