// Names that are cut keep what tells them from others beside them: of "sm90_gemm_tilesize64x64_kernel" and
// "sm90_gemm_tilesize128x64_kernel" the sizes.
#pragma once

#include <QString>
#include <QStringList>

#include <vector>

class QFontMetricsF;

namespace lanes {

// Of a text, in UTF-16 code units; none: length 0.
struct TellingPart {
    qsizetype begin = 0;
    qsizetype length = 0;
    friend bool operator==(const TellingPart&, const TellingPart&) = default;
};

// For each name the words in which it differs from those of the list that are much like it; none where no other is, or where
// it is the same as another. O(names squared), so for lists that are read at once.
[[nodiscard]] std::vector<TellingPart> partsThatTell(const QStringList& names);

// The text cut in its middle to fit into `width`, with `kept` in sight; the whole text where it fits.
[[nodiscard]] QString elidedKeeping(const QString& text, TellingPart kept, const QFontMetricsF& metrics,
                                    qreal width);

} // namespace lanes
