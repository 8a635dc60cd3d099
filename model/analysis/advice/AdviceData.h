// The data of a session that the rules of advice read. Made once; afterwards the cost of a range depends only on the
// range.
#pragma once

#include "model/analysis/TraceAnalyses.h"
#include "model/analysis/advice/SliceMarks.h"
#include "model/analysis/operators/EventOrigin.h"
#include "model/analysis/ranks/HostWork.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lanes {

// A rank that communicates on the host and has no device.
struct HostRank {
    std::int64_t rank = -1; // -1: the only rank
    std::vector<CollectiveCall> collectives;
    HostWork work;
};

// Immutable; any thread, but not a window's.
class AdviceData {
public:
    // Nothing if asked to stop. O(slices), besides the analyses that it shares.
    static std::shared_ptr<const AdviceData> build(TraceAnalyses& analyses, const std::stop_token& stop = {});

    [[nodiscard]] const Trace& trace() const { return operators_->forest->trace(); }
    [[nodiscard]] const OperatorForest& forest() const { return *operators_->forest; }
    [[nodiscard]] const OperatorData& operators() const { return *operators_; }
    [[nodiscard]] const KernelData& kernels() const { return *kernels_; }
    [[nodiscard]] const GapData& gaps() const { return *gaps_; }
    [[nodiscard]] const TimeSplit& split() const { return *split_; }
    [[nodiscard]] const MemoryHistory& memory() const { return *memory_; }
    [[nodiscard]] const CallContext& context() const { return *context_; }
    [[nodiscard]] const SliceMarks& marks() const { return *marks_; }
    [[nodiscard]] const EventOrigin& origin() const { return *origin_; }
    [[nodiscard]] bool hasDevice() const { return !gaps_->work().wholes().empty(); }
    // Empty if there is a device.
    [[nodiscard]] const std::vector<HostRank>& hostRanks() const { return hostRanks_; }
    // Major and minor version of the recorded torch; nothing if the session does not name it.
    [[nodiscard]] std::optional<std::pair<int, int>> torch() const { return torch_; }

    // True if any line of the program was recorded.
    [[nodiscard]] bool hasLines() const;
    // The line of the program that a slice is called from: a node of the context, of the program's own code. kNone: not
    // known.
    [[nodiscard]] std::uint32_t lineOf(SliceId slice) const; // O(depth log slices)
    [[nodiscard]] std::uint32_t lineOfOp(std::uint32_t op) const { return lineOfNode(context_->nodeOf(op)); }
    [[nodiscard]] std::uint32_t lineOfNode(std::uint32_t node) const {
        return node < lines_.size() ? lines_[node] : CallContext::kNone;
    }
    // "step (train.py:27)" for a line; empty for none.
    [[nodiscard]] std::string textOfLine(std::uint32_t line) const;
    // The same text for a frame such as "/home/me/train.py(27): step".
    [[nodiscard]] static std::string textOfFrame(std::string_view frame);

private:
    std::shared_ptr<const OperatorData> operators_;
    std::shared_ptr<const KernelData> kernels_;
    std::shared_ptr<const GapData> gaps_;
    std::shared_ptr<const TimeSplit> split_;
    std::shared_ptr<const MemoryHistory> memory_;
    std::shared_ptr<const CallContext> context_;
    std::unique_ptr<const SliceMarks> marks_;
    std::unique_ptr<const EventOrigin> origin_;
    std::vector<HostRank> hostRanks_;
    std::optional<std::pair<int, int>> torch_;
    std::vector<std::uint32_t> lines_; // node -> the innermost of the program's own at or above it
};

} // namespace lanes
