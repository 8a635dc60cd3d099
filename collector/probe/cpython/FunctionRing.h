// The ring of Python's functions: one for the process, which whoever holds the interpreter's lock writes.
#pragma once

#include "collector/probe/DefinitionTable.h"
#include "collector/probe/cpython/PythonLayout.h"
#include "collector/ring/MappedFile.h"
#include "collector/ring/RingWriter.h"

#include <cstdint>
#include <string_view>

namespace lanes::probe {

class FunctionRing {
public:
    // `file`: a complete ring file. `ticks`: now.
    FunctionRing(ring::MappedFile file, std::uint64_t ticks);

    // `code`: that runs on this thread. False if it is ours, or, counted, if there is no room; then end() must not follow, for
    // which there always is.
    [[nodiscard]] bool begin(const PythonLayout& layout, std::uint32_t thread, std::uint64_t code,
                             std::uint64_t ticks);
    void end(std::uint32_t thread, std::uint64_t ticks);
    // Of all functions of all threads.
    void endAll(std::uint64_t ticks);
    void name(std::uint32_t thread, std::string_view name);
    // One that is not recorded, for another reason than room.
    void countLoss();
    // Since a function has found room.
    [[nodiscard]] std::uint64_t lossesInARow() const { return losses_; }

private:
    static constexpr std::size_t kCodes = 8 * 1024;

    // 0 if there is no room.
    [[nodiscard]] std::uint32_t idOf(const PythonLayout& layout, std::uint64_t code);
    // What is to stay free: for the ends that are to come, and that of all.
    [[nodiscard]] std::size_t owed() const;

    ring::MappedFile file_;
    ring::RingWriter writer_;
    DefinitionTable<WordKey> codes_;
    std::uint64_t open_ = 0;
    std::uint64_t losses_ = 0;
};

} // namespace lanes::probe
