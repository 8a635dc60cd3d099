#include "views/shared/text/SessionReference.h"

#include "model/base/Moment.h"

#include <QFileInfo>

#include <array>
#include <limits>
#include <utility>

namespace lanes {

namespace {

const QString kMark = QStringLiteral("#t=");

// In the largest unit that needs no more than it has digits for, without zeros at its end.
QString exactText(TimeNs time) {
    static constexpr std::array<std::pair<TimeNs, const char*>, 3> kUnits{
        {{1'000'000'000, "s"}, {1'000'000, "ms"}, {1000, "us"}}};
    for (const auto& [unit, name] : kUnits) {
        if (time >= unit) {
            QString behind = QString::number(time % unit)
                                 .rightJustified(int(QString::number(unit).size()) - 1, QLatin1Char('0'));
            while (behind.endsWith(QLatin1Char('0'))) {
                behind.chop(1);
            }
            return QString::number(time / unit) + (behind.isEmpty() ? QString() : QLatin1Char('.') + behind) +
                   QLatin1String(name);
        }
    }
    return QString::number(time) + QStringLiteral("ns");
}

} // namespace

QString referenceText(const QString& path, TimeRange range) {
    return path + kMark + exactText(std::max<TimeNs>(0, range.begin)) + QStringLiteral("..") +
           exactText(std::max<TimeNs>(0, range.end));
}

SessionReference referenceOf(const QString& text) {
    const qsizetype mark = text.lastIndexOf(kMark);
    if (mark < 0 || QFileInfo::exists(text)) {
        return {text, {}};
    }
    const TimeRange all{0, std::numeric_limits<TimeNs>::max()};
    return {text.left(mark), parseRange(text.mid(mark + kMark.size()).toStdString(), all)};
}

} // namespace lanes
