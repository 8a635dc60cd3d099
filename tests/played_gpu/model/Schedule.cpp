#include "tests/played_gpu/model/Schedule.h"

#include "tests/played_gpu/model/Settings.h"

#include <algorithm>
#include <string_view>

namespace played {

namespace {

constexpr ns kShortest = 100;
constexpr double kDeviceBytesPerNs = 1500, kFillBytesPerNs = 2000;
constexpr ns kCopyStarts = 900; // what the smallest copy or fill takes

uint64_t mixed(uint64_t value) {
    value ^= value >> 29;
    value *= 0xBF58476D1CE4E5B9;
    return value ^ value >> 32;
}

ns kernelTakes(const Work& work) {
    if (const ns said = kernelTime(work.name); said > 0) {
        return said;
    }
    if (work.takes > 0) {
        return work.takes * setting(Setting::TimePercent) / 100;
    }
    // By its name, so that each kernel has a time of its own, and by its threads.
    const uint64_t name = mixed(std::hash<std::string_view>()(work.name));
    const double threads =
        double(work.grid[0]) * work.grid[1] * work.grid[2] * work.block[0] * work.block[1] * work.block[2];
    const double atOnce = double(setting(Setting::Sms)) * 2048;
    const double takes = 1200 + double(name % 1500) + threads / atOnce * (800 + double(name / 1500 % 1200));
    return ns(takes * double(setting(Setting::TimePercent)) / 100);
}

ns takesOf(const Work& work) {
    switch (work.kind) {
    case Work::Kind::Kernel:
        return kernelTakes(work);
    case Work::Kind::Copy: {
        const bool inside = work.from == MemoryKind::Device && work.to == MemoryKind::Device;
        return kCopyStarts +
               ns(double(work.bytes) / (inside ? kDeviceBytesPerNs : double(setting(Setting::CopyGbs))));
    }
    case Work::Kind::Fill:
        return kCopyStarts + ns(double(work.bytes) / kFillBytesPerNs);
    default:
        return 0;
    }
}

} // namespace

uint32_t smsOf(const Work& work) {
    const uint64_t blocks = uint64_t(work.grid[0]) * work.grid[1] * work.grid[2];
    return uint32_t(std::min(blocks, uint64_t(setting(Setting::Sms))));
}

// The first moment, `earliest` or the end of a run, from which enough multiprocessors stay free: what is placed already
// never moves.
ns Schedule::startOf(ns earliest, ns takes, uint32_t sms) const {
    std::vector<ns> moments{earliest};
    for (const Run& run : runs_) {
        if (run.end > earliest) {
            moments.push_back(run.end);
        }
    }
    std::sort(moments.begin(), moments.end());
    const auto all = uint32_t(setting(Setting::Sms));
    for (const ns moment : moments) {
        uint32_t taken = 0;
        for (const Run& run : runs_) {
            taken += run.start < moment + takes && run.end > moment ? run.sms : 0;
        }
        if (taken + sms <= all) {
            return moment;
        }
    }
    return moments.back();
}

void Schedule::place(Work& work, ns earliest) {
    ns takes = takesOf(work);
    if (takes > 0) {
        noise_ += 0x9E3779B97F4A7C15;
        const auto most = uint64_t(takes * setting(Setting::NoisePercent) / 100);
        takes = std::max(kShortest, takes + ns(mixed(noise_) % (most + 1)));
    }
    work.start = earliest;
    if (work.kind == Work::Kind::Kernel) {
        if (runs_.size() >= tidyAt_) {
            // A launch never starts before now, so what is over by then cannot be in its way.
            std::erase_if(runs_, [past = now()](const Run& run) { return run.end < past; });
            tidyAt_ = std::max(kManyRuns, runs_.size() * 2);
        }
        const uint32_t sms = smsOf(work);
        work.start = startOf(earliest, takes, sms);
        runs_.push_back({work.start, work.start + takes, sms});
    }
    work.end = work.start + takes;
}

} // namespace played
