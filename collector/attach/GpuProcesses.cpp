#include "collector/attach/GpuProcesses.h"

#include <array>
#include <cctype>
#include <charconv>
#include <cstdio>
#include <memory>
#include <sstream>
#include <string_view>

namespace lanes::attach {

namespace {

constexpr std::int64_t kMostMib = std::int64_t{1} << 40; // more is no number of memory
// A driver in trouble lets its tool hang; the list is wanted all the same.
constexpr const char* kTool = "exec timeout 2 nvidia-smi --query-compute-apps=pid,used_memory "
                              "--format=csv,noheader,nounits 2>/dev/null </dev/null";

// A number with nothing but blanks around it; -1: it is none.
std::int64_t numberIn(std::string_view word) {
    while (!word.empty() && std::isspace(static_cast<unsigned char>(word.front())) != 0) {
        word.remove_prefix(1);
    }
    while (!word.empty() && std::isspace(static_cast<unsigned char>(word.back())) != 0) {
        word.remove_suffix(1);
    }
    std::int64_t value = -1;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    return error == std::errc() && end == word.data() + word.size() ? value : -1;
}

} // namespace

std::map<pid_t, std::int64_t> parseGpuProcesses(const std::string& text) {
    std::map<pid_t, std::int64_t> bytes;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        const std::size_t comma = line.find(',');
        const std::int64_t process = numberIn(std::string_view(line).substr(0, comma));
        const std::int64_t size =
            comma == std::string::npos ? -1 : numberIn(std::string_view(line).substr(comma + 1));
        if (process > 0 && process <= INT32_MAX && size >= 0 && size < kMostMib) {
            bytes[static_cast<pid_t>(process)] += size << 20;
        }
    }
    return bytes;
}

std::map<pid_t, std::int64_t> gpuMemoryByProcess() {
    const std::unique_ptr<FILE, int (*)(FILE*)> tool(
        popen(kTool, "re"), [](FILE* open) { return open != nullptr ? pclose(open) : 0; });
    std::string text;
    std::array<char, 4096> piece{};
    for (std::size_t got = 0; tool && (got = std::fread(piece.data(), 1, piece.size(), tool.get())) > 0;) {
        text.append(piece.data(), got);
    }
    return parseGpuProcesses(text);
}

} // namespace lanes::attach
