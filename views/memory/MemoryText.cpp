#include "views/memory/MemoryText.h"

#include "model/analysis/memory/MemoryMoment.h"
#include "views/shared/text/Text.h"

namespace lanes {

QString MemoryText::owner(const OperatorForest& forest, const MemoryBlock& block) {
    const std::uint32_t op = ownerOf(forest, block);
    if (op == OperatorForest::kNone) {
        const std::string place = placeOfAllocation(forest.trace(), block);
        return !place.empty()                              ? toQString(place)
               : block.allocation == MemoryBlock::kNoEvent ? tr("before recording began")
                                                           : tr("outside operators");
    }
    const Trace& trace = forest.trace();
    return toQString(trace.text(trace.slice(forest.slice(op)).name));
}

QString MemoryText::group(std::string_view name) {
    return name.empty() ? tr("not known") : name == kScalarsOnly ? tr("scalars only") : toQString(name);
}

QString MemoryText::change(std::int64_t bytes) {
    return bytes > 0   ? QLatin1Char('+') + bytesText(bytes)
           : bytes < 0 ? QChar(0x2212) + bytesText(-bytes)
                       : QStringLiteral("0");
}

} // namespace lanes
