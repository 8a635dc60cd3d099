// Ids of names in a thread's ring, by what the names say: an address may be another operator's later.
#pragma once

#include "collector/probe/ThreadRecorder.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace lanes::probe {

constexpr std::size_t kMostNameBytes = 1024;

// The id of a name in the recorder's ring, defined there if it is new; 0 if there was no room.
[[nodiscard]] std::uint32_t nameOfText(ThreadRecorder& recorder, std::string_view text);
// The same of a text that comes again and again, which is not read each time: `key` is keyOfText(text).
[[nodiscard]] std::uint32_t nameOfText(ThreadRecorder& recorder, std::string_view text, std::uint64_t key);
[[nodiscard]] std::uint64_t keyOfText(std::string_view text);
// The same of an operator that has a schema.
[[nodiscard]] std::uint32_t nameOfOperator(ThreadRecorder& recorder, std::string_view name,
                                           std::string_view overload);

} // namespace lanes::probe
