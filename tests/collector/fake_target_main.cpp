// A program to record: `fake_target WHAT`. Prints how many operators it wrote, so that a test can compare.
#include "tests/collector/FakeTarget.h"

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
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

// Lets a parent go on once its child has begun.
class Begun {
public:
    Begun() { valid_ = pipe(ends_) == 0; }
    void say() const { valid_&& write(ends_[1], "", 1); }
    void wait() const {
        char byte = 0;
        valid_&& read(ends_[0], &byte, 1);
    }

private:
    int ends_[2] = {-1, -1};
    bool valid_ = false;
};

int record(std::string_view what, int depth) {
    test::FakeProcess process;
    if (!process.valid()) {
        std::puts("no folder");
        return 3;
    }
    test::FakeThread main = process.thread(0, what == "flood" ? 65536 : 1 << 22);
    main.start(static_cast<std::uint32_t>(getpid()), "MainThread");
    describe(main);
    const Begun begun;
    if (what == "ops") {
        operators(main, 1000);
    } else if (what == "autograd") {
        main.begin(1, 1, 7);
        main.end(1);
        test::FakeThread engine = process.thread(1);
        engine.start(static_cast<std::uint32_t>(getpid()) + 1, "pt_autograd_0", 2);
        engine.defineName(1, "AddmmBackward0");
        engine.begin(5, 1, 7, 0, ring::Scope::BackwardFunction, 1);
        engine.end(5);
    } else if (what == "long") {
        // Over several chunks of the session: a range that stays open, its contents, a backward pass at the end.
        main.begin(1, 2, -1, 1, ring::Scope::User);
        main.begin(2, 1, 7);
        main.begin(3, 2);
        main.end(3);
        main.end(2);
        std::this_thread::sleep_for(std::chrono::milliseconds(2000));
        operators(main, 5);
        std::this_thread::sleep_for(std::chrono::milliseconds(2000));
        main.defineName(3, "AddmmBackward0");
        main.begin(4, 3, 7, 0, ring::Scope::BackwardFunction, 1);
        main.end(4);
        main.end(1);
    } else if (what == "outlived") {
        operators(main, 10);
        if (fork() == 0) {
            for (int i = 0; i < 6; ++i) {
                record("ops", 1);
                begun.say();
                std::this_thread::sleep_for(std::chrono::seconds(1));
            }
            _exit(0);
        }
        begun.wait();
    } else if (what == "daemon") {
        operators(main, 10);
        if (fork() == 0) {
            record("ops", 1);
            begun.say();
            std::this_thread::sleep_for(std::chrono::seconds(60));
            _exit(0);
        }
        begun.wait();
    } else if (what == "elsewhere") {
        main.begin(9, 1);
        test::FakeThread other = process.thread(1);
        other.start(static_cast<std::uint32_t>(getpid()) + 1, "callback");
        other.end(9, true);
    } else if (what == "memory") {
        main.begin(1, 1, -1, 2);
        main.memory(4096, 0x1000);
        main.end(1);
        main.memory(-4096, 0x1000);
    } else if (what == "oom") {
        main.begin(1, 1);
        main.outOfMemory(1 << 20);
        main.end(1);
    } else if (what == "importing") {
        operators(main, 10);
        if (fork() == 0) {
            process.say(test::FakeProcess::Torch::Importing);
            begun.say();
            std::this_thread::sleep_for(std::chrono::seconds(4)); // longer than a quiet child is waited for
            process.say(test::FakeProcess::Torch::Imported);
            _exit(record("ops", 1));
        }
        begun.wait();
    } else if (what == "reason") {
        process.say("No layout fits this torch.");
    } else if (what == "flood") {
        for (int i = 0; i < 200'000; ++i) {
            main.begin(1, 1);
            main.end(1);
        }
    } else if (what == "fork" && depth == 0) {
        operators(main, 10);
        if (fork() == 0) {
            _exit(record("ops", 1));
        }
        wait(nullptr);
    } else if (what == "forever") {
        for (;;) {
            operators(main, 20);
            std::printf("%llu\n", static_cast<unsigned long long>(main.written()));
            std::fflush(stdout);
            std::this_thread::sleep_for(std::chrono::microseconds(300));
        }
    }
    std::printf("%llu\n", static_cast<unsigned long long>(main.written()));
    std::fflush(stdout);
    return 0;
}

} // namespace

int main(int argc, char** argv) {
    const std::string what = argc > 1 ? argv[1] : "ops";
    const int status = record(what == "abort" || what == "exit" ? "ops" : what, 0);
    if (what == "abort") {
        std::abort();
    }
    if (what == "exit") {
        _exit(9);
    }
    return status;
}
