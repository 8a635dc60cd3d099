#include "collector/probe/torch/ProfilerSwitch.h"

#include "collector/probe/torch/OperatorHook.h"

#include <ctime>

namespace lanes::probe {

namespace {

bool callAndForget(const Interpreter& interpreter, void* callable) {
    void* result = interpreter.call(callable);
    if (result == nullptr) {
        interpreter.clearError();
        return false;
    }
    interpreter.release(result);
    return true;
}

SourceGate gate;
ProfilerSwitch* used = nullptr; // torch's callbacks carry no user data

void enoughOperators() {
    used->wanted = 0;
    used->waiting = 1;
    (void)callSoon(used->enough); // if there is no room, time ends the cycle
}

void count(ProfilerSwitch& profiler) {
    HookState& hook = hookState();
    hook.countedThread = pthread_self();
    hook.countdown = profiler.most;
    hook.counted = &enoughOperators;
    hook.mode = HookMode::Count;
}

// lanescope_probe/profiler_cycles.py has made the switch.
std::string start(const char*) {
    return used != nullptr ? std::string() : std::string("there is no profiler to switch");
}

void stop() {
    gate.close();
    if (used != nullptr) {
        used->ended = 1;
        turnProfiler(*used, false);
    }
}

int run(void* argument) {
    const auto& call = *static_cast<const MainThreadCall*>(argument);
    if (call.profiler != nullptr) {
        turnProfiler(*call.profiler, call.profiler->wanted != 0);
    }
    void* result = call.interpreter.call(call.callable);
    if (result == nullptr) {
        // A signal's handler may raise before the callable's first line. Once more then, behind that exception: or the
        // worker would wait for ever, and the profiler go on growing.
        if (call.profiler != nullptr && call.profiler->waiting != 0) {
            call.interpreter.addPendingCall(&run, argument);
        }
        return -1;
    }
    call.interpreter.release(result);
    return 0;
}

} // namespace

constinit const RecordSource kProfilerSource{"profiler", &gate, &start, &stop, nullptr, nullptr, nullptr};

void useProfiler(ProfilerSwitch* profiler) {
    used = profiler;
}

void turnProfiler(ProfilerSwitch& profiler, bool on) {
    const Interpreter& interpreter = profiler.interpreter;
    // What the last cycle brought must have been taken: the next one writes over its moments.
    if (on == (profiler.running != 0) ||
        (on && (profiler.held != 0 || profiler.ended != 0 || profiler.result != nullptr))) {
        return;
    }
    if (on) {
        if (profiler.enough != nullptr && (gate.wanted() & ring::kOperators) == 0) {
            noteShut();
            return;
        }
        const bool prepared = callAndForget(interpreter, profiler.prepare);
        profiler.begin = now();
        profiler.running = prepared && callAndForget(interpreter, profiler.enable) ? 1 : 0;
        profiler.failed |= profiler.running == 0 ? 1 : 0;
        if (profiler.enough != nullptr && profiler.running != 0) {
            count(profiler);
        }
        return;
    }
    if (profiler.enough != nullptr) {
        hookState().mode = HookMode::Off;
    }
    profiler.running = 0;
    profiler.result = interpreter.call(profiler.disable);
    profiler.end = now();
    if (profiler.result == nullptr) {
        interpreter.clearError();
        profiler.failed = 1;
    }
}

bool callSoon(MainThreadCall* call) {
    return call->interpreter.addPendingCall(&run, call) == 0;
}

Moment now() {
    const ring::ClockKind clock = probeProcess().clock();
    const std::uint64_t before = readTicks(clock);
    timespec time{};
    clock_gettime(CLOCK_REALTIME, &time);
    const std::uint64_t after = readTicks(clock);
    constexpr std::uint64_t kSecond = 1'000'000'000;
    return {before + (after - before) / 2,
            static_cast<std::uint64_t>(time.tv_sec) * kSecond + static_cast<std::uint64_t>(time.tv_nsec)};
}

} // namespace lanes::probe
