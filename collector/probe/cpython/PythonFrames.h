// The Python stack of the calling thread, read from the interpreter's own structures without its lock.
//
// A thread's frames cannot change while the thread itself runs C code. Each frame keeps its code object alive, whose
// names and tables never change. Both may therefore be read here without the lock, but only on the thread that owns
// them.
#pragma once

#include "collector/probe/ForeignMemory.h"
#include "collector/probe/cpython/PythonLayout.h"

#include <cstddef>
#include <cstdint>
#include <string>

namespace lanes::probe {

// Has no default values: room for a whole stack is made at each operator, and filling it would cost time.
struct PythonFrame {
    std::uint64_t code;
    std::uint32_t instruction; // byte offset
    std::uint64_t module;      // address of the nn.Module that the frame calls, only for comparison; 0: none

    bool operator==(const PythonFrame&) const = default;
};

constexpr unsigned kMaxFrames = 256;

// Reads the code and the instruction of a frame; false for one of the interpreter's own frames.
template<class Memory>
bool readFrame(const PythonLayout& layout, const std::byte* frame, PythonFrame& out) {
    if (layout.frameOwner >= 0 &&
        Memory::template load<std::uint8_t>(frame, layout.frameOwner) >= layout.skipOwner) {
        return false;
    }
    const std::uint64_t code =
        Memory::template load<std::uint64_t>(frame, layout.frameCode) & layout.pointerMask;
    const std::uint32_t instruction =
        layout.instructionIsPointer != 0
            ? static_cast<std::uint32_t>(
                  Memory::template load<std::uint64_t>(frame, layout.frameInstruction) - code) -
                  static_cast<std::uint32_t>(layout.instructionBase)
            : Memory::template load<std::uint32_t>(frame, layout.frameInstruction) *
                  static_cast<std::uint32_t>(layout.instructionScale);
    const bool isModule = code == layout.moduleCode;
    out = {code, instruction,
           isModule ? Memory::template load<std::uint64_t>(frame, layout.frameLocals) & layout.pointerMask
                    : 0};
    return true;
}

// Returns the thread's innermost frame, which may be one of the interpreter's own; nullptr: the thread runs no Python
// code.
template<class Memory>
const std::byte* innermostFrame(const PythonLayout& layout, const void* threadState) {
    if (threadState == nullptr) {
        return nullptr;
    }
    auto* frame = Memory::template load<const std::byte*>(threadState, layout.threadFrame);
    if (layout.threadIndirect >= 0 && frame != nullptr) {
        frame = Memory::template load<const std::byte*>(frame, layout.threadIndirect);
    }
    return frame;
}

// Fills `frames` innermost first and returns how many, at most `most`; a deeper stack is cut at its outer end.
template<class Memory>
unsigned walkFrames(const PythonLayout& layout, const void* threadState, PythonFrame* frames,
                    unsigned most = kMaxFrames) {
    const std::byte* frame = innermostFrame<Memory>(layout, threadState);
    unsigned count = 0;
    // The interpreter's own frames count against the bound too: damaged links must not go in circles.
    for (unsigned steps = 0; frame != nullptr && count < most && steps < 2 * kMaxFrames; ++steps) {
        if (readFrame<Memory>(layout, frame, frames[count])) {
            ++count;
        }
        frame = Memory::template load<const std::byte*>(frame, layout.framePrevious);
    }
    return count;
}

// The names and the first line of a code object.
struct CodeFacts {
    std::string file;
    std::string function;
    std::uint32_t firstLine = 0;
};

// Reads a code object that some frame of this thread is running. Guarded, because it is needed only once per code
// object.
[[nodiscard]] CodeFacts describeCode(const PythonLayout& layout, std::uint64_t code);
// Returns the line of an instruction of the code object, 0 if unknown.
[[nodiscard]] std::uint32_t lineOfInstruction(const PythonLayout& layout, std::uint64_t code,
                                              std::uint32_t instruction);

} // namespace lanes::probe
