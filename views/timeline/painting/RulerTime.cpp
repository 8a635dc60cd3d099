#include "views/timeline/painting/RulerTime.h"

#include "views/shared/text/Text.h"

#include <QDateTime>

#include <algorithm>

namespace lanes {

namespace {

constexpr TimeNs kSecond = 1'000'000'000;

} // namespace

RulerMode after(RulerMode mode, const SessionInfo* info, bool hasSteps) {
    const bool hasClock = info != nullptr && info->clockOriginUnixNs >= 0;
    if (mode == RulerMode::Session && hasClock) {
        return RulerMode::Clock;
    }
    if (mode != RulerMode::Step && hasSteps) {
        return RulerMode::Step;
    }
    return RulerMode::Session;
}

QString RulerTime::text(TimeNs time, TimeNs step, TimeNs span) const {
    if (unixOrigin < 0) {
        return momentText(time - origin, step, span);
    }
    const TimeNs now = unixOrigin + time;
    QString text =
        QDateTime::fromSecsSinceEpoch(now / kSecond).toLocalTime().toString(QStringLiteral("HH:mm:ss"));
    TimeNs place = kSecond;
    int digits = 0;
    for (; place > std::max<TimeNs>(step, 1) && digits < 9; place /= 10) {
        ++digits;
    }
    if (digits > 0) {
        text += QLatin1Char('.') +
                QString::number(now % kSecond / place).rightJustified(digits, QLatin1Char('0'));
    }
    return text;
}

} // namespace lanes
