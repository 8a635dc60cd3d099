#include "model/analysis/device/Occupancy.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>
#include <string_view>

namespace lanes {

namespace {

constexpr std::size_t kMostDevices = 256;
// What no device has more of, and no launch asks for more of: files hold any number, and products of these fit into 64 bits.
constexpr std::int64_t kMostOfAnything = std::int64_t{1} << 50; // bytes of memory, ids
constexpr std::int64_t kMostRegisters = std::int64_t{1} << 20;
constexpr std::int64_t kMostThreads = std::int64_t{1} << 20;
constexpr std::int64_t kMostShared = std::int64_t{1} << 30;
constexpr std::int64_t kMostMultiprocessors = std::int64_t{1} << 16;
constexpr std::int64_t kWarp = 32;

bool isWithin(std::int64_t value, std::int64_t least, std::int64_t most) {
    return value >= least && value <= most;
}

// Whether occupancy can be told of such a launch on such a device.
bool canBeTold(const LaunchShape& launch, const DeviceLimits& device) {
    return isWithin(launch.threadsPerBlock(), 1, 1024) && isWithin(launch.registers, 1, kMostRegisters) &&
           isWithin(launch.sharedBytes, 0, kMostShared) && device.warpSize == kWarp &&
           isWithin(device.registers, 1, kMostRegisters) && isWithin(device.threads, kWarp, kMostThreads) &&
           isWithin(device.sharedBytes, 0, kMostShared) &&
           isWithin(device.multiprocessors, 0, kMostMultiprocessors);
}

std::int64_t sizeProduct(const std::array<std::int64_t, 3>& sizes) {
    std::int64_t product = 1;
    for (const std::int64_t size : sizes) {
        if (size < 0 || __builtin_mul_overflow(product, size, &product)) {
            return 0;
        }
    }
    return product;
}

// The text right after `"key":` in a flat JSON object.
std::string_view valueOf(std::string_view object, std::string_view key) {
    const std::string quoted = "\"" + std::string(key) + "\"";
    const std::size_t at = object.find(quoted);
    if (at == std::string_view::npos) {
        return {};
    }
    const std::size_t from = object.find_first_not_of(" :\n\t", at + quoted.size());
    return from == std::string_view::npos ? std::string_view{} : object.substr(from);
}

std::int64_t integerOf(std::string_view object, std::string_view key) {
    const std::string_view text = valueOf(object, key);
    std::int64_t value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value >= 0 && value <= kMostOfAnything ? value : 0;
}

std::string stringOf(std::string_view object, std::string_view key) {
    const std::string_view text = valueOf(object, key);
    return text.starts_with('"') ? std::string(text.substr(1, text.find('"', 1) - 1)) : std::string();
}

std::int64_t mostBlocks(const DeviceLimits& device) {
    const std::int64_t capability = device.major * 10 + device.minor;
    if (capability == 75 || capability == 86 || capability == 87) {
        return 16;
    }
    return capability == 89 ? 24 : 32;
}

std::int64_t roundUp(std::int64_t value, std::int64_t to) {
    return (value + to - 1) / to * to;
}

DeviceLimits limitsIn(std::string_view object, std::int64_t rank) {
    DeviceLimits d;
    d.device = integerOf(object, "id");
    d.rank = rank;
    d.name = stringOf(object, "name");
    d.links = stringOf(object, "links");
    d.multiprocessors = integerOf(object, "numSms");
    d.warpSize = integerOf(object, "warpSize");
    d.registers = integerOf(object, "regsPerMultiprocessor");
    d.sharedBytes = integerOf(object, "sharedMemPerMultiprocessor");
    d.threads = integerOf(object, "maxThreadsPerMultiprocessor");
    d.memoryBytes = integerOf(object, "totalGlobalMem");
    d.major = integerOf(object, "computeMajor");
    d.minor = integerOf(object, "computeMinor");
    return d;
}

// -1 of "deviceProperties", 1 of "deviceProperties.rank1"; nothing of other properties.
std::optional<std::int64_t> rankOfProperty(std::string_view key) {
    constexpr std::string_view kAll = "deviceProperties";
    constexpr std::string_view kOfRank = "deviceProperties.rank";
    std::int64_t rank = -1;
    if (!key.starts_with(kOfRank)) {
        return key == kAll ? std::optional(rank) : std::nullopt;
    }
    const std::string_view digits = key.substr(kOfRank.size());
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), rank);
    return error == std::errc() && end == digits.data() + digits.size() ? std::optional(rank) : std::nullopt;
}

} // namespace

std::vector<DeviceLimits> deviceLimits(const SessionInfo& info) {
    std::vector<DeviceLimits> devices;
    for (const auto& [key, value] : info.properties) {
        const std::optional<std::int64_t> rank = rankOfProperty(key);
        std::string_view rest = rank ? std::string_view(value) : std::string_view();
        while (devices.size() < kMostDevices) {
            const std::size_t begin = rest.find('{');
            const std::size_t end = begin == std::string_view::npos ? begin : rest.find('}', begin);
            if (end == std::string_view::npos) {
                break;
            }
            devices.push_back(limitsIn(rest.substr(begin, end - begin), *rank));
            rest.remove_prefix(end + 1);
        }
    }
    return devices;
}

const DeviceLimits* limitsOf(const std::vector<DeviceLimits>& devices, std::int64_t index,
                             std::int64_t rank) {
    const DeviceLimits* found = nullptr;
    for (const DeviceLimits& device : devices) {
        if (device.device == index && (device.rank == rank || (device.rank < 0 && found == nullptr))) {
            found = &device;
        }
    }
    return found;
}

std::string deviceName(const Trace& trace, const Process& process) {
    const std::vector<DeviceLimits> devices = deviceLimits(trace.info());
    const DeviceLimits* device = limitsOf(devices, process.deviceIndex, process.rank);
    std::string name = device != nullptr ? device->name : std::string();
    for (const std::string_view maker : {"NVIDIA ", "AMD "}) {
        if (name.starts_with(maker)) {
            name.erase(0, maker.size());
        }
    }
    return name;
}

std::int64_t LaunchShape::blocks() const {
    return sizeProduct(grid);
}

std::int64_t LaunchShape::threadsPerBlock() const {
    return sizeProduct(block);
}

Occupancy estimateOccupancy(const LaunchShape& launch, const DeviceLimits& device) {
    Occupancy result;
    if (!canBeTold(launch, device)) {
        return result;
    }
    constexpr std::int64_t kAny = std::numeric_limits<std::int32_t>::max();
    const std::int64_t warps = (launch.threadsPerBlock() + kWarp - 1) / kWarp;
    const std::int64_t shared = launch.sharedBytes + (device.major >= 8 ? 1024 : 0);
    result.warpsPerBlock = warps;
    result.warpsPerMultiprocessor = device.threads / kWarp;
    result.fit[0] = device.registers / (roundUp(launch.registers * kWarp, 256) * warps);
    result.fit[1] = shared > 0 && device.sharedBytes > 0 ? device.sharedBytes / shared : kAny;
    result.fit[2] = result.warpsPerMultiprocessor / warps;
    result.fit[3] = mostBlocks(device);
    const auto least = std::ranges::min_element(result.fit);
    result.limit = static_cast<OccupancyLimit>(least - result.fit.begin());
    result.known = true;
    result.percent =
        static_cast<int>(std::min<std::int64_t>(100, *least * warps * 100 / result.warpsPerMultiprocessor));
    const std::int64_t atOnce = *least * device.multiprocessors;
    if (atOnce > 0) {
        result.waves = static_cast<double>(launch.blocks()) / static_cast<double>(atOnce);
        result.fills = launch.blocks() >= atOnce;
    }
    return result;
}

} // namespace lanes
