// As much of a code object as the probe reads, in a layout of its own: without Python.
#pragma once

#include "collector/probe/cpython/LineTable.h"
#include "collector/probe/cpython/PythonFrames.h"

#include <cstdint>
#include <cstring>

namespace lanes::test {

class FakeCode {
public:
    FakeCode(const char* function, const char* file, std::uint32_t firstLine, std::uint64_t type = 0)
        : type_(type)
        , fileAt_(&file_)
        , functionAt_(&function_)
        , linesAt_(&noLines_)
        , firstLine_(firstLine)
        , function_(function)
        , file_(file) {}
    FakeCode& operator=(const FakeCode& other) {
        if (this != &other) {
            type_ = other.type_;
            firstLine_ = other.firstLine_;
            function_ = other.function_;
            file_ = other.file_;
        }
        return *this;
    }
    static probe::PythonLayout layout() {
        probe::PythonLayout layout;
        layout.codeFile = 16;
        layout.codeFunction = 24;
        layout.codeLines = 32;
        layout.codeFirstLine = 40;
        layout.textLength = 0;
        layout.textState = 8;
        layout.textKindShift = 0;
        layout.textAsciiData = layout.textWideData = 16;
        layout.bytesLength = 0;
        layout.bytesData = 8;
        layout.lineTableKind = static_cast<std::int32_t>(probe::LineTableKind::Lnotab);
        return layout;
    }
    // Running its first line.
    [[nodiscard]] probe::PythonFrame frame() const { return {reinterpret_cast<std::uintptr_t>(this), 0, 0}; }

private:
    struct Text {
        explicit Text(const char* text)
            : length(std::strlen(text)) {
            std::strcpy(data, text);
        }
        std::uint64_t length;
        std::uint64_t state = 1 | 1 << 4; // one byte per character, ASCII
        char data[32] = {};
    };

    std::uint64_t references_ = 1;
    std::uint64_t type_;
    Text* fileAt_;
    Text* functionAt_;
    std::uint64_t* linesAt_;
    std::uint32_t firstLine_;
    Text function_;
    Text file_;
    std::uint64_t noLines_ = 0;
};

} // namespace lanes::test
