// What a recorded program leaves in the ring folder, without torch: a control file and one ring per thread.
#pragma once

#include "collector/ring/FileLock.h"
#include "collector/ring/MappedFile.h"
#include "collector/ring/RingWriter.h"
#include "collector/ring/TickClock.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace lanes::test {

class FakeThread {
public:
    FakeThread(const std::string& folder, std::uint64_t birth, std::uint32_t index, ring::ClockKind clock,
               std::uint64_t bytes = 1 << 20);

    void start(std::uint32_t threadId, std::string_view name, std::uint64_t torchThread = 1);
    void defineName(std::uint32_t id, std::string_view name);
    void defineCode(std::uint32_t id, std::string_view file, std::string_view function);
    void defineStack(std::uint32_t id, std::uint32_t parent, std::uint32_t code, std::uint32_t line);
    // Returns whether there was room.
    bool begin(std::uint32_t key, std::uint32_t name, std::int64_t sequence = -1, std::uint32_t stack = 0,
               ring::Scope scope = ring::Scope::Function, std::uint32_t forwardThread = 0);
    bool end(std::uint32_t key, bool elsewhere = false);
    // Any other; its header's length is set here.
    template<class Record>
    bool record(const Record& what) {
        return put(&what, sizeof what, {});
    }
    // Bytes that no probe writes into the ring's header.
    void spoil();
    void memory(std::int64_t bytes, std::uint64_t address);
    void outOfMemory(std::int64_t bytes);                            // on CUDA device 1
    [[nodiscard]] std::uint64_t written() const { return written_; } // begins that found room
    [[nodiscard]] std::uint64_t unread() const;                      // bytes

private:
    bool put(const void* fixed, std::size_t fixedBytes, std::string_view text);

    ring::MappedFile file_;
    ring::RingWriter writer_;
    ring::ClockKind clock_;
    std::uint64_t written_ = 0;
};

class FakeProcess {
public:
    // Reads the folder from the environment; `valid()` is false without one.
    FakeProcess();
    [[nodiscard]] bool valid() const { return static_cast<bool>(control_); }
    [[nodiscard]] ring::ClockKind clock() const { return clock_; }
    [[nodiscard]] FakeThread thread(std::uint32_t index, std::uint64_t bytes = 1 << 20) const;
    void say(std::string_view reason);
    // As a probe does that finds no room.
    void refuse(int threads, int processes) const;
    // All files of the folder are cut to nothing.
    void cutFiles() const;
    enum class Torch { Importing, Imported };
    void say(Torch state) const; // of the calling process

private:
    std::string folder_;
    std::uint64_t birth_ = 0;
    ring::ClockKind clock_ = ring::ClockKind::MonotonicNs;
    ring::MappedFile control_;
    ring::FileLock alive_;
};

} // namespace lanes::test
