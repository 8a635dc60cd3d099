#include "collector/probe/torch/RecordFunctionReader.h"

#include <algorithm>

namespace lanes::probe {

namespace {

constexpr std::size_t kMaxNameBytes = 512;
constexpr std::int64_t kNewStringBytes = 32;
constexpr std::int64_t kOldStringBytes = 8;

std::int64_t bytesOfString(const TorchLayout& layout) {
    return layout.stringIsNew != 0 ? kNewStringBytes : kOldStringBytes;
}

std::string_view viewString(const TorchLayout& layout, const std::byte* string) {
    const auto* text = DirectMemory::load<const char*>(string);
    const auto length = layout.stringIsNew != 0 ? DirectMemory::load<std::uint64_t>(string, 8)
                                                : DirectMemory::load<std::uint64_t>(text, -24);
    return {text, std::min<std::size_t>(length, kMaxNameBytes)};
}

} // namespace

std::string readString(const TorchLayout& layout, const std::byte* string) {
    const auto* text = GuardedMemory::load<const std::byte*>(string);
    const auto length = layout.stringIsNew != 0 ? GuardedMemory::load<std::uint64_t>(string, 8)
                                                : GuardedMemory::load<std::uint64_t>(text, -24);
    if (length > kMaxNameBytes) {
        return {};
    }
    std::string copy(length, 0);
    return GuardedMemory::copy(copy.data(), text, copy.size()) ? copy : std::string();
}

// The first two members are the two strings.
SchemaName readSchemaName(const TorchLayout& layout, std::uint64_t schema) {
    const auto* strings = reinterpret_cast<const std::byte*>(schema);
    return {readString(layout, strings), readString(layout, strings + bytesOfString(layout))};
}

SchemaView viewSchemaName(const TorchLayout& layout, std::uint64_t schema) {
    const auto* strings = reinterpret_cast<const std::byte*>(schema);
    return {viewString(layout, strings), viewString(layout, strings + bytesOfString(layout))};
}

} // namespace lanes::probe
