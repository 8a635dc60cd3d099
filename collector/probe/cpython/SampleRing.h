// The ring of samples: one for the process, which only the sampler writes.
#pragma once

#include "collector/probe/StackTable.h"
#include "collector/probe/cpython/PythonFrames.h"
#include "collector/probe/cpython/PythonThreads.h"
#include "collector/ring/MappedFile.h"
#include "collector/ring/Records.h"
#include "collector/ring/RingWriter.h"

#include <cstdint>
#include <span>
#include <string_view>

namespace lanes::probe {

class SampleRing {
public:
    // `file`: a complete ring file.
    explicit SampleRing(ring::MappedFile file);

    // A thread is in `frames`, innermost first.
    void sample(const PythonLayout& layout, std::uint32_t thread, std::uint64_t ticks,
                std::span<const PythonFrame> frames);
    // It is somewhere.
    void unknown(std::uint32_t thread, std::uint64_t ticks);
    void round(std::uint64_t ticks, std::uint64_t periodNs, bool last);
    void name(std::uint32_t thread, std::string_view name);

private:
    static constexpr std::size_t kNodes = 32 * 1024;

    void write(std::uint32_t thread, std::uint64_t ticks, std::uint32_t stack, std::uint8_t flags);

    ring::MappedFile file_;
    ring::RingWriter writer_;
    StackTable stacks_;
};

} // namespace lanes::probe
