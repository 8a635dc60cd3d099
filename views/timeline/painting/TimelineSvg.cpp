#include "views/timeline/painting/TimelineSvg.h"

#include "model/analysis/text/KernelName.h"
#include "views/shared/painting/Ticks.h"
#include "views/shared/text/Text.h"
#include "views/timeline/painting/RulerPainter.h"

#include <QTextStream>

#include <algorithm>

namespace lanes {

namespace {

constexpr int kLeastText = 14; // narrowest room for a text

class SvgWriter {
public:
    SvgWriter(QString& out, const DrawList& list, const TimelineGeometry& geometry, const Theme& theme,
              const Metrics& metrics, const RulerTime& time)
        : out_(&out)
        , list_(list)
        , geometry_(geometry)
        , theme_(theme)
        , metrics_(metrics)
        , time_(time) {}

    void write() {
        out_ << "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" << geometry_.width << "\" height=\""
             << height()
             << "\" font-family=\"Lanescope Sans, Inter, sans-serif\" shape-rendering=\"crispEdges\">\n";
        rect(0, 0, geometry_.width, height(), theme_.canvas);
        rect(0, geometry_.ruler, geometry_.head, height(), theme_.panel);
        for (const DrawRow& row : list_.rows) {
            writeRow(row);
        }
        writeRuler();
        out_ << "</svg>\n";
    }

private:
    // All rows, also those that scroll.
    [[nodiscard]] int height() const { return geometry_.ruler + list_.pinnedHeight + list_.contentHeight; }
    [[nodiscard]] int px(double logical) const { return metrics_.px(logical); }

    void rect(int x, int y, int width, int h, const QColor& fill) {
        out_ << "<rect x=\"" << x << "\" y=\"" << y << "\" width=\"" << width << "\" height=\"" << h
             << "\" fill=\"" << fill.name() << "\"/>\n";
    }
    void text(int x, int y, const QString& words, const QColor& fill, int size, int weight) {
        out_ << "<text x=\"" << x << "\" y=\"" << y << "\" fill=\"" << fill.name() << "\" font-size=\""
             << px(size) << "\" font-weight=\"" << weight << "\">" << words.toHtmlEscaped() << "</text>\n";
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

    // A group of its own cuts the text and carries the whole name.
    void writeBox(const SliceBox& box, int top, int h, bool profile) {
        const Trace& trace = list_.request.rows->trace();
        const std::string_view name = trace.text(box.name);
        const int width = std::max(1, box.x1 - box.x0 - 1);
        out_ << "<svg x=\"" << geometry_.head + box.x0 << "\" y=\"" << top << "\" width=\"" << width
             << "\" height=\"" << h << "\"><title>" << toQString(name).toHtmlEscaped() << ", "
             << durationText(box.duration) << "</title>";
        rect(0, 0, width, h, theme_.hueColor(box.hue, box.shade));
        if (!profile && width > px(kLeastText + 7) && h >= px(kLeastText)) {
            text(px(4), (h + px(8)) / 2, toQString(labelStages(trace.slice(box.slice).kind, name).front()),
                 theme_.ink, 11, 500);
        }
        out_ << "</svg>\n";
    }

    // A knob on its stem, as painted; the name is in the title.
    void writeInstant(const InstantKnob& knob, const TimelineRow& row, int top, int h) {
        const TimelineRows& rows = *list_.request.rows;
        const Instant& first = rows.instantsOf(row).at(knob.mark.first);
        const QString name = toQString(rows.trace().text(rows.trace().points().name[first.point]));
        const QColor stroke = QColor::fromRgb(theme_.stroke(knob.mark.hue));
        const int x = geometry_.head + knob.mark.x;
        const int radius = px(4);
        out_ << "<g><title>" << name.toHtmlEscaped();
        if (knob.mark.count > 1) {
            out_ << " (" << knob.mark.count << ')';
        }
        out_ << "</title>";
        rect(x, top + px(4), 1, h - px(8), stroke);
        out_ << "<path d=\"M" << x << ' ' << top + px(4) << 'l' << radius << ' ' << radius << ' ' << -radius
             << ' ' << radius << ' ' << -radius << ' ' << -radius << "Z\" fill=\""
             << theme_.hueColor(knob.mark.hue).name() << "\" stroke=\"" << stroke.name() << "\"/></g>\n";
    }

    void writeCurve(const CurveLine& line, int base) {
        const TimelineCurve& curve = list_.request.rows->curves()[line.curve];
        const QColor color = curve.quiet ? theme_.text3 : theme_.hueColor(curve.hue);
        out_ << "<path d=\"M" << geometry_.head << ' ' << base;
        for (std::size_t x = 0; x < line.top.size(); ++x) {
            if (x == 0 || x + 1 == line.top.size() || line.top[x] != line.top[x - 1]) {
                out_ << "L" << geometry_.head + static_cast<int>(x) << ' '
                     << base - (x == 0 ? line.top[0] : line.top[x - 1]) << "V" << base - line.top[x];
            }
        }
        out_ << "V" << base << "Z\" fill=\"" << color.name() << "\" fill-opacity=\""
             << (curve.quiet ? .1 : .3) << "\" stroke=\"" << color.name() << "\"/>\n";
    }

    void writeRuler() {
        rect(0, 0, geometry_.width, geometry_.ruler, theme_.panel);
        const TimeRange view = list_.scale.range();
        const TimeNs step = rulerStep(list_.scale, metrics_);
        for (TimeNs t = firstTick(view.begin - time_.origin, step) + time_.origin; t < view.end; t += step) {
            const int x = geometry_.head + list_.scale.toPixel(t);
            rect(x, geometry_.ruler - px(8), 1, px(8), theme_.text3);
            text(x + px(4), px(15), time_.text(t, step, std::max(std::abs(t - time_.origin), step)),
                 theme_.text2, 11, 400);
        }
        rect(0, geometry_.ruler - 1, geometry_.width, 1, theme_.line);
    }

    QTextStream out_;
    const DrawList& list_;
    const TimelineGeometry& geometry_;
    const Theme& theme_;
    const Metrics& metrics_;
    const RulerTime& time_;
};

} // namespace

QByteArray timelineSvg(const DrawList& list, const TimelineGeometry& geometry, const Theme& theme,
                       const Metrics& metrics, const RulerTime& time) {
    QString text;
    SvgWriter(text, list, geometry, theme, metrics, time).write();
    return text.toUtf8();
}

} // namespace lanes
