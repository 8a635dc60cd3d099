// The facts of a device from its driver, for the session's "deviceProperties".
#pragma once

#include "collector/ring/DeviceRecords.h"

#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>

namespace lanes::recorder {

// Returns "GPU-..." as nvidia-smi writes it; empty for a UUID of zeros.
[[nodiscard]] std::string uuidText(std::span<const std::uint8_t, 16> uuid);

class DeviceProperties {
public:
    DeviceProperties() = default; // no facts are known
    DeviceProperties(const ring::DeviceFacts& facts, std::string_view name);

    // `to`: the other end of the link. A repeated link is ignored; beyond a limit further links are left out.
    void addLink(const ring::DeviceLink& link, const std::string& to);

    [[nodiscard]] const std::string& uuid() const { return uuid_; }
    [[nodiscard]] bool isPlayed() const { return played_; }
    // Returns a flat JSON object, as in Kineto's "deviceProperties": readers look for the next '}'. Empty: no facts
    // are known.
    [[nodiscard]] std::string text() const;

private:
    std::optional<ring::DeviceFacts> facts_;
    std::string name_;
    std::string uuid_;
    std::set<std::string> links_;
    bool played_ = false;
};

} // namespace lanes::recorder
