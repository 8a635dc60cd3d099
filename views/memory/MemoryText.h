// The words that several parts of the memory view say.
#pragma once

#include "model/analysis/memory/MemoryHistory.h"

#include <QCoreApplication>
#include <QString>

#include <string_view>

namespace lanes {

class MemoryText {
    Q_DECLARE_TR_FUNCTIONS(MemoryText)

public:
    // The operator that a block is charged to, or why there is none.
    [[nodiscard]] static QString owner(const OperatorForest& forest, const MemoryBlock& block);
    // Of MemoryMoment::Group and MemoryGrowth::Row.
    [[nodiscard]] static QString group(std::string_view name);
    // "+4 MiB"
    [[nodiscard]] static QString change(std::int64_t bytes);
};

} // namespace lanes
