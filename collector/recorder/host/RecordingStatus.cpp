#include "collector/recorder/host/RecordingStatus.h"

#include <charconv>
#include <sstream>
#include <string_view>

namespace lanes::recorder {

namespace {

template<class Number>
void take(std::string_view text, Number& into) {
    Number number{};
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (problem == std::errc() && end == text.data() + text.size() && number >= 0) {
        into = number;
    }
}

} // namespace

RecordingStatus parseStatus(const std::string& text) {
    RecordingStatus status;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        const std::size_t at = line.find('=');
        if (at == std::string::npos) {
            continue;
        }
        const std::string_view key(line.data(), at);
        const std::string value = line.substr(at + 1);
        if (key == "state") {
            status.paused = value == "paused";
        } else if (key == "program") {
            take(value, status.program);
        } else if (key == "time_ns") {
            take(value, status.time);
        } else if (key == "events") {
            take(value, status.events);
        } else if (key == "lost") {
            take(value, status.lost);
        } else if (key == "session") {
            status.session = value;
        } else if (key == "command") {
            status.command = value;
        } else if (key == "target") {
            status.target = value;
        } else if (key == "capture") {
            status.capture = value;
        } else if (key == "away") {
            status.away = value;
        } else if (key == "attached") {
            status.attached = value == "yes";
        } else if (key == "saved") {
            status.holds = true;
            status.saved = value;
        }
    }
    return status;
}

} // namespace lanes::recorder
