#include "collector/recorder/devices/KernelNames.h"

#include <cxxabi.h>

#include <cstddef>
#include <cstdlib>
#include <map>
#include <memory>

namespace lanes::recorder {

namespace {

// As Kineto's.
constexpr std::size_t kLongestName = 1024;
constexpr double kMostTimesLonger = 1 << 16;

bool isOfNumber(char c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z');
}

// How many times longer the plain name is at most: each part that a name refers back to is repeated, with what that part
// refers to itself, so that a few letters can stand for gigabytes.
double timesLonger(std::string_view name) {
    std::map<std::string_view, int> parts;
    int arguments = 0;
    for (std::size_t i = 0; i < name.size(); ++i) {
        std::size_t end = i + 1;
        while (end < name.size() && isOfNumber(name[end])) {
            ++end;
        }
        if (end == name.size() || name[end] != '_') {
            continue;
        }
        if (name[i] == 'S') {
            ++parts[name.substr(i, end - i)];
        } else if (name[i] == 'T') {
            ++arguments;
        }
    }
    double times = 1 + arguments;
    for (const auto& [part, count] : parts) {
        times *= 1 + count;
    }
    return times;
}

} // namespace

std::string demangled(std::string_view name) {
    std::string own(name);
    if (!name.starts_with("_Z") || name.size() > kLongestName || timesLonger(name) > kMostTimesLonger) {
        return own;
    }
    int status = 0;
    const std::unique_ptr<char, decltype(&std::free)> plain(
        abi::__cxa_demangle(own.c_str(), nullptr, nullptr, &status), &std::free);
    return plain != nullptr && status == 0 ? std::string(plain.get()) : own;
}

} // namespace lanes::recorder
