// One line of the doctor: what was looked at, what was found, and what to do about it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lanes::doctor {

// Good: nothing to do. Limited: recording works, but for what is said. Broken: something that was asked for does not work.
enum class State : std::uint8_t { Good, Limited, Broken };
[[nodiscard]] constexpr std::string_view stateName(State state) {
    return state == State::Good ? "good" : state == State::Limited ? "limited" : "broken";
}

enum class Group : std::uint8_t { Gpu, Program, System };
[[nodiscard]] constexpr std::string_view groupName(Group group) {
    return group == Group::Gpu ? "GPU" : group == Group::Program ? "Program" : "System";
}

struct Finding {
    Group group = Group::System;
    std::string name;
    State state = State::Good;
    std::string found;            // one line
    std::string why;              // what it costs; empty if it is good
    std::vector<std::string> fix; // commands, or one sentence; empty if it is good
};

} // namespace lanes::doctor
