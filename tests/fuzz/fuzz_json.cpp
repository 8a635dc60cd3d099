// The JSON importer, and every analysis, export and merge of what it makes, on whatever the fuzzer makes. The first byte says how small the ranges are.
#include "model/io/export/ChromeEvent.h"
#include "model/io/joining/TraceAssembly.h"
#include "model/io/json/EventReader.h"
#include "tests/support/EveryAnalysis.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <string>

namespace {

constexpr std::uint32_t kMostAnalysed = 2000; // slices: analyses cost more than reading

void writeBack(const lanes::Trace& trace) {
    lanes::ChromeEvent writer(trace);
    std::string out;
    lanes::JsonWriter json(out);
    for (const auto& segment : trace.segments()) {
        for (std::uint32_t i = 0; i < segment->size(); ++i) {
            out.clear();
            writer.slice(json, *segment, i);
        }
    }
    for (std::uint32_t i = 0; i < trace.points().size(); ++i) {
        out.clear();
        writer.point(json, i);
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) {
        return 0;
    }
    const int memory = memfd_create("fuzz", MFD_CLOEXEC);
    const bool written = write(memory, data + 1, size - 1) == static_cast<ssize_t>(size - 1);
    const auto file = lanes::InputFile::open("/proc/self/fd/" + std::to_string(memory));
    close(memory);
    if (!written || !file) {
        return 0;
    }
    const std::size_t rangeBytes = 64 + std::size_t{data[0]} * 64;
    lanes::ImportBatch batch;
    const lanes::OpenOptions options;
    const auto found = lanes::EventReader(file.value(), options, 1, rangeBytes).read(batch);
    if (found && found.value()) {
        const auto trace = lanes::assembleTrace(std::move(batch), 1);
        writeBack(*trace);
        if (trace->sliceCount() <= kMostAnalysed) {
            lanes::test::analyseEverything(trace);
        }
    }
    return 0;
}
