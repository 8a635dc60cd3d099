#include "views/shared/panels/StripPainter.h"

#include "model/analysis/time/Steps.h"
#include "model/base/TimeScale.h"
#include "views/shared/look/Shapes.h"
#include "views/shared/text/Text.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace lanes {

namespace {

constexpr double kStepsHeight = 12;
constexpr double kNarrowStripFrame = 16; // below it the frame's grips stand outside

std::vector<std::uint32_t> lanesOf(const LodIndex& lod, std::initializer_list<LaneGroup> groups) {
    std::vector<std::uint32_t> lanes;
    for (std::uint32_t i = 0; i < lod.lanes().size(); ++i) {
        const LodLane& lane = lod.lanes()[i];
        const Track& track = lod.trace()->tracks()[lane.track.value];
        const Process& process = lod.trace()->processes()[track.process.value];
        const bool ofProgram = process.kind != Process::Kind::Other && track.kind != Track::Kind::Other &&
                               process.key != "Spans" && process.key != "Traces" &&
                               !process.key.starts_with('-');
        if (ofProgram && lane.depth == 0 && std::ranges::find(groups, lane.group) != groups.end()) {
            lanes.push_back(i);
        }
    }
    return lanes;
}

// A million steps lie within a thousand pixels: what no pixel would show is left out here, not in each painting.
std::vector<StripStep> shownSteps(std::span<const Step> steps, const TimeScale& scale) {
    std::vector<StripStep> shown;
    int begin = INT32_MIN;
    int end = INT32_MIN;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const int x0 = scale.toPixel(steps[i].range.begin);
        const int x1 = scale.toPixel(steps[i].range.end);
        if (x0 > begin || x1 > end) {
            begin = x0;
            end = std::max(x1, end);
            shown.push_back({steps[i].range, steps[i].label, i % 2 == 0});
        }
    }
    return shown;
}

void paintDensity(QImage& image, const Theme& theme, const LanePixels& pixels, const QPoint& base,
                  int direction) {
    for (const DensityRun& run : pixels.runs) {
        const QRect bar(base.x() + run.x, direction < 0 ? base.y() - run.level : base.y(), run.width,
                        run.level);
        fillRect(image, bar, theme.hue(run.hue));
    }
}

class Strip {
public:
    Strip(QImage& image, PaintTools& tools, const StripGeometry& geometry, const StripPicture& picture,
          const StripState& state)
        : image_(image)
        , tools_(tools)
        , theme_(tools.theme)
        , geometry_(geometry)
        , picture_(picture)
        , state_(state)
        , scale_(picture.span, geometry.picture.width()) {}

    void paint() {
        const QRect& box = geometry_.picture;
        fillRect(image_, geometry_.area, opaque(theme_.panel));
        fillRect(image_, box, opaque(theme_.canvas));
        if (picture_.width == box.width()) {
            const int base = box.top() + geometry_.steps + picture_.deviceHeight;
            paintDensity(image_, theme_, picture_.device, {box.left(), base}, -1);
            paintDensity(image_, theme_, picture_.host, {box.left(), base + 1}, 1);
        }
        QPainter painter(&image_);
        paintSteps(painter);
        paintVeil(painter);
        paintBrush(painter);
        paintFrame(painter);
        paintMarks(painter);
        const int hair = tools_.metrics.hairline();
        fillRect(image_, {0, geometry_.area.height() - hair, geometry_.area.width(), hair},
                 opaque(theme_.line));
        paintTitle(painter);
    }

private:
    [[nodiscard]] int x(TimeNs t) const { return geometry_.picture.left() + scale_.toPixel(t); }

    void paintSteps(QPainter& painter) {
        const int top = geometry_.picture.top();
        const int height = geometry_.steps - tools_.px(1);
        for (const StripStep& step : picture_.steps) {
            const int x0 = x(step.range.begin);
            const int x1 = x(step.range.end);
            fillRect(image_, {x0, top, std::max(1, x1 - x0 - 1), height},
                     opaque(step.isEven ? theme_.track : theme_.raised));
            if (x1 - x0 > tools_.px(30)) {
                paintText(painter, tools_, {x0 + tools_.px(4), top, x1 - x0 - tools_.px(6), height},
                          toQString(step.label), {Fonts::kAxis, 500, theme_.text2});
            }
        }
    }

    [[nodiscard]] bool showsAll() const {
        return state_.visible.begin <= picture_.span.begin && state_.visible.end >= picture_.span.end;
    }

    void paintVeil(QPainter& painter) {
        if (showsAll()) {
            return;
        }
        const QRect& box = geometry_.picture;
        const QColor veil = theme_.dark ? QColor::fromRgbF(0, 0, 0, .58F) : QColor::fromRgbF(1, 1, 1, .66F);
        const int left = std::clamp(x(state_.visible.begin), box.left(), box.right() + 1);
        const int right = std::clamp(x(state_.visible.end), box.left(), box.right() + 1);
        painter.fillRect(QRect(box.left(), box.top(), left - box.left(), box.height()), veil);
        painter.fillRect(QRect(right, box.top(), box.right() + 1 - right, box.height()), veil);
    }

    void paintBrush(QPainter& painter) {
        if (!state_.brush) {
            return;
        }
        const QRect& box = geometry_.picture;
        const int left = x(state_.brush->begin);
        const int width = std::max(1, x(state_.brush->end) - left);
        const int hair = tools_.metrics.hairline();
        painter.fillRect(QRect(left, box.top(), width, box.height()), faded(theme_.accent, .22));
        painter.fillRect(QRect(left, box.top(), hair, box.height()), theme_.accent);
        painter.fillRect(QRect(left + width - hair, box.top(), hair, box.height()), theme_.accent);
        painter.fillRect(QRect(left, box.bottom() + 1 - tools_.px(3), width, tools_.px(3)), theme_.accent);
    }

    void paintFrame(QPainter& painter) {
        const QRect& box = geometry_.picture;
        double left = x(std::max(state_.visible.begin, picture_.span.begin));
        double right = x(std::min(state_.visible.end, picture_.span.end));
        const int least = tools_.px(6);
        if (right - left < least) {
            const double middle = (left + right) / 2;
            left = middle - least / 2.;
            right = middle + least / 2.;
        }
        const int px = tools_.px(1);
        strokeRounded(painter,
                      QRectF(left - px, box.top() - px, right - left + 2 * px, box.height() + 2 * px),
                      tools_.px(3), theme_.accent, tools_.metrics.dpr * 1.5);
        const double out = right - left > tools_.px(kNarrowStripFrame) ? 0 : tools_.px(3);
        const QSizeF grip(tools_.px(5), tools_.px(16));
        for (const double at : {left - out, right + out}) {
            const QRectF knob(at - grip.width() / 2, box.center().y() - grip.height() / 2, grip.width(),
                              grip.height());
            fillRounded(painter, knob, grip.width() / 2, theme_.accent);
        }
    }

    void paintMarks(QPainter& painter) {
        const auto knob = [&](TimeNs t, const QColor& color) {
            const double size = tools_.px(4);
            const double at = x(t);
            const double top = geometry_.area.top() + tools_.px(2);
            const std::array<QPointF, 3> points{QPointF(at - size, top), QPointF(at + size, top),
                                                QPointF(at, top + 1.5 * size)};
            painter.setRenderHint(QPainter::Antialiasing);
            painter.setPen(Qt::NoPen);
            painter.setBrush(color);
            painter.drawPolygon(points.data(), 3);
        };
        const QRect& box = geometry_.picture;
        const int tall = tools_.px(4);
        for (const TimeNs found : state_.found) {
            fillRect(image_, {x(found), box.bottom() + 1 - tall, tools_.px(1), tall}, opaque(theme_.match));
        }
        for (const TimeNs mark : state_.marks) {
            knob(mark, theme_.accent);
        }
        if (state_.selection) {
            knob(*state_.selection, theme_.select);
        }
    }

    void paintTitle(QPainter& painter) {
        const int left = tools_.px(12);
        const int width = geometry_.picture.left() - tools_.px(20);
        paintText(painter, tools_, {left, tools_.px(6), width, tools_.px(20)}, state_.title,
                  {Fonts::kBody, 600, theme_.text, TextAlign::Left, Cut::Middle});
        paintText(painter, tools_, {left, tools_.px(25), width, tools_.px(20)}, state_.subtitle,
                  {Fonts::kSmall, 400, theme_.text3});
    }

    QImage& image_;
    PaintTools& tools_;
    const Theme& theme_;
    const StripGeometry& geometry_;
    const StripPicture& picture_;
    const StripState& state_;
    TimeScale scale_;
};

} // namespace

StripGeometry::StripGeometry(int width, const Metrics& m)
    : area(0, 0, width, m.px(kHeight))
    , picture(m.px(kTitleWidth), m.px(4), std::max(1, width - m.px(kTitleWidth) - m.px(12)),
              m.px(kHeight - 8))
    , steps(m.px(kStepsHeight)) {}

StripPicture makeStrip(std::shared_ptr<const LodIndex> lod, const StripGeometry& geometry, TimeRange span,
                       const std::stop_token& stop) {
    StripPicture strip;
    strip.span = span;
    strip.width = geometry.picture.width();
    strip.deviceHeight = geometry.deviceHeight();
    strip.hostHeight = geometry.hostHeight();
    if (!strip.span.empty()) {
        const PixelGrid grid(TimeScale(strip.span, strip.width));
        std::vector<TimeNs> scratch;
        strip.device =
            busyLine(*lod, lanesOf(*lod, {LaneGroup::Device}), grid, strip.deviceHeight, scratch, stop);
        strip.host = busyLine(*lod, lanesOf(*lod, {LaneGroup::Operators, LaneGroup::Runtime}), grid,
                              strip.hostHeight, scratch, stop);
        strip.steps = shownSteps(findSteps(*lod->trace()).first(), TimeScale(strip.span, strip.width));
    }
    strip.lod = std::move(lod);
    return strip;
}

void paintStrip(QImage& image, PaintTools& tools, const StripGeometry& geometry, const StripPicture& picture,
                const StripState& state) {
    Strip(image, tools, geometry, picture, state).paint();
}

} // namespace lanes
