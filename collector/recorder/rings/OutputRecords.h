// What the operators of a process gave back: shapes among the operator's arguments, and a row of those that made NaN or Inf.
#pragma once

#include "collector/recorder/CaptureContext.h"
#include "collector/recorder/Findings.h"
#include "collector/recorder/sink/RowBuilder.h"
#include "collector/ring/Records.h"

#include <map>
#include <string>
#include <vector>

namespace lanes::recorder {

// One thread.
class OutputRecords {
public:
    // `context` outlives this.
    OutputRecords(const CaptureContext& context, ProcessId process)
        : context_(context)
        , process_(process)
        , row_(context.sink.writer()) {}

    // Of an operator that is about to end.
    void add(const SliceHandle& slice, const Signature& outputs);
    // One that made NaN or Inf, or was the first to meet one; `at`: when that was found.
    void nonFinite(const ring::NonFinite& found, const SliceHandle& slice, StackId stack, TimeNs at);
    // Whether anything of the kind has come.
    [[nodiscard]] bool active() const { return active_; }
    void addTo(Findings& findings, const std::string& process) const;

private:
    [[nodiscard]] LayoutId withOutputs(LayoutId layout);
    [[nodiscard]] std::string placeOf(StackId stack) const;

    const CaptureContext& context_;
    ProcessId process_;
    RowBuilder row_;
    std::map<LayoutId, LayoutId> layouts_; // without outputs, with
    std::vector<std::int64_t> cells_;
    bool active_ = false;
    std::uint8_t marked_ = 0; // flags of what has a mark
    std::uint64_t left_ = 0;  // operators that were written before they ended
    std::uint64_t made_ = 0;
    std::uint64_t cameIn_ = 0;
    std::string first_; // of what was made, or else came in: a sentence
};

} // namespace lanes::recorder
