#include "collector/recorder/counters/KernelFiles.h"

#include "model/base/WholeFile.h"

#include <unistd.h>

#include <array>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string_view>
#include <system_error>
#include <vector>

namespace fs = std::filesystem;

namespace lanes::recorder {

namespace {

std::uint64_t numberOf(std::string_view word) {
    std::uint64_t value = 0;
    std::from_chars(word.data(), word.data() + word.size(), value);
    return value;
}

// The words of a text, at most so many; colons and equals signs part like spaces.
std::vector<std::string_view> wordsOf(std::string_view text, std::size_t most) {
    constexpr std::string_view kBetween = " \t\n:=";
    std::vector<std::string_view> words;
    for (std::size_t at = text.find_first_not_of(kBetween);
         at != std::string_view::npos && words.size() < most;) {
        const std::size_t end = std::min(text.find_first_of(kBetween, at), text.size());
        words.push_back(text.substr(at, end - at));
        at = text.find_first_not_of(kBetween, end);
    }
    return words;
}

// The number in word `n` of those behind `label`; nothing where there is no such label.
std::optional<std::uint64_t> behind(std::string_view text, std::string_view label, std::size_t n = 0) {
    std::size_t at = text.find(label);
    while (at != std::string_view::npos && at != 0 && text[at - 1] != '\n' && text[at - 1] != ' ') {
        at = text.find(label, at + 1);
    }
    if (at == std::string_view::npos) {
        return {};
    }
    const auto words = wordsOf(text.substr(at + label.size()), n + 1);
    return words.size() > n ? std::optional(numberOf(words[n])) : std::nullopt;
}

} // namespace

std::string KernelFiles::text(const std::string& file) const {
    return wholeFile(folder_ + "/" + file);
}

std::map<std::uint32_t, ThreadTimes> KernelFiles::threadsOf(const std::string& process) const {
    std::map<std::uint32_t, ThreadTimes> threads;
    std::error_code problem;
    for (fs::directory_iterator at(folder_ + "/" + process + "/task", problem);
         !problem && at != fs::directory_iterator() && threads.size() < kMostThreads; at.increment(problem)) {
        const std::string id = at->path().filename().string();
        const std::string times = text(process + "/task/" + id + "/schedstat");
        const auto words = wordsOf(times, 3);
        if (words.size() == 3) {
            threads[static_cast<std::uint32_t>(numberOf(id))] = {numberOf(words[0]), numberOf(words[1]),
                                                                 numberOf(words[2])};
        }
    }
    return threads;
}

std::optional<ProcessCounts> KernelFiles::process(std::uint32_t pid) const {
    const std::string process = std::to_string(pid);
    // The name, in brackets, may hold anything; what follows the last bracket are numbers from the third field on.
    const std::string stat = text(process + "/stat");
    const auto fields =
        wordsOf(std::string_view(stat).substr(std::min(stat.rfind(')'), stat.size() - 1) + 1), 10);
    const std::string memory = text(process + "/statm");
    const auto pages = wordsOf(memory, 3);
    if (fields.size() < 10 || pages.size() < 3) {
        return {};
    }
    ProcessCounts counts;
    counts.threads = threadsOf(process);
    const auto pageBytes = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
    counts.residentBytes = numberOf(pages[1]) * pageBytes;
    counts.sharedBytes = numberOf(pages[2]) * pageBytes;
    counts.faults = numberOf(fields[7]);
    counts.faultsFromDisk = numberOf(fields[9]);
    const std::string io = text(process + "/io");
    if (const auto read = behind(io, "rchar:")) {
        counts.hasBytes = true;
        counts.readBytes = *read;
        counts.writtenBytes = behind(io, "wchar:").value_or(0);
        counts.bytesFromDisk = behind(io, "read_bytes:").value_or(0);
        counts.bytesToDisk = behind(io, "write_bytes:").value_or(0);
    }
    return counts;
}

MachineCounts KernelFiles::machine() const {
    MachineCounts counts;
    const std::string stat = text("stat");
    // user nice system idle iowait irq softirq steal; guests are counted among the first two.
    const auto ticks = wordsOf(stat, 9);
    for (std::size_t i = 1; i < ticks.size(); ++i) {
        const bool idle = i == 4 || i == 5;
        counts.allTicks += numberOf(ticks[i]);
        counts.busyTicks += idle ? 0 : numberOf(ticks[i]);
    }
    const std::string memory = text("meminfo");
    const std::uint64_t total = behind(memory, "MemTotal:").value_or(0);
    counts.usedBytes = (total - std::min(total, behind(memory, "MemAvailable:").value_or(total))) * 1024;
    std::istringstream devices(text("net/dev"));
    for (std::string line; std::getline(devices, line);) {
        const auto words = wordsOf(line, 10);
        if (words.size() == 10 && words[0] != "lo" && line.find('|') == std::string::npos) {
            counts.receivedBytes += numberOf(words[1]);
            counts.sentBytes += numberOf(words[9]);
        }
    }
    counts.cpuPressureUs = behind(text("pressure/cpu"), "total=");
    counts.memoryPressureUs = behind(text("pressure/memory"), "total=");
    counts.diskPressureUs = behind(text("pressure/io"), "total=");
    return counts;
}

bool KernelFiles::maps(std::uint32_t pid, const std::string& folder) const {
    std::ifstream in(folder_ + "/" + std::to_string(pid) + "/maps", std::ios::binary);
    for (std::string line; std::getline(in, line);) {
        if (line.find(" " + folder + "/") != std::string::npos) {
            return true;
        }
    }
    return false;
}

} // namespace lanes::recorder
