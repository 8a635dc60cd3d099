// The ring of Python functions: one per process, written by the thread that holds the interpreter's lock.
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

    // Records that `code` begins on this thread. Returns false for the probe's own code, and, counted as lost, if
    // there is no room. After false, end() must not follow. For every recorded begin the room of its end is reserved.
    [[nodiscard]] bool begin(const PythonLayout& layout, std::uint32_t thread, std::uint64_t code,
                             std::uint64_t ticks);
    void end(std::uint32_t thread, std::uint64_t ticks);
    // Ends all functions of all threads.
    void endAll(std::uint64_t ticks);
    void name(std::uint32_t thread, std::string_view name);
    // Counts a function that is not recorded for another reason than lack of room.
    void countLoss();
    // Returns the losses since a function last found room.
    [[nodiscard]] std::uint64_t lossesInARow() const { return losses_; }

private:
    static constexpr std::size_t kCodes = 8 * 1024;

    // Returns 0 if there is no room.
    [[nodiscard]] std::uint32_t idOf(const PythonLayout& layout, std::uint64_t code);
    // Returns the bytes to keep free: for the ends of the open functions, and for the end of all.
    [[nodiscard]] std::size_t owed() const;

    ring::MappedFile file_;
    ring::RingWriter writer_;
    DefinitionTable<WordKey> codes_;
    std::uint64_t open_ = 0;
    std::uint64_t losses_ = 0;
};

} // namespace lanes::probe
