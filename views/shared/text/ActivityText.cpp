#include "views/shared/text/ActivityText.h"

#include <QCoreApplication>

#include <array>

namespace lanes {

QString activityText(Activity activity) {
    static constexpr std::array<const char*, kActivityCount> kNames = {
        QT_TRANSLATE_NOOP("Activity", "Kernels"),
        QT_TRANSLATE_NOOP("Activity", "Copies"),
        QT_TRANSLATE_NOOP("Activity", "Memsets"),
        QT_TRANSLATE_NOOP("Activity", "Communication"),
        QT_TRANSLATE_NOOP("Activity", "Runtime calls"),
        QT_TRANSLATE_NOOP("Activity", "Data loading"),
        QT_TRANSLATE_NOOP("Activity", "Operators on CPU"),
        QT_TRANSLATE_NOOP("Activity", "Python, other"),
        QT_TRANSLATE_NOOP("Activity", "Not recorded"),
        QT_TRANSLATE_NOOP("Activity", "CPU, not traced"),
        QT_TRANSLATE_NOOP("Activity", "No recorded activity")};
    return QCoreApplication::translate("Activity", kNames[static_cast<std::size_t>(activity)]);
}

Hue hueOfActivity(Activity activity) {
    switch (activity) {
    case Activity::Kernel:
        return Hue::Gemm;
    case Activity::Copy:
    case Activity::Set:
        return Hue::Copy;
    case Activity::Communication:
        return Hue::Communication;
    case Activity::Runtime:
        return Hue::Runtime;
    case Activity::DataLoading:
        return Hue::DataLoading;
    case Activity::Cpu:
        return Hue::Operator;
    case Activity::Other:
        return Hue::Python;
    case Activity::Untraced: // most often of the program's own ranges
        return Hue::Range;
    case Activity::NotRecorded:
    case Activity::Idle:
        break;
    }
    return Hue::Other;
}

} // namespace lanes
