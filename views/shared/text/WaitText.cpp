#include "views/shared/text/WaitText.h"

#include <QCoreApplication>

#include <array>

namespace lanes {
namespace {

class Words {
    Q_DECLARE_TR_FUNCTIONS(WaitText)
};

} // namespace

QString waitText(WaitCause cause) {
    const std::array<QString, kWaitCauses> names{Words::tr("Launch delayed: CPU busy"),
                                                 Words::tr("Waiting for DataLoader"),
                                                 Words::tr("Blocking call"),
                                                 Words::tr("Blocking or pageable copy"),
                                                 Words::tr("Collective"),
                                                 Words::tr("Device memory allocation"),
                                                 Words::tr("Compiling or loading code"),
                                                 Words::tr("Garbage collection"),
                                                 Words::tr("CUDA graph launch"),
                                                 Words::tr("Thread not running"),
                                                 Words::tr("Another stream"),
                                                 Words::tr("Profiler overhead"),
                                                 Words::tr("Not known")};
    return names[static_cast<std::size_t>(cause)];
}

QColor waitColor(const Theme& theme, WaitCause cause) {
    static constexpr std::array<Hue, kWaitCauses> kHues{
        Hue::Operator, Hue::DataLoading, Hue::Sync,  Hue::Copy, Hue::Communication, Hue::Norm, Hue::Autograd,
        Hue::Python,   Hue::Runtime,     Hue::Range, Hue::Gemm, Hue::Attention,     Hue::Other};
    return cause == WaitCause::Unknown ? QColor() : theme.hueColor(kHues[static_cast<std::size_t>(cause)]);
}

} // namespace lanes
