#include "collector/probe/torch/WholeOperators.h"

#include "collector/probe/torch/OperatorHook.h"
#include "collector/probe/torch/ProfilerSwitch.h"

#include <algorithm>
#include <cstring>
#include <ctime>

namespace lanes::probe {

namespace {

constexpr int kMostWaits = 100; // for all of a burst
constexpr timespec kWait{0, 2'000'000};

bool tryRecord(ThreadRecorder& recorder, const WholeOperator& whole) {
    ArgumentBuffer& arguments = recorder.arguments();
    arguments.clear();
    arguments.words = std::min(whole.words, ring::kMaxImageWords);
    arguments.scalarCount = std::min(whole.scalarCount, ring::kMaxScalars);
    std::memcpy(arguments.image, whole.image, std::size_t{arguments.words} * 8);
    std::memcpy(arguments.scalars, whole.scalars, std::size_t{arguments.scalarCount} * 8);
    const std::uint32_t name = nameOfText(recorder, whole.name);
    const std::uint32_t signature = arguments.words == 0 ? 0 : recorder.signatureOf(arguments);
    OperatorFacts facts;
    facts.scope = static_cast<std::uint8_t>(whole.scope);
    facts.key = whole.thread;
    facts.sequence = whole.sequence;
    facts.forwardThread = static_cast<std::uint32_t>(whole.forwardThread);
    return name != 0 && (signature != 0 || arguments.words == 0) &&
           recorder.wholeOperator(facts, {.name = name, .signature = signature},
                                  {whole.beginTicks, whole.endTicks});
}

} // namespace

void recordWhole(const WholeOperator* operators, std::uint32_t count) {
    int waits = 0;
    for (std::uint32_t i = 0; i < count;) {
        ThreadRecorder* recorder =
            (kProfilerSource.gate->wanted() & ring::kOperators) != 0 ? readyRecorder() : nullptr;
        if (recorder == nullptr) {
            return;
        }
        if (tryRecord(*recorder, operators[i])) {
            ++i;
            continue;
        }
        // The program stands still meanwhile: it waits for a reader that is at work, and for no other.
        if (waits++ < kMostWaits && !probeProcess().readerIsLate()) {
            nanosleep(&kWait, nullptr);
        } else {
            recorder->countLoss();
            ++i;
        }
        checkReader();
    }
}

} // namespace lanes::probe
