#include "collector/recorder/states/ThreadFiles.h"

#include "model/base/Utf8.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <charconv>
#include <system_error>

namespace lanes::recorder {

namespace {

constexpr std::size_t kRoom = 1024;         // more than any of the files has
constexpr std::size_t kLongestTarget = 200; // bytes of a path that are kept

// The next word as a number; `text` goes on behind it. Nothing if it is none.
template<class Number>
std::optional<Number> takeNumber(std::string_view& text) {
    text.remove_prefix(std::min(text.find_first_not_of(" \n"), text.size()));
    const bool hex = text.starts_with("0x");
    const std::string_view digits = hex ? text.substr(2) : text;
    Number value = 0;
    const auto [end, error] =
        std::from_chars(digits.data(), digits.data() + digits.size(), value, hex ? 16 : 10);
    if (error != std::errc()) {
        return {};
    }
    text = digits.substr(static_cast<std::size_t>(end - digits.data()));
    return value;
}

std::string shortened(std::string_view text) {
    return repairUtf8(text.substr(0, kLongestTarget));
}

} // namespace

OpenFile::OpenFile(const std::string& path)
    : file_(open(path.c_str(), O_RDONLY | O_CLOEXEC)) {}

std::string_view OpenFile::text(std::span<char> room) const {
    const ssize_t bytes = isOpen() ? pread(file_.get(), room.data(), room.size(), 0) : -1;
    return {room.data(), bytes > 0 ? static_cast<std::size_t>(bytes) : 0};
}

ThreadFiles::ThreadFiles(const std::string& folder, std::uint32_t process, std::uint32_t thread)
    : process_(folder + "/" + std::to_string(process)) {
    const std::string own = process_ + "/task/" + std::to_string(thread);
    schedstat_ = OpenFile(own + "/schedstat");
    if (!schedstat_.isOpen()) {
        return;
    }
    wchan_ = OpenFile(own + "/wchan");
    syscall_ = OpenFile(own + "/syscall");
    std::array<char, kRoom> room{};
    errno = 0;
    tellsCalls_ = syscall_.isOpen() && (!syscall_.text(room).empty() || errno == ESRCH);
    if (!tellsCalls_) {
        stat_ = OpenFile(own + "/stat");
    }
}

std::optional<ThreadTimes> ThreadFiles::times() const {
    std::array<char, kRoom> room{};
    std::string_view text = schedstat_.text(room);
    const auto ran = takeNumber<std::uint64_t>(text);
    const auto waited = takeNumber<std::uint64_t>(text);
    const auto put = takeNumber<std::uint64_t>(text);
    return ran && waited && put ? std::optional(ThreadTimes{*ran, *waited, *put}) : std::nullopt;
}

std::string ThreadFiles::function() const {
    std::array<char, kRoom> room{};
    const std::string_view text = wchan_.text(room);
    const bool isName = !text.empty() && std::ranges::all_of(text, [](unsigned char c) {
        return std::isalnum(c) != 0 || c == '_' || c == '.';
    });
    // The compiler's copies of a function have its name and more behind a dot.
    return isName && text != "0" ? std::string(text.substr(0, text.find('.')).substr(0, kLongestTarget))
                                 : std::string();
}

std::optional<ThreadWait> ThreadFiles::wait() const {
    if (!tellsCalls_) {
        return withoutCall();
    }
    std::array<char, kRoom> room{};
    std::string_view text = syscall_.text(room);
    if (text.starts_with("running")) {
        return ThreadWait{ThreadState::Running, -1, {}, {}};
    }
    const auto number = takeNumber<int>(text);
    const auto argument = takeNumber<std::uint64_t>(text); // the stack's address where it is in no call
    if (!number || !argument || (*number < 0 && *argument == 0)) {
        return {}; // it has ended, and only its number is left
    }
    ThreadWait wait{ThreadState::Memory, *number, {}, function()};
    if (*number >= 0) {
        complete(wait, *argument);
    }
    // In a call or not, it may have been stopped there.
    if (const ThreadState seen = stateOfFunction(wait.function);
        seen == ThreadState::Stopped || (seen == ThreadState::Disk && wait.state != ThreadState::Disk)) {
        wait.state = seen;
    }
    return wait;
}

void ThreadFiles::complete(ThreadWait& wait, std::uint64_t descriptor) const {
    wait.state = stateOfCall(wait.call);
    if (!callsOnFile(wait.call)) {
        return;
    }
    std::array<char, kRoom> room{};
    const std::string link = process_ + "/fd/" + std::to_string(static_cast<std::uint32_t>(descriptor));
    const ssize_t bytes = readlink(link.c_str(), room.data(), room.size());
    if (bytes <= 0) {
        return;
    }
    const std::string_view target(room.data(), static_cast<std::size_t>(bytes));
    wait.on = shortened(target);
    if (wait.state == ThreadState::Kernel) {
        wait.state = stateOfFile(target);
    }
}

std::optional<ThreadWait> ThreadFiles::withoutCall() const {
    std::array<char, kRoom> room{};
    const std::string_view text = stat_.text(room);
    const std::size_t name = text.rfind(") "); // which may hold anything
    if (name == std::string_view::npos || name + 2 >= text.size()) {
        return {};
    }
    switch (text[name + 2]) {
    case 'R':
        return ThreadWait{ThreadState::Running, -1, {}, {}};
    case 'T':
    case 't':
        return ThreadWait{ThreadState::Stopped, -1, {}, function()};
    case 'Z':
    case 'X':
        return {};
    default:
        break;
    }
    ThreadWait wait{ThreadState::Unknown, -1, {}, function()};
    wait.state = stateOfFunction(wait.function);
    return wait;
}

} // namespace lanes::recorder
