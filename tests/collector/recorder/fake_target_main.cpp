// A program to record: `fake_target WHAT`. Prints how many operators it wrote, so that a test can compare.
#include "tests/collector/recorder/FakeTarget.h"

#include <poll.h>
#include <sys/resource.h>
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

constexpr auto kBackward = static_cast<std::uint8_t>(ring::Scope::BackwardFunction);
constexpr auto kUser = static_cast<std::uint8_t>(ring::Scope::User);
constexpr std::string_view kLinear = "aten::linear";
constexpr std::string_view kAddmm = "aten::addmm";

void operators(test::FakeThread& thread, int pairs) {
    for (int i = 0; i < pairs; ++i) {
        thread.begin(kLinear, {.key = 1, .sequence = i}, 2);
        thread.begin(kAddmm, {.key = 2, .sequence = i}, 2);
        thread.end(2);
        thread.end(1);
    }
}

int record(test::FakeProcess& process, std::string_view what); // 0

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
void leaveBehind(test::FakeProcess& process, const Body& body) {
    const Begun begun;
    if (process.fork() == 0) {
        body(begun);
        _exit(0);
    }
    begun.wait();
}

// In a thread of its own, to its end.
template<class Work>
void inThread(const Work& work) {
    std::thread(work).join();
}

void recordOps(test::FakeProcess& /*process*/, test::FakeThread& main) {
    operators(main, 1000);
}

void recordAutograd(test::FakeProcess& process, test::FakeThread& main) {
    main.begin(kLinear, {.key = 1, .sequence = 7});
    main.end(1);
    inThread([&] {
        test::FakeThread engine = process.thread("pt_autograd_0", 2);
        engine.begin("AddmmBackward0", {.scope = kBackward, .key = 5, .forwardThread = 1, .sequence = 7});
        engine.end(5);
    });
}

// Over several chunks of the session: a range that stays open, its contents, a backward pass at the end.
void recordLong(test::FakeProcess& /*process*/, test::FakeThread& main) {
    main.begin(kAddmm, {.scope = kUser, .key = 1}, 1);
    main.begin(kLinear, {.key = 2, .sequence = 7});
    main.begin(kAddmm, {.key = 3});
    main.end(3);
    main.end(2);
    sleepFor(2000);
    operators(main, 5);
    sleepFor(2000);
    main.begin("AddmmBackward0", {.scope = kBackward, .key = 4, .forwardThread = 1, .sequence = 7});
    main.end(4);
    main.end(1);
}

void recordOutlived(test::FakeProcess& process, test::FakeThread& main) {
    operators(main, 10);
    leaveBehind(process, [&](const Begun& begun) {
        for (int i = 0; i < 6; ++i) {
            record(process, "ops");
            begun.say();
            sleepFor(1000);
        }
    });
}

void recordDaemon(test::FakeProcess& process, test::FakeThread& main) {
    operators(main, 10);
    leaveBehind(process, [&](const Begun& begun) {
        record(process, "ops");
        begun.say();
        sleepFor(60'000);
    });
}

void recordImporting(test::FakeProcess& process, test::FakeThread& main) {
    operators(main, 10);
    leaveBehind(process, [&](const Begun& begun) {
        process.say(test::FakeProcess::Torch::Importing);
        begun.say();
        sleepFor(4000); // longer than a quiet child is waited for
        process.say(test::FakeProcess::Torch::Imported);
        _exit(record(process, "ops"));
    });
}

void recordFork(test::FakeProcess& process, test::FakeThread& main) {
    operators(main, 10);
    if (process.fork() == 0) {
        _exit(record(process, "ops"));
    }
    wait(nullptr);
}

void recordElsewhere(test::FakeProcess& process, test::FakeThread& main) {
    main.begin(kLinear, {.key = 9});
    inThread([&] { process.thread("callback", 2).endOf(main, 9); });
}

void recordMemory(test::FakeProcess& /*process*/, test::FakeThread& main) {
    main.begin(kLinear, {.key = 1}, 2);
    main.memory(4096, 0x1000);
    main.end(1);
    main.memory(-4096, 0x1000);
}

void recordOutOfMemory(test::FakeProcess& /*process*/, test::FakeThread& main) {
    main.begin(kLinear, {.key = 1});
    main.outOfMemory(1 << 20);
    main.end(1);
}

void recordReason(test::FakeProcess& process, test::FakeThread& /*main*/) {
    process.probe().publishEnd("No layout fits this torch.");
}

// Two threads and a process that there is no room for.
void recordRefused(test::FakeProcess& process, test::FakeThread& main) {
    operators(main, 1000);
    process.takeAllRoom();
    for (const std::uint64_t torchThread : {2U, 3U}) {
        inThread([&] { process.probe().recorderForThisThread(torchThread); });
    }
    if (process.fork() == 0) {
        const rlimit none{0, 0};
        setrlimit(RLIMIT_NOFILE, &none);
        process.probe().announce();
        _exit(0);
    }
    wait(nullptr);
}

// A thread and a process that may not make files.
void refuseBoth(test::FakeProcess& process, test::FakeThread& main) {
    operators(main, 10);
    inThread([&] { process.probe().recorderForThisThread(2); });
    if (process.fork() == 0) {
        process.probe().announce();
        _exit(0);
    }
    wait(nullptr);
}

void recordSmallFiles(test::FakeProcess& process, test::FakeThread& main) {
    const rlimit small{4096, 4096};
    setrlimit(RLIMIT_FSIZE, &small);
    refuseBoth(process, main);
}

void recordSetuid(test::FakeProcess& process, test::FakeThread& main) {
    if (setresgid(65534, 65534, 65534) == 0 && setresuid(65534, 65534, 65534) == 0) {
        refuseBoth(process, main);
    }
}

void recordChroot(test::FakeProcess& process, test::FakeThread& main) {
    if (chroot("/usr") == 0) {
        refuseBoth(process, main);
    }
}

// Bytes that no probe writes into its ring's header.
void recordNonsense(test::FakeProcess& process, test::FakeThread& main) {
    operators(main, 10);
    const ring::MappedFile ring = test::onlyRing(process.folder());
    test::headerOf(ring).dropped.store(0x52e7'1234'5678'9abc);
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
        if (main.begin(kLinear, {.key = 1})) {
            main.end(1);
        }
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
    for (int character = 0; (character = std::getchar()) != EOF;) {
        if (character == '\n') {
            main.begin("Optimizer.step#SGD.step", {.scope = kUser, .key = 7}, 2);
            main.end(7);
            printWritten(main);
        }
    }
}

// Writes pieces, no faster than they are read, until the input ends: a recorder that was killed reads no more.
template<class Piece>
void writeUntilEnd(const test::FakeProcess& process, const Piece& piece) {
    constexpr std::uint64_t kMostUnread = 1 << 20; // bytes
    const ring::MappedFile ring = test::onlyRing(process.folder());
    const ring::RingHeader& header = test::headerOf(ring);
    pollfd input{STDIN_FILENO, POLLIN, 0};
    const auto ended = [&input] { return poll(&input, 1, 0) != 0; };
    while (!ended()) {
        for (int i = 0; i < 500; ++i) {
            piece();
        }
        do {
            sleepFor(2);
        } while (header.head - header.tail > kMostUnread && !ended());
    }
}

// Much that packs badly.
void recordStream(test::FakeProcess& process, test::FakeThread& main) {
    std::mt19937_64 random(1);
    writeUntilEnd(process, [&] {
        const std::uint64_t address = random();
        main.begin(kLinear, {.key = 1}, 2);
        main.memory(4096, address);
        main.memory(-4096, address);
        main.end(1);
    });
}

// Ranges, each with a name of its own that packs badly and begins with its number; in all of them runs an operator with a stack.
void recordNames(test::FakeProcess& process, test::FakeThread& main) {
    std::mt19937_64 random(1);
    std::uint64_t number = 0;
    writeUntilEnd(process, [&] {
        std::string name = std::to_string(number++);
        for (int i = 0; i < 8; ++i) {
            name += " " + std::to_string(random());
        }
        main.begin(name, {.scope = kUser, .key = 1});
        main.begin(kLinear, {.key = 2}, 2);
        main.end(2);
        main.end(1);
    });
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
    Behaviour{"steps", recordSteps},     Behaviour{"small files", recordSmallFiles},
    Behaviour{"setuid", recordSetuid},   Behaviour{"chroot", recordChroot},
    Behaviour{"names", recordNames},
};

int record(test::FakeProcess& process, std::string_view what) {
    test::FakeThread main = process.thread();
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
    auto& process = *new test::FakeProcess(what == "flood" ? ring::kMinRingBytes : ring::kMaxRingBytes);
    if (!process.valid()) {
        std::puts("no folder");
        return 3;
    }
    record(process, what == "abort" || what == "exit" ? "ops" : what);
    if (what == "abort") {
        std::abort();
    }
    if (what == "exit") {
        _exit(9);
    }
    process.probe().markEnded();
    return 0;
}
