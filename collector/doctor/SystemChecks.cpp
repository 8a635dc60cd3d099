#include "collector/doctor/SystemChecks.h"

#include "model/base/Format.h"
#include "model/base/MemoryLimit.h"
#include "model/base/WholeFile.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>

namespace fs = std::filesystem;

namespace lanes::doctor {

namespace {

constexpr int kCapSysPtrace = 19;
constexpr int kCapSysAdmin = 21;
constexpr int kCapPerfmon = 38;
constexpr std::uint64_t kMiB = 1 << 20;
// What the recorder takes without crowding others (RingFolder), and what it can still work with.
constexpr std::uint64_t kRoomyBytes = 256 * kMiB;
constexpr std::uint64_t kLeastBytes = 8 * kMiB;
constexpr std::uint64_t kDiskBytes = 64 * kMiB;
constexpr double kSlowDisk = 50.0 * kMiB; // bytes a second
constexpr std::uint64_t kLittleDisk = 1024 * kMiB;

// The line of a file that begins so, without that; empty if there is none.
std::string_view lineAfter(std::string_view text, std::string_view begin) {
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        const std::string_view line = text.substr(at, end - at);
        if (line.starts_with(begin)) {
            return line.substr(begin.size());
        }
        at = end + 1;
    }
    return {};
}

std::string_view trimmed(std::string_view text) {
    const std::size_t begin = text.find_first_not_of(" \t");
    return begin == text.npos ? std::string_view()
                              : text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

// "590.44" of "NVRM version: NVIDIA UNIX x86_64 Kernel Module  590.44  Tue ...".
std::string driverVersion(std::string_view text) {
    std::string_view line = lineAfter(text, "NVRM version:");
    while (!line.empty()) {
        const std::size_t end = std::min(line.find(' '), line.size());
        const std::string_view word = line.substr(0, end);
        if (!word.empty() && word.front() >= '0' && word.front() <= '9' && word.find('.') != word.npos) {
            return std::string(word);
        }
        line.remove_prefix(std::min(end + 1, line.size()));
    }
    return "of unknown version";
}

std::string bytesText(std::uint64_t bytes) {
    return formatBytes(static_cast<std::int64_t>(bytes));
}

// Seconds that writing took; nothing if it failed, with errno.
std::optional<double> timeToWrite(const std::string& folder) {
    std::string path = folder + "/.lanescope-doctor-XXXXXX";
    const int file = mkstemp(path.data());
    if (file < 0) {
        return std::nullopt;
    }
    unlink(path.c_str());
    std::array<char, 1 << 16> block{};
    std::uint64_t noise = 0x9E3779B97F4A7C15ULL; // what a file system cannot compress
    for (char& byte : block) {
        noise = noise * 6364136223846793005ULL + 1442695040888963407ULL;
        byte = static_cast<char>(noise >> 56);
    }
    const auto begin = std::chrono::steady_clock::now();
    bool good = true;
    for (std::uint64_t done = 0; good && done < kDiskBytes; done += block.size()) {
        good = write(file, block.data(), block.size()) == static_cast<ssize_t>(block.size());
    }
    good = good && fdatasync(file) == 0;
    const int reason = errno;
    close(file);
    errno = reason;
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
    return good ? std::optional(taken.count()) : std::nullopt;
}

} // namespace

std::string SystemChecks::content(const std::string& path) const {
    return wholeFile(root_ + path);
}

bool SystemChecks::exists(const std::string& path) const {
    std::error_code ignored;
    return fs::exists(root_ + path, ignored);
}

int SystemChecks::number(const std::string& path, int otherwise) const {
    const std::string text = content(path);
    int value = otherwise;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
}

bool SystemChecks::hasCapability(int which) const {
    const std::string status = content("/proc/self/status");
    const std::string_view text = lineAfter(status, "CapEff:\t");
    std::uint64_t mask = 0;
    std::from_chars(text.data(), text.data() + text.size(), mask, 16);
    return (mask >> which & 1) != 0;
}

bool SystemChecks::profilingRestricted() const {
    const std::string parameters = content("/proc/driver/nvidia/params");
    return lineAfter(parameters, "RmProfilingAdminOnly:").find('1') != std::string_view::npos;
}

bool SystemChecks::isAdministrator() const {
    return hasCapability(kCapSysAdmin) || hasCapability(kCapPerfmon);
}

std::uint64_t SystemChecks::roomOf(const std::string& path) {
    struct statvfs facts {};
    return statvfs(path.c_str(), &facts) == 0 ? static_cast<std::uint64_t>(facts.f_bavail) * facts.f_frsize
                                              : 0;
}

// A container sees all GPUs of the machine in /proc, and in /dev those that it was given.
std::vector<std::string> SystemChecks::devices() const {
    std::vector<std::string> models;
    std::error_code problem;
    for (fs::directory_iterator at(root_ + "/proc/driver/nvidia/gpus", problem);
         !problem && at != fs::directory_iterator(); at.increment(problem)) {
        const std::string facts = wholeFile((at->path() / "information").string());
        const std::string_view minor = trimmed(lineAfter(facts, "Device Minor:"));
        if (!minor.empty() && exists("/dev/nvidia" + std::string(minor))) {
            models.emplace_back(trimmed(lineAfter(facts, "Model:")));
        }
    }
    std::ranges::sort(models);
    return models;
}

MachineFacts SystemChecks::facts(const std::string& folder) const {
    const std::string version = content("/proc/driver/nvidia/version");
    const std::uint64_t shared = roomOf(root_ + "/dev/shm");
    return {.devices = devices(),
            .driver = version.empty() ? std::string() : driverVersion(version),
            .profilingRestricted = profilingRestricted() && !isAdministrator(),
            .sharedMemory = shared,
            .sharedMemoryRoomy = shared >= kRoomyBytes,
            .disk = roomOf(folder)};
}

std::optional<Finding> SystemChecks::driver() const {
    const std::string version = content("/proc/driver/nvidia/version");
    const bool device = exists("/dev/nvidia0") || exists("/dev/dxg");
    if (version.empty() && !device) {
        return std::nullopt;
    }
    Finding finding{.group = Group::Gpu, .name = "Driver"};
    if (version.empty()) {
        finding.state = exists("/dev/dxg") ? State::Good : State::Limited;
        finding.found = exists("/dev/dxg") ? "of the host, through WSL"
                                           : "there is a device, /proc says nothing of its driver";
    } else if (device) {
        finding.found = "NVIDIA " + driverVersion(version);
    } else {
        finding.state = State::Broken;
        finding.found = "NVIDIA " + driverVersion(version) + ", but no device is passed in";
        finding.why = "Nothing here can use the GPU.";
        finding.fix = {"docker run --gpus all IMAGE"};
    }
    return finding;
}

std::optional<Finding> SystemChecks::permission() const {
    const std::string parameters = content("/proc/driver/nvidia/params");
    if (parameters.empty()) {
        return std::nullopt;
    }
    const bool restricted = profilingRestricted();
    const bool administrator = isAdministrator();
    Finding finding{.group = Group::Gpu, .name = "GPU profiling"};
    finding.found = !restricted     ? "for everybody"
                    : administrator ? "for administrators, as this is"
                                    : "for administrators only";
    if (restricted && !administrator) {
        finding.state = State::Limited;
        finding.why =
            "Some drivers refuse kernels and copies to others, and all refuse the performance counters.";
        finding.fix = {
            "echo options nvidia NVreg_RestrictProfilingToAdminUsers=0 | sudo tee "
            "/etc/modprobe.d/lanescope.conf",
            "then reboot; in a container: docker run --cap-add=SYS_ADMIN IMAGE; or record as root"};
    }
    return finding;
}

std::optional<Finding> SystemChecks::container() const {
    if (!exists("/.dockerenv") && !exists("/run/.containerenv")) {
        return std::nullopt;
    }
    Finding finding{.name = "Container", .found = "yes"};
    const char* const capabilities = std::getenv("NVIDIA_DRIVER_CAPABILITIES");
    const std::string_view allowed = capabilities != nullptr ? capabilities : "";
    if (capabilities != nullptr && allowed.find("all") == allowed.npos &&
        allowed.find("utility") == allowed.npos) {
        finding.state = State::Limited;
        finding.found = "the driver's capabilities are '" + std::string(allowed) + "', without utility";
        finding.why = "NVML is not passed in: no curves of utilisation, power and memory.";
        finding.fix = {"docker run --gpus all -e NVIDIA_DRIVER_CAPABILITIES=compute,utility IMAGE"};
    }
    const auto memory = static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) *
                        static_cast<std::uint64_t>(sysconf(_SC_PAGE_SIZE));
    if (const std::uint64_t limit = controlGroupLimit(root_); limit < memory) {
        finding.found += ", limited to " + bytesText(limit) + " of memory";
    }
    return finding;
}

Finding SystemChecks::perf() const {
    constexpr int kMissing = -100;
    const int level = number("/proc/sys/kernel/perf_event_paranoid", kMissing);
    Finding finding{.name = "perf", .found = "perf_event_paranoid is " + std::to_string(level)};
    if (level == kMissing) {
        finding.found = "this kernel has none";
        finding.state = State::Limited;
    } else if (level > 1 && (hasCapability(kCapPerfmon) || hasCapability(kCapSysAdmin))) {
        finding.found += ", which does not bind this user";
    } else if (level > 1) {
        finding.state = State::Limited;
        finding.fix = {"sudo sysctl kernel.perf_event_paranoid=1"};
    }
    if (finding.state != State::Good) {
        finding.why =
            "Lanescope does without; perf and tools that use it cannot watch the program beside it.";
    }
    return finding;
}

Finding SystemChecks::ptrace() const {
    const int scope = number("/proc/sys/kernel/yama/ptrace_scope", 0);
    Finding finding{.name = "ptrace", .found = "ptrace_scope is " + std::to_string(scope)};
    if (scope >= 1 && hasCapability(kCapSysPtrace) && scope < 3) {
        finding.found += ", which does not bind this user";
    } else if (scope >= 1) {
        finding.state = State::Limited;
        finding.why =
            "Programs that run already cannot be attached to; what Lanescope starts is recorded all "
            "the same.";
        finding.fix = {scope < 3 ? "sudo sysctl kernel.yama.ptrace_scope=0, or sudo lanescope attach PID"
                                 : "A reboot without ptrace_scope=3: this kernel does not take it back."};
    }
    return finding;
}

Finding SystemChecks::sharedMemory() const {
    const bool there = exists("/dev/shm");
    const std::uint64_t free = roomOf(root_ + "/dev/shm");
    Finding finding{.name = "Shared memory",
                    .found = there ? "/dev/shm has " + bytesText(free) + " free" : "there is no /dev/shm"};
    if (free < kRoomyBytes) {
        finding.state = free < kLeastBytes ? State::Broken : State::Limited;
        finding.why = free < kLeastBytes
                          ? "The buffers go to $TMPDIR or /tmp, onto a disk perhaps: records may be lost."
                          : "The buffers of many threads are small there: busy ones may lose records.";
        finding.fix = {"docker run --shm-size=1g IMAGE",
                       "or outside of a container: sudo mount -o remount,size=1g /dev/shm"};
    }
    return finding;
}

Finding SystemChecks::clock() const {
    std::string source = content("/sys/devices/system/clocksource/clocksource0/current_clocksource");
    source.erase(source.find_last_not_of("\n ") + 1);
    Finding finding{.name = "Clock", .found = source.empty() ? "unknown" : source};
    if (source != "tsc") {
        finding.state = State::Limited;
        finding.why = "The processor's counter is not trusted here: the kernel is asked for the time, which "
                      "takes longer.";
        finding.fix = {"Nothing to do on most virtual machines; else boot with tsc=reliable."};
    }
    return finding;
}

Finding SystemChecks::openFiles() {
    constexpr rlim_t kFew = 1024;
    rlimit limit{};
    getrlimit(RLIMIT_NOFILE, &limit);
    Finding finding{.name = "Open files", .found = std::to_string(limit.rlim_cur) + " allowed"};
    if (limit.rlim_cur < kFew) {
        finding.state = State::Limited;
        finding.why = "Each recorded thread takes one in the recorder: programs with many threads lose some.";
        finding.fix = {"ulimit -n 4096"};
    }
    return finding;
}

Finding SystemChecks::disk(const std::string& folder) {
    const std::uint64_t free = roomOf(folder);
    Finding finding{.name = "Disk of " + folder};
    const std::optional<double> seconds = timeToWrite(folder);
    if (!seconds) {
        finding.state = State::Broken;
        finding.found = std::strerror(errno);
        finding.why = "A session cannot be written there.";
        finding.fix = {"lanescope record -o /another/folder/run.lanes -- ..."};
        return finding;
    }
    const double rate = static_cast<double>(kDiskBytes) / std::max(*seconds, 1e-9);
    finding.found = bytesText(static_cast<std::uint64_t>(rate)) + "/s, " + bytesText(free) + " free";
    if (rate < kSlowDisk || free < kLittleDisk) {
        finding.state = State::Limited;
        finding.why =
            "A busy program writes more than that: what the disk does not take is left out, and counted.";
        finding.fix = {"lanescope record -o /another/folder/run.lanes -- ..."};
    }
    return finding;
}

} // namespace lanes::doctor
