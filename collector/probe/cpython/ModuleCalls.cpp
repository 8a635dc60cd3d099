#include "collector/probe/cpython/ModuleCalls.h"

#include "collector/probe/Where.h"
#include "collector/probe/cpython/ModuleNames.h"
#include "collector/probe/torch/OperatorHook.h"

#include <atomic>
#include <bitset>

namespace lanes::probe {

namespace {

constexpr std::size_t kMostNumbers = 64 * 1024; // as ModuleNames gives them

using Call = void* (*)(void* self, void* arguments, void* keywords);

struct State {
    ModuleCallInterface python{};
    std::bitset<kMostNumbers + 1> chosen; // by number
    std::uint64_t seen = 0;
};

State& state() {
    static auto* instance = new State; // never destroyed: modules are called until the very end
    return *instance;
}

// False: an exception is set, and it is the program's (a signal's handler may have raised it).
bool askForName(void* module) {
    const ModuleCallInterface& python = state().python;
    void* answer = python.callWith(python.name, module, nullptr);
    if (answer != nullptr) {
        python.release(answer);
    }
    return answer != nullptr;
}

void* onCall(void* self, void* arguments, void* keywords) {
    State& all = state();
    ++all.seen;
    const auto original = reinterpret_cast<Call>(all.python.original);
    const auto address = reinterpret_cast<std::uint64_t>(self);
    if (!where::on()) {
        return original(self, arguments, keywords);
    }
    std::uint32_t number = knownModule(address);
    if (number == 0 && all.python.name != nullptr && mayNameModules()) {
        if (!askForName(self)) {
            return nullptr;
        }
        number = knownModule(address);
    }
    ThreadRecorder* const recorder = all.chosen[number] ? readyRecorder() : nullptr;
    if (recorder == nullptr) {
        return original(self, arguments, keywords);
    }
    where::enter(*recorder);
    void* result = original(self, arguments, keywords);
    // Another recording may have begun meanwhile, in which nothing has been entered.
    if (ProbeProcess::current() == recorder || recorder->isAbandoned()) {
        where::leave(*recorder);
    }
    return result;
}

} // namespace

void watchModuleCalls(const ModuleCallInterface& interface) {
    State& all = state();
    all.python = interface;
    all.chosen.reset();
}

bool watchClass(std::uint64_t type, bool on) {
    const ModuleCallInterface& python = state().python;
    const auto ours = reinterpret_cast<std::uint64_t>(&onCall);
    auto& slot = *reinterpret_cast<std::uint64_t*>(type + static_cast<std::uint64_t>(python.slot));
    if (std::uint64_t expected = on ? python.original : ours; slot == expected) {
        slot = on ? ours : python.original;
        return true;
    }
    return false;
}

void chooseModule(std::uint32_t number) {
    if (number != 0 && number <= kMostNumbers) {
        state().chosen.set(number);
        where::noteMatchingModule();
    }
}

std::uint64_t moduleCallsSeen() {
    return state().seen;
}

} // namespace lanes::probe
