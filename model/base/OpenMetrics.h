// Figures as Prometheus and other scrapers read them: the text form of OpenMetrics. One table of names serves sessions and
// recordings that go on.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace lanes {

// What can be told, in the order of the text. Times are seconds, shares 0 to 1.
enum class Metric : std::uint8_t {
    Recording,
    Session,
    Step,
    DataWait,
    GpuBusy,
    GpuCommunication,
    GpuExposedCommunication,
    GpuMemoryUsed,
    GpuPower,
    GpuEnergy,
    MemoryAllocated,
    MemoryPeak,
    LostRecords,
};
inline constexpr std::size_t kMetrics = 13;

using MetricLabels = std::vector<std::pair<std::string, std::string>>;

// Labels of a device: `gpu`, and `uuid` and `rank` where they are known.
[[nodiscard]] MetricLabels gpuLabels(std::int64_t index, const std::string& uuid, std::int64_t rank);
// `rank` of one; none below 0.
[[nodiscard]] MetricLabels rankLabels(std::int64_t rank);
// Of what torch's allocator of a process has on a device: `device` as torch calls it, `process` and `rank`.
[[nodiscard]] MetricLabels allocatorLabels(int deviceType, int deviceIndex, const std::string& process,
                                           std::int64_t rank);

class OpenMetrics {
public:
    void add(Metric metric, const MetricLabels& labels, double value);
    // Times in ns: how many there were, their sum, their median and the 95th percentile.
    void addSteps(const MetricLabels& labels, std::int64_t count, double sum, double median, double p95);
    // With a line end and "# EOF". A family without samples is left out.
    [[nodiscard]] std::string text() const;

private:
    std::array<std::string, kMetrics> samples_;
};

} // namespace lanes
