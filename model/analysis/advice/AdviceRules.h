// The rules of advice. Each has a key, thresholds, and a function in the file of its family that looks for the problem.
#pragma once

#include "model/analysis/advice/AdviceFacts.h"
#include "model/analysis/advice/Finding.h"

#include <optional>
#include <span>
#include <string_view>

namespace lanes {

struct AdviceThreshold {
    std::string_view key;
    double value; // unless set otherwise
    std::string_view unit;
    std::string_view meaning;
};

struct AdviceRule {
    std::string_view key; // "needless-sync": the name in files and programs
    std::string_view title;
    std::span<const AdviceThreshold> thresholds;
    // Nothing if the session shows no such problem, or not enough data.
    std::optional<Finding> (*find)(const AdviceFacts& facts, const Limits& limits);
    // If set, it counts only time that no earlier rule has counted: it reports a problem without its cause.
    bool general = false;
};

[[nodiscard]] std::span<const AdviceRule> adviceRules();

// Waiting for data and for copies.
std::optional<Finding> findDataLoading(const AdviceFacts& facts, const Limits& limits);
std::optional<Finding> findPageableCopies(const AdviceFacts& facts, const Limits& limits);
std::optional<Finding> findBlockingCopies(const AdviceFacts& facts, const Limits& limits);
std::optional<Finding> findNeedlessSyncs(const AdviceFacts& facts, const Limits& limits);
std::optional<Finding> findRepeatedCopies(const AdviceFacts& facts, const Limits& limits);
// Launching too much, too small, too late.
std::optional<Finding> findPythonLoops(const AdviceFacts& facts, const Limits& limits);
std::optional<Finding> findIndexingLoops(const AdviceFacts& facts, const Limits& limits);
std::optional<Finding> findLaunchBound(const AdviceFacts& facts, const Limits& limits);
std::optional<Finding> findIdleDevice(const AdviceFacts& facts, const Limits& limits);
// Optimizers and gradients.
std::optional<Finding> findSingleTensorOptimizer(const AdviceFacts& facts, const Limits& limits);
std::optional<Finding> findZeroedGradients(const AdviceFacts& facts, const Limits& limits);
// Number formats of kernels.
std::optional<Finding> findUnusedTensorCores(const AdviceFacts& facts, const Limits& limits);
std::optional<Finding> findFloatProducts(const AdviceFacts& facts, const Limits& limits);
std::optional<Finding> findLayoutChanges(const AdviceFacts& facts, const Limits& limits);
std::optional<Finding> findBiasBeforeNorm(const AdviceFacts& facts, const Limits& limits);
// Memory.
std::optional<Finding> findAllocatorRetries(const AdviceFacts& facts, const Limits& limits);
std::optional<Finding> findFullMemory(const AdviceFacts& facts, const Limits& limits);
std::optional<Finding> findRecomputation(const AdviceFacts& facts, const Limits& limits);
// Events around the work.
std::optional<Finding> findCollections(const AdviceFacts& facts, const Limits& limits);
std::optional<Finding> findRecompilations(const AdviceFacts& facts, const Limits& limits);
std::optional<Finding> findGraphBreaks(const AdviceFacts& facts, const Limits& limits);
std::optional<Finding> findWarmUp(const AdviceFacts& facts, const Limits& limits);
std::optional<Finding> findOverhead(const AdviceFacts& facts, const Limits& limits);
// Several devices and ranks.
std::optional<Finding> findDataParallel(const AdviceFacts& facts, const Limits& limits);
std::optional<Finding> findSlowBackend(const AdviceFacts& facts, const Limits& limits);
std::optional<Finding> findExposedCommunication(const AdviceFacts& facts, const Limits& limits);
std::optional<Finding> findUnevenRanks(const AdviceFacts& facts, const Limits& limits);
std::optional<Finding> findSmallCollectives(const AdviceFacts& facts, const Limits& limits);

} // namespace lanes
