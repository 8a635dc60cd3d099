// The offsets of the structures of this process's Python. They are found by value when the probe attaches
// (lanescope_probe/python_layout.py, which has the same fields in the same order). Offsets in bytes; -1 means absent.
#pragma once

#include <cstdint>

namespace lanes::probe {

enum class LineTableKind : std::int32_t {
    Lnotab = 0,    // 3.9
    LineTable = 1, // 3.10, PEP 626
    Locations = 2, // 3.11 and later
};

struct PythonLayout {
    // PyThreadState -> innermost frame, through one more pointer where `threadIndirect` is not -1
    std::int32_t threadFrame = -1;
    std::int32_t threadIndirect = -1;
    // frame
    std::int32_t frameCode = -1;
    std::int32_t framePrevious = -1;
    std::int32_t frameInstruction = -1;
    std::int32_t instructionIsPointer = -1; // 1: pointer into the code object; 0: int32 index
    std::int32_t instructionScale = 1;      // bytes per unit of an index
    std::int32_t instructionBase = 0;       // subtracted from the distance between pointer and code object
    std::int32_t frameOwner = -1;           // byte; frames at or above skipOwner are the interpreter's own
    std::int32_t skipOwner = 3;
    // code object
    std::int32_t codeFile = -1;
    std::int32_t codeFunction = -1;
    std::int32_t codeFirstLine = -1;
    std::int32_t codeLines = -1;
    std::int32_t lineTableKind = -1; // LineTableKind
    // str and bytes
    std::int32_t textLength = -1;
    std::int32_t textState = -1;
    // The shift to three bits with the bytes per character; the ASCII bit is the fifth from there.
    std::int32_t textKindShift = -1;
    std::int32_t textAsciiData = -1;
    std::int32_t textWideData = -1;
    std::int32_t bytesLength = -1;
    std::int32_t bytesData = -1;
    std::int32_t frameLocals = -1;                 // the first argument of the frame's function
    std::uint64_t pointerMask = ~std::uint64_t{0}; // removes the tag bits of 3.14's stack references
    // The code object that every nn.Module call runs; its first argument is the module. 0: not known.
    std::uint64_t moduleCode = 0;
};

} // namespace lanes::probe
