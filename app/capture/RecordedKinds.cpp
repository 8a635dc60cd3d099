#include "app/capture/RecordedKinds.h"

#include "views/shared/Appearance.h"
#include "views/shared/TextLine.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>
#include <array>

namespace lanes {
namespace {

struct Kind {
    const char* icon;
    const char* name;
    const char* what;
};
constexpr std::array<Kind, 6> kKinds = {{
    {"operators", QT_TRANSLATE_NOOP("lanes::RecordedKinds", "Operators"),
     QT_TRANSLATE_NOOP("lanes::RecordedKinds", "names, threads, begin and end, named ranges")},
    {"details", QT_TRANSLATE_NOOP("lanes::RecordedKinds", "Inputs"),
     QT_TRANSLATE_NOOP("lanes::RecordedKinds", "shapes, types and strides of tensors, values of scalars")},
    {"stack", QT_TRANSLATE_NOOP("lanes::RecordedKinds", "Python stacks"),
     QT_TRANSLATE_NOOP("lanes::RecordedKinds", "where each operator was called, to the line")},
    {"memory", QT_TRANSLATE_NOOP("lanes::RecordedKinds", "Memory"),
     QT_TRANSLATE_NOOP("lanes::RecordedKinds", "every allocation of torch and its stack")},
    {"process", QT_TRANSLATE_NOOP("lanes::RecordedKinds", "Processes"),
     QT_TRANSLATE_NOOP("lanes::RecordedKinds", "ranks, data loader workers and subprocesses as well")},
    {"gpu", QT_TRANSLATE_NOOP("lanes::RecordedKinds", "GPU"),
     QT_TRANSLATE_NOOP("lanes::RecordedKinds",
                       "kernels, copies, launches, NVTX and counters, of NVIDIA devices, through CUPTI")},
}};

constexpr int kPitch = 26;
constexpr int kTextLeft = 128; // of the descriptions

} // namespace

RecordedKinds::RecordedKinds(Appearance& appearance, QWidget* parent)
    : QWidget(parent)
    , appearance_(appearance) {
    QStringList spoken;
    for (const Kind& kind : kKinds) {
        spoken << tr(kind.name) + QStringLiteral(": ") + tr(kind.what);
    }
    setAccessibleName(spoken.join(QStringLiteral("; ")));
    connect(&appearance_, &Appearance::changed, this, &RecordedKinds::refit);
    refit();
}

void RecordedKinds::refit() {
    setFixedHeight(appearance_.fonts().scaled(kPitch * static_cast<int>(kKinds.size())));
    update();
}

void RecordedKinds::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = appearance_.theme();
    const Fonts& fonts = appearance_.fonts();
    const int icon = fonts.scaled(16);
    qreal nameEnd = fonts.scaled(kTextLeft);
    for (const Kind& kind : kKinds) {
        nameEnd =
            std::max(nameEnd, textWidth(tr(kind.name), fonts.sans(Fonts::kBody, 500)) + fonts.scaled(42));
    }
    qreal y = 0;
    for (const Kind& kind : kKinds) {
        const qreal pitch = fonts.scaled(kPitch);
        appearance_.icons().paint(painter, {0, y + (pitch - icon) / 2}, QString::fromLatin1(kind.icon), icon,
                                  theme.text2);
        drawTextLine(painter, {qreal(fonts.scaled(26)), y, nameEnd, pitch}, tr(kind.name),
                     fonts.sans(Fonts::kBody, 500), theme.text);
        drawTextLine(painter, {nameEnd, y, width() - nameEnd, pitch}, tr(kind.what), fonts.sans(),
                     theme.text2);
        y += pitch;
    }
}

} // namespace lanes
