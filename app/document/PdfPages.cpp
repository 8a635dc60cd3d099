#include "app/document/PdfPages.h"

#include "views/shared/look/Appearance.h"
#include "views/shared/look/Shapes.h"
#include "views/shared/painting/TextLine.h"

#include <QCoreApplication>
#include <QPageLayout>
#include <QPainter>
#include <QPdfWriter>

#include <algorithm>

namespace lanes {
namespace {

constexpr int kPrintedPerInch = 96; // the window's own pixels: a table is as large as on the screen
constexpr qreal kPrintMargin = 12;  // mm
constexpr qreal kPrintedLine = 24;
constexpr qreal kBelowLine = 10;

QString pageText(int page, int pages) {
    return QCoreApplication::translate("lanes::PdfPages", "Page %1 of %2").arg(page + 1).arg(pages);
}

void paintPrintHead(QPainter& painter, Appearance& look, const PrintHead& head, const QString& page,
                    qreal width) {
    const Theme& theme = look.theme();
    const Fonts& fonts = look.fonts();
    const QString end = head.date + QStringLiteral("    ") + page;
    const qreal right = textWidth(end, fonts.sans(Fonts::kSmall)) + 1;
    drawTextLine(painter, {width - right, 0, right, kPrintedLine}, end, fonts.sans(Fonts::kSmall),
                 theme.text2);
    const qreal name =
        drawTextLine(painter, {0, 0, width / 3, kPrintedLine}, head.session, fonts.sans(Fonts::kTitle, 600),
                     theme.text, Qt::AlignLeft, Qt::ElideMiddle);
    drawTextLine(painter, {name + 12, 0, std::max<qreal>(0, width - right - name - 24), kPrintedLine},
                 head.view + QStringLiteral("    ") + head.range, fonts.sans(), theme.text2);
    horizontalLine(painter, 0, kPrintedLine, width, theme.line2);
}

} // namespace

void writePdf(QIODevice& file, const PrintHead& head, const PrintMatter& matter, const std::stop_token& stop,
              const std::function<void(double)>& progress) {
    Appearance look(Appearance::Mode::Light);
    QPdfWriter writer(&file);
    writer.setResolution(kPrintedPerInch);
    writer.setPageLayout(QPageLayout(QPageSize(QPageSize::A4), QPageLayout::Landscape,
                                     QMarginsF(kPrintMargin, kPrintMargin, kPrintMargin, kPrintMargin),
                                     QPageLayout::Millimeter));
    writer.setTitle(head.session + QStringLiteral(" – ") + head.view);
    writer.setCreator(QStringLiteral("Lanescope"));
    QPainter painter(&writer);
    const QSizeF paper = writer.pageLayout().paintRectPixels(kPrintedPerInch).size();
    const QSizeF room(paper.width(), paper.height() - kPrintedLine - kBelowLine);
    const int pages = std::max(1, matter.pages(room));
    for (int page = 0; page < pages && !stop.stop_requested(); ++page) {
        if (page > 0) {
            writer.newPage();
        }
        paintPrintHead(painter, look, head, pageText(page, pages), paper.width());
        painter.save();
        painter.translate(0, kPrintedLine + kBelowLine);
        matter.paint(painter, look, room, page);
        painter.restore();
        progress(double(page + 1) / double(pages));
    }
}

} // namespace lanes
