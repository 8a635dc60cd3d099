// What a driver says of a device, for the session's "deviceProperties".
#pragma once

#include "collector/ring/DeviceRecords.h"

#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>

namespace lanes::recorder {

// "GPU-..." as nvidia-smi writes it; empty for one of zeros.
[[nodiscard]] std::string uuidText(std::span<const std::uint8_t, 16> uuid);

class DeviceProperties {
public:
    DeviceProperties() = default; // nothing is known
    DeviceProperties(const ring::DeviceFacts& facts, std::string_view name);

    // `to`: what the device is linked to. The same link again says nothing new; of too many the later ones are left out.
    void addLink(const ring::DeviceLink& link, const std::string& to);

    [[nodiscard]] const std::string& uuid() const { return uuid_; }
    [[nodiscard]] bool isPlayed() const { return played_; }
    // A flat object of JSON, as in Kineto's "deviceProperties": whoever reads it looks for the next '}'. Empty: nothing is known.
    [[nodiscard]] std::string text() const;

private:
    std::optional<ring::DeviceFacts> facts_;
    std::string name_;
    std::string uuid_;
    std::set<std::string> links_;
    bool played_ = false;
};

} // namespace lanes::recorder
