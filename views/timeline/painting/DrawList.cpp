#include "views/timeline/painting/DrawList.h"

#include "views/shared/text/Text.h"

#include <QTextStream>

namespace lanes {

const DrawRow* DrawList::rowAt(int y, int scroll) const {
    for (const DrawRow& row : rows) {
        const int top = screenTop(row, scroll);
        if (y >= top && y < top + row.height && (row.pinned || y >= pinnedHeight)) {
            return &row;
        }
    }
    return nullptr;
}

QString toText(const DrawList& list) {
    const TimelineRows& rows = *list.request.rows;
    QString text;
    QTextStream out(&text);
    for (const DrawRow& row : list.rows) {
        const TimelineRow& r = rows.rows()[static_cast<std::size_t>(row.row)];
        out << QString(qsizetype{r.indent} * 2, QLatin1Char(' ')) << r.label << " y=" << row.y
            << " h=" << row.height;
        out << (row.pinned ? " pinned" : "") << (row.folded ? " folded" : "") << '\n';
        for (const QString& frame : row.outerFrames) {
            out << "    frame " << frame << '\n';
        }
        for (const InstantKnob& knob : row.instants) {
            const Instant& first = rows.instantsOf(r).at(knob.mark.first);
            out << "    instant " << knob.mark.x << ' '
                << toQString(rows.trace().text(rows.trace().points().name[first.point]));
            out << (knob.mark.count > 1 ? QStringLiteral(" and %1 more").arg(knob.mark.count - 1) : QString())
                << (knob.found ? " found" : "") << '\n';
        }
        for (const Band& band : row.bands) {
            static constexpr std::array kPaints{"boxes", "profile", "busy"};
            out << "    " << kPaints[static_cast<std::size_t>(band.paint)] << " y=" << band.y
                << " h=" << band.height << '\n';
            for (const SliceBox& box : band.pixels.boxes) {
                out << "      [" << box.x0 << ", " << box.x1 << ") " << toQString(rows.trace().text(box.name))
                    << '\n';
            }
            for (const DensityRun& run : band.pixels.runs) {
                out << "      " << run.x << '+' << run.width << " level " << run.level << ' '
                    << hueText(run.hue, rows.trace()) << '\n';
            }
        }
    }
    return text;
}

} // namespace lanes
