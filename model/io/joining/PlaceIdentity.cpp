#include "model/io/joining/PlaceIdentity.h"

#include <charconv>
#include <string>
#include <string_view>

namespace lanes {

namespace {

// What stands behind `"key":` in a flat piece of JSON.
std::string_view valueOf(std::string_view json, std::string_view key) {
    const std::string quoted = "\"" + std::string(key) + "\"";
    const std::size_t at = json.find(quoted);
    const std::size_t value =
        at == std::string_view::npos ? at : json.find_first_not_of(" :\n\r\t", at + quoted.size());
    return value == std::string_view::npos ? std::string_view{} : json.substr(value);
}

std::optional<std::int64_t> integerOf(std::string_view json, std::string_view key) {
    std::string_view digits = valueOf(json, key);
    digits.remove_prefix(digits.starts_with('"') ? 1 : 0);
    std::int64_t value = 0;
    const bool known = std::from_chars(digits.data(), digits.data() + digits.size(), value).ec == std::errc();
    return known ? std::optional(value) : std::nullopt;
}

std::string_view textOf(std::string_view json, std::string_view key) {
    const std::string_view text = valueOf(json, key);
    const std::size_t end = text.starts_with('"') ? text.find('"', 1) : std::string_view::npos;
    return end == std::string_view::npos ? std::string_view{} : text.substr(1, end - 1);
}

std::string uuidOf(std::string_view properties, std::int64_t device) {
    while (true) {
        const std::size_t begin = properties.find('{');
        const std::size_t end = begin == std::string_view::npos ? begin : properties.find('}', begin);
        if (end == std::string_view::npos) {
            return {};
        }
        const std::string_view object = properties.substr(begin, end - begin);
        if (integerOf(object, "id") == device) {
            return std::string(textOf(object, "uuid"));
        }
        properties.remove_prefix(end + 1);
    }
}

} // namespace

std::optional<Rank> rankOf(const SessionInfo& info) {
    for (const auto& [key, value] : info.properties) {
        const auto rank = key == "distributedInfo" ? integerOf(value, "rank") : std::nullopt;
        const auto size = rank ? integerOf(value, "world_size") : std::nullopt;
        if (size && *rank >= 0 && *size > 1) {
            return Rank{*rank, *size};
        }
    }
    return {};
}

void identifyPlaces(const SessionInfo& info, std::vector<Process>& processes) {
    const std::optional<Rank> rank = rankOf(info);
    for (Process& process : processes) {
        process.rank = rank ? rank->rank : process.rank;
        for (const auto& [key, value] : info.properties) {
            if (process.kind == Process::Kind::Device && key == "deviceProperties") {
                process.deviceUuid = uuidOf(value, process.deviceIndex);
            }
        }
    }
}

} // namespace lanes
