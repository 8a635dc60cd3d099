#include "collector/recorder/devices/DeviceProperties.h"

#include "model/base/Utf8.h"
#include "model/trace/args/JsonWriter.h"

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
    : facts_(facts)
    , name_(repairUtf8(name))
    , uuid_(uuidText(facts.uuid))
    , played_(name.starts_with(kPlayed)) {
    std::erase_if(name_, [](char c) { return c == '{' || c == '}' || c == '"' || c == '\\'; });
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
    std::string text;
    if (!facts_) {
        return text;
    }
    JsonWriter json(text, 0);
    const auto add = [&json](std::string_view key, std::uint64_t value) {
        if (value != 0) {
            json.field(key, static_cast<std::int64_t>(value));
        }
    };
    json.beginObject();
    json.field("id", facts_->header.key);
    json.field("name", name_);
    add("played", played_ ? 1 : 0);
    add("totalGlobalMem", facts_->memory);
    json.field("computeMajor", facts_->computeMajor);
    json.field("computeMinor", facts_->computeMinor);
    add("maxThreadsPerBlock", facts_->maxThreadsPerBlock);
    add("maxThreadsPerMultiprocessor", std::uint64_t{facts_->maxWarps} * facts_->warpThreads);
    add("maxBlocksPerMultiprocessor", facts_->maxBlocks);
    add("regsPerMultiprocessor", facts_->maxRegisters);
    add("warpSize", facts_->warpThreads);
    add("sharedMemPerBlock", facts_->maxSharedPerBlock);
    add("sharedMemPerMultiprocessor", facts_->maxShared);
    add("numSms", facts_->processors);
    add("clockRate_kHz", facts_->coreClock);
    add("memoryBandwidth_kB/s", facts_->bandwidth);
    add("l2CacheSize", facts_->l2Bytes);
    std::string links;
    for (const std::string& link : links_) {
        links += (links.empty() ? "" : "; ") + link;
    }
    if (!links.empty()) {
        json.field("links", links);
    }
    if (!uuid_.empty()) {
        json.field("uuid", uuid_);
    }
    json.endObject();
    return text;
}

} // namespace lanes::recorder
