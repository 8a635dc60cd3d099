// A program without torch and Python. The probe's own code is told what they would tell it, and writes all that the recorder
// reads.
#pragma once

#include "collector/probe/ProbeProcess.h"

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace lanes::test {

// What the calling thread does.
class FakeThread {
public:
    FakeThread(probe::ThreadRecorder& recorder, ring::ClockKind clock)
        : recorder_(recorder)
        , clock_(clock) {}

    // `depth` of its stack in train.py: 0 is none, 1 is main (line 40), 2 is step (line 12), which main calls. Returns whether
    // there was room.
    bool begin(std::string_view name, const probe::OperatorFacts& facts, unsigned depth = 0);
    void end(std::uint32_t key) { recorder_.endOperator(key, ring::readTicks(clock_)); }
    void endOf(FakeThread& owner, std::uint32_t key);
    void memory(std::int64_t bytes, std::uint64_t address);          // on the CPU
    void outOfMemory(std::int64_t bytes);                            // on CUDA device 1
    [[nodiscard]] std::uint64_t written() const { return written_; } // begins that found room

private:
    probe::ThreadRecorder& recorder_;
    ring::ClockKind clock_;
    std::uint64_t written_ = 0;
};

class FakeProcess {
public:
    // Joins the session that the environment names; `valid()` is false without one. Rings have `ringBytes` at most.
    explicit FakeProcess(std::uint64_t ringBytes = ring::kMaxRingBytes);
    [[nodiscard]] bool valid() const { return probe_.joined(); }
    [[nodiscard]] probe::ProbeProcess& probe() { return probe_; }
    [[nodiscard]] const std::string& folder() const { return folder_; }
    // A thread belongs to one process as long as it lives.
    [[nodiscard]] FakeThread thread(std::string_view name = "MainThread", std::uint64_t torchThread = 1);
    // This one is gone without a word, and another one is there.
    void again();
    [[nodiscard]] pid_t fork();
    void takeAllRoom(); // for rings

    // What the probe's Python says in a program that imports torch.
    enum class Torch { Importing, Imported };
    void say(Torch state) const; // of the calling process
    // What no probe does: all files of the folder are cut to nothing.
    void cutFiles() const;

private:
    void appear();
    [[nodiscard]] ring::SessionControl& page() const {
        return *reinterpret_cast<ring::SessionControl*>(page_.data());
    }

    std::string folder_;
    ring::MappedFile page_; // the session's
    probe::ProbeProcess probe_;
};

// The only ring of a folder, as its reader maps it.
[[nodiscard]] ring::MappedFile onlyRing(const std::string& folder);
[[nodiscard]] inline ring::RingHeader& headerOf(const ring::MappedFile& ring) {
    return *reinterpret_cast<ring::RingHeader*>(ring.data());
}

} // namespace lanes::test
