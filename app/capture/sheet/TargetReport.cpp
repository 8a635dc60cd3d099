#include "app/capture/sheet/TargetReport.h"

#include "views/shared/look/Appearance.h"
#include "views/shared/look/Shapes.h"
#include "views/shared/painting/TextLine.h"
#include "views/shared/text/Text.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>

namespace lanes {
namespace {

class ReportWords {
    Q_DECLARE_TR_FUNCTIONS(TargetReport)
};

constexpr int kReportLabel = 112; // as CaptureField's
constexpr int kReportLine = 23;
constexpr int kReportPadding = 4;
constexpr int kReportBelow = 10;
constexpr int kReportInset = 10;
constexpr int kReportIcon = 14;
constexpr double kReportRadius = 5;
constexpr std::int64_t kLittleDiskThere = 1 << 30;

TargetReport::Line wayLine(const TargetCheck::Answer& answer) {
    const QString what = answer.through.isEmpty()
                             ? ReportWords::tr("Connected")
                             : ReportWords::tr("Connected through %1").arg(answer.through);
    return {CaptureField::Tone::Good, what,
            ReportWords::tr("answers in %1").arg(durationText(answer.answersInMs * 1'000'000, 3))};
}

TargetReport::Line collectorLine(const TargetCheck::Answer& answer) {
    const QString size = bytesText(answer.collectorBytes);
    return {CaptureField::Tone::Good, ReportWords::tr("The collector is there"),
            answer.collectorCopied ? ReportWords::tr("%1, copied just now, checksum equal").arg(size)
                                   : ReportWords::tr("%1, was there already").arg(size)};
}

// "2 × NVIDIA H100 80GB HBM3, NVIDIA T4"; they come sorted.
QString devicesText(const QStringList& devices) {
    QStringList texts;
    for (qsizetype at = 0; at < devices.size();) {
        const auto count = devices.count(devices[at]);
        texts << (count > 1 ? QStringLiteral("%1 × %2").arg(count).arg(devices[at]) : devices[at]);
        at += count;
    }
    return texts.join(QStringLiteral(", "));
}

TargetReport::Line deviceLine(const TargetCheck::Answer& answer) {
    if (answer.devices.isEmpty()) {
        return {answer.driver.isEmpty() ? CaptureField::Tone::Quiet : CaptureField::Tone::Warning,
                ReportWords::tr("No NVIDIA GPU"),
                answer.driver.isEmpty() ? ReportWords::tr("operators are recorded all the same")
                                        : ReportWords::tr("there is a driver, but no device: --gpus all")};
    }
    const QString what = ReportWords::tr("%1, driver %2").arg(devicesText(answer.devices), answer.driver);
    if (answer.profilingRestricted) {
        return {CaptureField::Tone::Warning, what,
                ReportWords::tr("profiling is for administrators; doctor has the fix")};
    }
    return {CaptureField::Tone::Good, what,
            answer.cupti.isEmpty()
                ? ReportWords::tr("profiling allowed")
                : ReportWords::tr("CUPTI %1 of torch, profiling allowed").arg(answer.cupti)};
}

TargetReport::Line sharedMemoryLine(const TargetCheck::Answer& answer) {
    const QString what = ReportWords::tr("/dev/shm has %1 free").arg(bytesText(answer.sharedMemory));
    return answer.sharedMemoryRoomy
               ? TargetReport::Line{CaptureField::Tone::Good, what,
                                    ReportWords::tr("room for the buffers of many threads")}
               : TargetReport::Line{CaptureField::Tone::Warning, what,
                                    ReportWords::tr("busy threads may lose records: --shm-size=1g")};
}

const char* iconOf(CaptureField::Tone tone) {
    return tone == CaptureField::Tone::Good    ? "check"
           : tone == CaptureField::Tone::Quiet ? "info"
                                               : "warning";
}

} // namespace

TargetReport::TargetReport(Appearance& appearance, QWidget* parent)
    : QWidget(parent)
    , appearance_(appearance) {
    setObjectName(QStringLiteral("report"));
    connect(&appearance_, &Appearance::changed, this, &TargetReport::fit);
    setLines({});
}

QList<TargetReport::Line> TargetReport::linesOf(const TargetCheck::Answer& answer) {
    if (answer.collectorBytes == 0) { // nothing has come from there
        return {};
    }
    QList<Line> lines{wayLine(answer), collectorLine(answer), deviceLine(answer), sharedMemoryLine(answer)};
    if (answer.disk < kLittleDiskThere) {
        lines << Line{CaptureField::Tone::Warning,
                      ReportWords::tr("Its disk has %1 free").arg(bytesText(answer.disk)),
                      ReportWords::tr("the session grows there too, until it has arrived")};
    }
    return lines;
}

void TargetReport::setLines(const QList<Line>& lines) {
    lines_ = lines;
    QStringList spoken;
    for (const Line& line : lines_) {
        spoken << line.what + QStringLiteral(": ") + line.detail;
    }
    setAccessibleName(spoken.isEmpty() ? QString() : ReportWords::tr("Facts of the target"));
    setAccessibleDescription(spoken.join(QStringLiteral("; ")));
    fit();
}

void TargetReport::fit() {
    const auto px = [this](int at100) { return appearance_.fonts().scaled(at100); };
    setVisible(!lines_.isEmpty());
    setFixedHeight(px(kReportLine) * static_cast<int>(lines_.size()) + px(2 * kReportPadding + kReportBelow));
    update();
}

void TargetReport::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = appearance_.theme();
    const Fonts& fonts = appearance_.fonts();
    const auto px = [&fonts](int at100) { return qreal(fonts.scaled(at100)); };
    const QRectF box(px(kReportLabel), 0, width() - px(kReportLabel), height() - px(kReportBelow));
    fillRounded(painter, box, kReportRadius, theme.canvas);
    strokeRounded(painter, box, kReportRadius, theme.line);
    qreal top = px(kReportPadding);
    for (const Line& line : lines_) {
        const QColor color = line.tone == CaptureField::Tone::Good    ? theme.good
                             : line.tone == CaptureField::Tone::Quiet ? theme.text3
                                                                      : theme.warn;
        const QRectF row(box.left() + px(kReportInset), top, box.width() - 2 * px(kReportInset),
                         px(kReportLine));
        appearance_.icons().paint(painter, {row.left(), row.center().y() - px(kReportIcon) / 2},
                                  QString::fromLatin1(iconOf(line.tone)), fonts.scaled(kReportIcon), color);
        const QRectF text = row.adjusted(px(kReportIcon + 8), 0, 0, 0);
        const QFont bold = fonts.sans(Fonts::kBody, 500);
        const QFont small = fonts.sans(Fonts::kSmall);
        const qreal detail = std::min(textWidth(line.detail, small) + 1, text.width() / 2);
        drawTextLine(painter, text.adjusted(0, 0, -detail - px(12), 0), line.what, bold, theme.text,
                     Qt::AlignLeft, Qt::ElideMiddle);
        drawTextLine(painter, {text.right() - detail, text.top(), detail, text.height()}, line.detail, small,
                     line.tone == CaptureField::Tone::Warning ? theme.warn : theme.text2, Qt::AlignRight);
        top += px(kReportLine);
    }
}

} // namespace lanes
