#include "collector/recorder/host/TorchImports.h"

#include "collector/ring/RingLayout.h"
#include "model/base/WholeFile.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <string>

namespace lanes::recorder {

namespace {

constexpr TimeNs kLongestImport = 120'000'000'000; // from a cold disk over the network

} // namespace

// /proc/<pid>/stat has its state and start time in fields 3 and 22 (proc(5)); the name in field 2 may hold anything, so
// counting starts behind its last ')'.
std::uint64_t startOfProcess(std::uint32_t pid) {
    const std::string text = wholeFile("/proc/" + std::to_string(pid) + "/stat");
    std::size_t at = text.rfind(')');
    if (at == std::string::npos || at + 2 >= text.size()) {
        return 0;
    }
    at += 2;
    if (text[at] == 'Z' || text[at] == 'X') {
        return 0;
    }
    for (int field = 3; field < 22 && at != std::string::npos; ++field) {
        at = text.find(' ', at + 1);
    }
    return at == std::string::npos ? 0 : std::strtoull(text.c_str() + at, nullptr, 10);
}

void TorchImports::note(std::string_view file, TimeNs now) {
    std::uint32_t pid = 0;
    const auto [end, problem] = std::from_chars(file.data(), file.data() + file.size(), pid);
    const std::string_view suffix = file.substr(static_cast<std::size_t>(end - file.data()));
    if (problem != std::errc{} || (suffix != ring::kImportingSuffix && suffix != ring::kImportedSuffix)) {
        return;
    }
    const auto [at, fresh] = imports_.try_emplace(pid);
    if (fresh) {
        at->second = {now, false, startOfProcess(pid)};
    }
    at->second.done = suffix == ring::kImportedSuffix;
}

bool TorchImports::alive() const {
    return std::ranges::any_of(imports_, [](const auto& entry) {
        return entry.second.started != 0 && startOfProcess(entry.first) == entry.second.started;
    });
}

bool TorchImports::busy(TimeNs now) const {
    return std::ranges::any_of(imports_, [now](const auto& entry) {
        return !entry.second.done && now - entry.second.since < kLongestImport && entry.second.started != 0 &&
               startOfProcess(entry.first) == entry.second.started;
    });
}

} // namespace lanes::recorder
