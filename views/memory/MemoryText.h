// Texts that several parts of the memory view use.
#pragma once

#include "model/analysis/memory/MemoryHistory.h"

#include <QCoreApplication>
#include <QString>

#include <string_view>

namespace lanes {

class MemoryText {
    Q_DECLARE_TR_FUNCTIONS(MemoryText)

public:
    // The operator to which a block is charged, or the reason why there is none.
    [[nodiscard]] static QString owner(const OperatorForest& forest, const MemoryBlock& block);
    // The name of a MemoryMoment::Group or a MemoryGrowth::Row, for people.
    [[nodiscard]] static QString group(std::string_view name);
    // "+4 MiB"
    [[nodiscard]] static QString change(std::int64_t bytes);
};

} // namespace lanes
