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
    const std::array<QString, kWaitCauses> names{Words::tr("Launched late by a busy host"),
                                                 Words::tr("Data were loaded"),
                                                 Words::tr("A call blocked the host"),
                                                 Words::tr("A blocking or pageable copy"),
                                                 Words::tr("A collective"),
                                                 Words::tr("Device memory was taken or freed"),
                                                 Words::tr("Code was compiled or loaded"),
                                                 Words::tr("Python collected garbage"),
                                                 Words::tr("A CUDA graph was launched"),
                                                 Words::tr("The thread was off the CPU"),
                                                 Words::tr("Work of another stream"),
                                                 Words::tr("The profiler's own work"),
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
