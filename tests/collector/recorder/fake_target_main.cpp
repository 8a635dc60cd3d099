// A program to record: `fake_target WHAT`. Prints how many operators it wrote, so that a test can compare.
#include "tests/collector/recorder/FakeTarget.h"

#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <string_view>
#include <thread>

using namespace lanes;

namespace {

void describe(test::FakeThread& thread) {
    thread.defineName(1, "aten::linear");
    thread.defineName(2, "aten::addmm");
    thread.defineCode(1, "/home/user/train.py", "main");
    thread.defineCode(2, "/home/user/train.py", "step");
    thread.defineStack(1, 0, 1, 40);
    thread.defineStack(2, 1, 2, 12);
}

void operators(test::FakeThread& thread, int pairs) {
    for (int i = 0; i < pairs; ++i) {
        thread.begin(1, 1, i, 2);
        thread.begin(2, 2, i, 2);
        thread.end(2);
        thread.end(1);
    }
}

int record(std::string_view what);

void sleepFor(int milliseconds) {
    std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
}

void printWritten(const test::FakeThread& thread) {
    std::printf("%llu\n", static_cast<unsigned long long>(thread.written()));
    std::fflush(stdout);
}

// Lets a parent go on once its child has begun.
class Begun {
public:
    Begun() { valid_ = pipe(ends_.data()) == 0; }
    void say() const {
        if (valid_) {
            [[maybe_unused]] const ssize_t written = write(ends_[1], "", 1);
        }
    }
    void wait() const {
        char byte = 0;
        if (valid_) {
            [[maybe_unused]] const ssize_t got = read(ends_[0], &byte, 1);
        }
    }

private:
    std::array<int, 2> ends_{-1, -1};
    bool valid_ = false;
};

// A child that goes on while this process ends; `body` says when it has begun, and then this returns.
template<class Body>
void leaveBehind(const Body& body) {
    const Begun begun;
    if (fork() == 0) {
        body(begun);
        _exit(0);
    }
    begun.wait();
}

std::uint32_t otherThread() {
    return static_cast<std::uint32_t>(getpid()) + 1;
}

void recordOps(test::FakeProcess& /*process*/, test::FakeThread& main) {
    operators(main, 1000);
}

void recordAutograd(test::FakeProcess& process, test::FakeThread& main) {
    main.begin(1, 1, 7);
    main.end(1);
    test::FakeThread engine = process.thread(1);
    engine.start(otherThread(), "pt_autograd_0", 2);
    engine.defineName(1, "AddmmBackward0");
    engine.begin(5, 1, 7, 0, ring::Scope::BackwardFunction, 1);
    engine.end(5);
}

// Over several chunks of the session: a range that stays open, its contents, a backward pass at the end.
void recordLong(test::FakeProcess& /*process*/, test::FakeThread& main) {
    main.begin(1, 2, -1, 1, ring::Scope::User);
    main.begin(2, 1, 7);
    main.begin(3, 2);
    main.end(3);
    main.end(2);
    sleepFor(2000);
    operators(main, 5);
    sleepFor(2000);
    main.defineName(3, "AddmmBackward0");
    main.begin(4, 3, 7, 0, ring::Scope::BackwardFunction, 1);
    main.end(4);
    main.end(1);
}

void recordOutlived(test::FakeProcess& /*process*/, test::FakeThread& main) {
    operators(main, 10);
    leaveBehind([](const Begun& begun) {
        for (int i = 0; i < 6; ++i) {
            record("ops");
            begun.say();
            sleepFor(1000);
        }
    });
}

void recordDaemon(test::FakeProcess& /*process*/, test::FakeThread& main) {
    operators(main, 10);
    leaveBehind([](const Begun& begun) {
        record("ops");
        begun.say();
        sleepFor(60'000);
    });
}

void recordImporting(test::FakeProcess& process, test::FakeThread& main) {
    operators(main, 10);
    leaveBehind([&](const Begun& begun) {
        process.say(test::FakeProcess::Torch::Importing);
        begun.say();
        sleepFor(4000); // longer than a quiet child is waited for
        process.say(test::FakeProcess::Torch::Imported);
        _exit(record("ops"));
    });
}

void recordFork(test::FakeProcess& /*process*/, test::FakeThread& main) {
    operators(main, 10);
    if (fork() == 0) {
        _exit(record("ops"));
    }
    wait(nullptr);
}

void recordElsewhere(test::FakeProcess& process, test::FakeThread& main) {
    main.begin(9, 1);
    test::FakeThread other = process.thread(1);
    other.start(otherThread(), "callback");
    other.end(9, true);
}

void recordMemory(test::FakeProcess& /*process*/, test::FakeThread& main) {
    main.begin(1, 1, -1, 2);
    main.memory(4096, 0x1000);
    main.end(1);
    main.memory(-4096, 0x1000);
}

void recordOutOfMemory(test::FakeProcess& /*process*/, test::FakeThread& main) {
    main.begin(1, 1);
    main.outOfMemory(1 << 20);
    main.end(1);
}

void recordReason(test::FakeProcess& process, test::FakeThread& /*main*/) {
    process.say("No layout fits this torch.");
}

void recordRefused(test::FakeProcess& process, test::FakeThread& main) {
    operators(main, 1000);
    process.refuse(2, 1);
}

void recordNonsense(test::FakeProcess& /*process*/, test::FakeThread& main) {
    operators(main, 10);
    main.spoil();
}

void recordCut(test::FakeProcess& process, test::FakeThread& /*main*/) {
    process.cutFiles();
    _exit(0); // its own mappings are cut as well
}

// Half of it only when it is told to.
void recordHalves(test::FakeProcess& /*process*/, test::FakeThread& main) {
    operators(main, 50);
    printWritten(main);
    std::getchar();
    operators(main, 50);
}

void recordFlood(test::FakeProcess& /*process*/, test::FakeThread& main) {
    for (int i = 0; i < 200'000; ++i) {
        main.begin(1, 1);
        main.end(1);
    }
}

void recordForever(test::FakeProcess& /*process*/, test::FakeThread& main) {
    for (;;) {
        operators(main, 20);
        printWritten(main);
        std::this_thread::sleep_for(std::chrono::microseconds(300));
    }
}

// A step of the optimizer whenever a line comes; the program ends with its input.
void recordSteps(test::FakeProcess& /*process*/, test::FakeThread& main) {
    main.defineName(3, "Optimizer.step#SGD.step");
    for (int character = 0; (character = std::getchar()) != EOF;) {
        if (character == '\n') {
            main.begin(7, 3, -1, 2, ring::Scope::User);
            main.end(7);
            printWritten(main);
        }
    }
}

// Much that packs badly, no faster than it is read, until its input ends.
void recordStream(test::FakeProcess& /*process*/, test::FakeThread& main) {
    std::mt19937_64 random(1);
    pollfd input{STDIN_FILENO, POLLIN, 0};
    while (poll(&input, 1, 0) == 0) {
        for (int i = 0; i < 500; ++i) {
            const std::uint64_t address = random();
            main.begin(1, 1, -1, 2);
            main.memory(4096, address);
            main.memory(-4096, address);
            main.end(1);
        }
        do {
            sleepFor(2);
        } while (main.unread() > 1 << 20);
    }
}

struct Behaviour {
    std::string_view name;
    void (*record)(test::FakeProcess& process, test::FakeThread& main);
};

constexpr std::array kBehaviours{
    Behaviour{"ops", recordOps},         Behaviour{"autograd", recordAutograd},
    Behaviour{"long", recordLong},       Behaviour{"outlived", recordOutlived},
    Behaviour{"daemon", recordDaemon},   Behaviour{"importing", recordImporting},
    Behaviour{"fork", recordFork},       Behaviour{"elsewhere", recordElsewhere},
    Behaviour{"memory", recordMemory},   Behaviour{"oom", recordOutOfMemory},
    Behaviour{"reason", recordReason},   Behaviour{"flood", recordFlood},
    Behaviour{"forever", recordForever}, Behaviour{"halves", recordHalves},
    Behaviour{"refused", recordRefused}, Behaviour{"nonsense", recordNonsense},
    Behaviour{"cut", recordCut},         Behaviour{"stream", recordStream},
    Behaviour{"steps", recordSteps},
};

int record(std::string_view what) {
    auto& process = *new test::FakeProcess; // as long as the real process lives
    if (!process.valid()) {
        std::puts("no folder");
        return 3;
    }
    test::FakeThread main = process.thread(0, what == "flood" ? 65536 : 1 << 22);
    main.start(static_cast<std::uint32_t>(getpid()), "MainThread");
    describe(main);
    for (const Behaviour& behaviour : kBehaviours) {
        if (behaviour.name == what) {
            behaviour.record(process, main);
        }
    }
    printWritten(main);
    return 0;
}

} // namespace

int main(int argc, char** argv) {
    const std::string what = argc > 1 ? argv[1] : "ops";
    const int status = record(what == "abort" || what == "exit" ? "ops" : what);
    if (what == "abort") {
        std::abort();
    }
    if (what == "exit") {
        _exit(9);
    }
    return status;
}
