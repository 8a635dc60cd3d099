// Cuts names so that the parts stay visible in which they differ from the names beside them. For
// "sm90_gemm_tilesize64x64_kernel" and "sm90_gemm_tilesize128x64_kernel" these are the sizes.
#pragma once

#include <QString>
#include <QStringList>

#include <vector>

class QFontMetricsF;

namespace lanes {

// A part of a text, in UTF-16 code units. Length 0: none.
struct TellingPart {
    qsizetype begin = 0;
    qsizetype length = 0;
    friend bool operator==(const TellingPart&, const TellingPart&) = default;
};

// Finds for each name the words in which it differs from similar names of the list. There are none if no other name is similar,
// or if the name equals another. O(names squared), so it suits lists that a person reads at once.
[[nodiscard]] std::vector<TellingPart> partsThatTell(const QStringList& names);

// Cuts the text in its middle to fit into `width` and keeps `kept` visible. Returns the whole text if it fits.
[[nodiscard]] QString elidedKeeping(const QString& text, TellingPart kept, const QFontMetricsF& metrics,
                                    qreal width);

} // namespace lanes
