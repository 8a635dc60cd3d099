// The outputs of a process's operators. Shapes become arguments of the operator; operators that made NaN or Inf get a
// row.
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

    // Adds the outputs of an operator that is about to end.
    void add(const SliceHandle& slice, const Signature& outputs);
    // Adds an operator that made NaN or Inf, or was the first to meet one; `at`: the time when that was found.
    void nonFinite(const ring::NonFinite& found, const SliceHandle& slice, StackId stack, TimeNs at);
    // True if any such record has come.
    [[nodiscard]] bool active() const { return active_; }
    void addTo(Findings& findings, const std::string& process) const;

private:
    [[nodiscard]] LayoutId withOutputs(LayoutId layout);
    [[nodiscard]] std::string placeOf(StackId stack) const;

    const CaptureContext& context_;
    ProcessId process_;
    RowBuilder row_;
    std::map<LayoutId, LayoutId> layouts_; // from the layout without outputs to the one with them
    std::vector<std::int64_t> cells_;
    bool active_ = false;
    std::uint8_t marked_ = 0; // flags for which there is a mark
    std::uint64_t left_ = 0;  // operators that were written before they ended
    std::uint64_t made_ = 0;
    std::uint64_t cameIn_ = 0;
    std::string first_; // a sentence about the first one made, or else the first that came in
};

} // namespace lanes::recorder
