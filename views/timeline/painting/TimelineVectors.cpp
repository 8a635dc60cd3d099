#include "views/timeline/painting/TimelineVectors.h"

#include "model/analysis/text/KernelName.h"
#include "views/shared/look/Shapes.h"
#include "views/shared/painting/Ticks.h"
#include "views/shared/text/Text.h"
#include "views/timeline/painting/RulerPainter.h"

#include <algorithm>
#include <utility>

namespace lanes {

namespace {

constexpr int kLeastText = 14; // narrowest room for a text

class VectorWriter {
public:
    VectorWriter(const DrawList& list, const TimelineGeometry& geometry, const Theme& theme,
                 const Metrics& metrics, const RulerTime& time)
        : list_(list)
        , geometry_(geometry)
        , theme_(theme)
        , metrics_(metrics)
        , time_(time)
        , out_(QSizeF(geometry.width, height())) {}

    VectorPicture write() {
        rect(0, 0, geometry_.width, height(), theme_.canvas);
        rect(0, geometry_.ruler, geometry_.head, height(), theme_.panel);
        for (const DrawRow& row : list_.rows) {
            writeRow(row);
        }
        out_.beginHead(geometry_.ruler);
        writeRuler();
        return std::move(out_);
    }

private:
    // All rows, also those that scroll.
    [[nodiscard]] int height() const { return geometry_.ruler + list_.pinnedHeight + list_.contentHeight; }
    [[nodiscard]] int px(double logical) const { return metrics_.px(logical); }

    void rect(int x, int y, int width, int h, const QColor& fill) {
        out_.addRect(QRectF(x, y, width, h), fill);
    }
    void text(int x, int y, const QString& words, const QColor& fill, int size, int weight) {
        out_.addText(QPointF(x, y), words, fill, px(size), weight);
    }

    void writeRow(const DrawRow& row) {
        const TimelineRow& r = list_.request.rows->rows()[static_cast<std::size_t>(row.row)];
        const int top = geometry_.ruler + list_.screenTop(row, 0);
        const bool group = r.kind == TimelineRow::Kind::Process || r.kind == TimelineRow::Kind::Device;
        if (group) {
            rect(0, top, geometry_.width, row.height, theme_.groupBg);
        }
        text(px(44 + 12 * r.indent), top + px(16), r.label, theme_.text, 12, group ? 600 : 400);
        for (const Band& band : row.bands) {
            writeBand(band, top + band.y);
        }
        for (const CurveLine& line : row.curves) {
            writeCurve(line, top + row.height - px(2));
        }
        for (const InstantKnob& knob : row.instants) {
            writeInstant(knob, r, top, row.height);
        }
        for (const StepBlock& step : row.steps) {
            rect(geometry_.head + step.x0, top + px(4), std::max(1, step.x1 - step.x0 - 1),
                 row.height - px(8), theme_.track);
            text(geometry_.head + step.x0 + px(6), top + px(16),
                 toQString(list_.request.rows->steps()[step.step].label), theme_.text, 11, 600);
        }
        rect(0, top + row.height - 1, geometry_.width, 1, theme_.line);
        out_.addBreak(top + row.height);
    }

    void writeBand(const Band& band, int top) {
        const bool profile = band.paint == Band::Paint::Profile;
        for (const DensityRun& run : band.pixels.runs) {
            const int level = profile ? band.height : std::min<int>(run.level, band.height);
            rect(geometry_.head + run.x, top + band.height - level, run.width, level,
                 theme_.hueColor(run.hue));
        }
        for (const SliceBox& box : band.pixels.boxes) {
            writeBox(box, top, band.height, profile);
        }
    }

    void writeBox(const SliceBox& box, int top, int h, bool profile) {
        const Trace& trace = list_.request.rows->trace();
        const std::string_view name = trace.text(box.name);
        const int width = std::max(1, box.x1 - box.x0 - 1);
        const bool named = !profile && width > px(kLeastText + 7) && h >= px(kLeastText);
        out_.add(
            {.kind = VectorShape::Kind::Box,
             .box = QRectF(geometry_.head + box.x0, top, width, h),
             .fill = theme_.hueColor(box.hue, box.shade),
             .ink = theme_.ink,
             .text = named ? toQString(labelStages(trace.slice(box.slice).kind, name).front()) : QString(),
             .title = toQString(name) + QStringLiteral(", ") + durationText(box.duration),
             .size = px(Fonts::kSmall),
             .weight = 500});
    }

    // A knob on its stem, as painted; the name is in the title.
    void writeInstant(const InstantKnob& knob, const TimelineRow& row, int top, int h) {
        const TimelineRows& rows = *list_.request.rows;
        const Instant& first = rows.instantsOf(row).at(knob.mark.first);
        const QString name = toQString(rows.trace().text(rows.trace().points().name[first.point]));
        const QColor stroke = QColor::fromRgb(theme_.stroke(knob.mark.hue));
        const int x = geometry_.head + knob.mark.x;
        const int radius = px(4);
        rect(x, top + px(4), 1, h - px(8), stroke);
        QPainterPath diamond(QPointF(x, top + px(4)));
        diamond.lineTo(x + radius, top + px(4) + radius);
        diamond.lineTo(x, top + px(4) + 2 * radius);
        diamond.lineTo(x - radius, top + px(4) + radius);
        diamond.closeSubpath();
        const QString count = knob.mark.count > 1 ? QStringLiteral(" (%1)").arg(knob.mark.count) : QString();
        out_.add({.kind = VectorShape::Kind::Path,
                  .fill = theme_.hueColor(knob.mark.hue),
                  .ink = stroke,
                  .title = name + count,
                  .path = diamond});
    }

    void writeCurve(const CurveLine& line, int base) {
        const TimelineCurve& curve = list_.request.rows->curves()[line.curve];
        const QColor color = curve.quiet ? theme_.text3 : theme_.hueColor(curve.hue);
        QPainterPath path(QPointF(geometry_.head, base));
        for (std::size_t x = 0; x < line.top.size(); ++x) {
            if (x == 0 || x + 1 == line.top.size() || line.top[x] != line.top[x - 1]) {
                const qreal at = geometry_.head + static_cast<int>(x);
                path.lineTo(at, base - (x == 0 ? line.top[0] : line.top[x - 1]));
                path.lineTo(at, base - line.top[x]);
            }
        }
        path.lineTo(path.currentPosition().x(), base);
        path.closeSubpath();
        out_.add({.kind = VectorShape::Kind::Path,
                  .fill = faded(color, curve.quiet ? .1 : .3),
                  .ink = color,
                  .path = path});
    }

    void writeRuler() {
        rect(0, 0, geometry_.width, geometry_.ruler, theme_.panel);
        const TimeRange view = list_.scale.range();
        const TimeNs step = rulerStep(list_.scale, metrics_);
        const TimeRange fromOrigin{view.begin - time_.origin, view.end - time_.origin};
        for (const TimeNs tick : ticksIn(fromOrigin, step)) {
            const TimeNs t = tick + time_.origin;
            const int x = geometry_.head + list_.scale.toPixel(t);
            rect(x, geometry_.ruler - px(8), 1, px(8), theme_.text3);
            text(x + px(4), px(15), time_.text(t, step, std::max(std::abs(t - time_.origin), step)),
                 theme_.text2, 11, 400);
        }
        rect(0, geometry_.ruler - 1, geometry_.width, 1, theme_.line);
    }

    const DrawList& list_;
    const TimelineGeometry& geometry_;
    const Theme& theme_;
    const Metrics& metrics_;
    const RulerTime& time_;
    VectorPicture out_;
};

} // namespace

VectorPicture timelineVectors(const DrawList& list, const TimelineGeometry& geometry, const Theme& theme,
                              const Metrics& metrics, const RulerTime& time) {
    return VectorWriter(list, geometry, theme, metrics, time).write();
}

} // namespace lanes
