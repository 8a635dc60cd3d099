// Figures in the OpenMetrics text format, for Prometheus and other scrapers. Finished sessions and running recordings
// share one table of names.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace lanes {

// All metrics, in the order of the text. Times are in seconds, shares from 0 to 1.
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
// The `rank` label; no label below 0.
[[nodiscard]] MetricLabels rankLabels(std::int64_t rank);
// Labels of the memory that torch's allocator of a process has on a device: `device` as torch names it, `process` and
// `rank`.
[[nodiscard]] MetricLabels allocatorLabels(int deviceType, int deviceIndex, const std::string& process,
                                           std::int64_t rank);

class OpenMetrics {
public:
    void add(Metric metric, const MetricLabels& labels, double value);
    // Number of steps, and their times in ns: the sum, the median and the 95th percentile.
    void addSteps(const MetricLabels& labels, std::int64_t count, double sum, double median, double p95);
    // The whole text, with a line end and "# EOF". Metrics without samples are left out.
    [[nodiscard]] std::string text() const;

private:
    std::array<std::string, kMetrics> samples_;
};

} // namespace lanes
