#include "collector/recorder/devices/DeviceProperties.h"

#include "model/base/Utf8.h"
#include "model/trace/args/JsonText.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace lanes::recorder {

namespace {

// What the stand-ins of tests/played_gpu are called by: nobody shall take a session of theirs for a real device's.
constexpr std::string_view kPlayed = "Played ";
constexpr std::size_t kMostLinks = 64;

} // namespace

std::string uuidText(std::span<const std::uint8_t, 16> uuid) {
    if (std::ranges::all_of(uuid, [](std::uint8_t byte) { return byte == 0; })) {
        return {};
    }
    std::string text = "GPU";
    for (std::size_t i = 0; i < uuid.size(); ++i) {
        if (i == 0 || i == 4 || i == 6 || i == 8 || i == 10) {
            text += '-';
        }
        std::array<char, 3> digits{};
        std::snprintf(digits.data(), digits.size(), "%02x", uuid[i]);
        text += digits.data();
    }
    return text;
}

DeviceProperties::DeviceProperties(const ring::DeviceFacts& facts, std::string_view name)
    : uuid_(uuidText(facts.uuid))
    , played_(name.starts_with(kPlayed)) {
    std::string plain = repairUtf8(name);
    std::erase_if(plain, [](char c) { return c == '{' || c == '}' || c == '"' || c == '\\'; });
    open_ = "{\"id\": " + std::to_string(facts.header.key) + ", \"name\": \"" + escapeJson(plain) + "\"";
    const auto add = [this](std::string_view key, std::uint64_t value) {
        if (value != 0) {
            open_ += ", \"" + std::string(key) + "\": " + std::to_string(value);
        }
    };
    add("played", played_ ? 1 : 0);
    add("totalGlobalMem", facts.memory);
    open_ += ", \"computeMajor\": " + std::to_string(facts.computeMajor) +
             ", \"computeMinor\": " + std::to_string(facts.computeMinor);
    add("maxThreadsPerBlock", facts.maxThreadsPerBlock);
    add("maxThreadsPerMultiprocessor", std::uint64_t{facts.maxWarps} * facts.warpThreads);
    add("maxBlocksPerMultiprocessor", facts.maxBlocks);
    add("regsPerMultiprocessor", facts.maxRegisters);
    add("warpSize", facts.warpThreads);
    add("sharedMemPerBlock", facts.maxSharedPerBlock);
    add("sharedMemPerMultiprocessor", facts.maxShared);
    add("numSms", facts.processors);
    add("clockRate_kHz", facts.coreClock);
    add("memoryBandwidth_kB/s", facts.bandwidth);
    add("l2CacheSize", facts.l2Bytes);
}

void DeviceProperties::addLink(const ring::DeviceLink& link, const std::string& to) {
    constexpr std::uint64_t kPerGiga = 1'000'000; // kB
    std::string text = "NVLink";
    text += link.version != 0 ? " " + std::to_string(link.version) : std::string();
    text += link.header.key != 0 ? " x" + std::to_string(link.header.key) : std::string();
    text += " to " + to;
    text += link.throughSwitch != 0 ? " by a switch" : "";
    if (link.bandwidth != 0) {
        text += ", " + std::to_string(link.bandwidth / kPerGiga) + " GB/s";
    }
    if (links_.size() < kMostLinks) {
        links_.insert(std::move(text));
    }
}

std::string DeviceProperties::text() const {
    std::string text = open_;
    std::string links;
    for (const std::string& link : links_) {
        links += (links.empty() ? "" : "; ") + link;
    }
    if (!text.empty()) {
        text += links.empty() ? "" : ", \"links\": \"" + links + "\"";
        text += uuid_.empty() ? "}" : ", \"uuid\": \"" + uuid_ + "\"}";
    }
    return text;
}

} // namespace lanes::recorder
