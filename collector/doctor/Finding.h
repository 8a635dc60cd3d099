// One line of the doctor: the check, its result, and the remedy.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lanes::doctor {

// Good: nothing to do. Limited: recording works with the stated restriction. Broken: a requested feature does not
// work.
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
    std::string why;              // the consequence; empty if it is good
    std::vector<std::string> fix; // commands, or one sentence; empty if it is good
};

} // namespace lanes::doctor
