#include "views/timeline/painting/TimelineRender.h"

#include "views/shared/panels/StripPainter.h"
#include "views/shared/text/Text.h"
#include "views/timeline/painting/TimelinePicture.h"
#include "views/timeline/painting/TimelinePrepare.h"

#include <QCoreApplication>
#include <QFileInfo>

namespace lanes {

namespace {

DrawRequest requestFor(const std::shared_ptr<const TimelineRows>& rows, const TimelineRenderOptions& options,
                       TimeRange range, const TimelineGeometry& geometry, const Appearance& appearance) {
    DrawRequest request;
    request.rows = rows;
    request.settings = options.settings;
    request.range = range;
    request.brush = options.brush;
    request.width = geometry.lanesWidth();
    request.height = geometry.rowsHeight();
    request.dpr = options.dpr;
    request.fonts = appearance.fonts();
    request.ink = opaque(appearance.theme().ink);
    request.quietInk = opaque(appearance.theme().text3);
    request.found = options.found;
    return request;
}

void paintStripOn(QImage& image, const std::shared_ptr<const LodIndex>& lod,
                  const TimelineRenderOptions& options, TimeRange range, PaintTools& tools) {
    const StripGeometry geometry(image.width(), tools.metrics);
    StripState state;
    state.visible = range;
    state.brush = options.brush;
    const Trace& trace = *lod->trace();
    const auto events = static_cast<std::int64_t>(trace.sliceCount());
    state.title =
        options.title.isEmpty() ? QFileInfo(toQString(trace.info().source)).fileName() : options.title;
    state.subtitle = QCoreApplication::translate("TimelineRender", "%1 events", nullptr, pluralOf(events))
                         .arg(countText(events));
    if (trace.has(options.selection)) {
        state.selection = trace.slice(options.selection).start;
    }
    paintStrip(image, tools, geometry, makeStrip(lod, geometry, trace.extent()), state);
}

} // namespace

QImage renderTimeline(const std::shared_ptr<const Trace>& trace, const TimelineRenderOptions& options,
                      Appearance& appearance) {
    const auto rows = TimelineRows::build(LodIndex::build(trace));
    const QSize size = (QSizeF(options.size) * options.dpr).toSize();
    const Metrics metrics{options.dpr, appearance.fonts().scale()};
    const int strip = options.strip ? metrics.px(StripGeometry::kHeight) : 0;
    TimelinePicture picture(appearance);
    picture.resize(size.width(), std::max(1, size.height() - strip), options.dpr);

    const TimeRange span = trace->span();
    TimeRange range = options.range.value_or(span);
    if (range.empty()) {
        range.end = range.begin + 1;
    }
    TimelinePrepare prepare;
    const auto list = prepare.prepare(requestFor(rows, options, range, picture.geometry(), appearance));
    OverlayState overlay;
    overlay.related = relatedTo(*trace, options.selection);
    overlay.brush = options.brush;
    overlay.cursor = options.cursor;
    overlay.time.origin = span.begin;
    HeaderState headers;
    headers.lit = rowsOf(*rows, overlay.related);
    picture.paint(picture.image(), *list, list->scale, 0, headers, overlay.time);

    QImage image(size, QImage::Format_RGB32);
    QPainter painter(&image);
    painter.translate(0, strip);
    painter.drawImage(0, 0, picture.image());
    picture.paintOverlay(painter, *list, list->scale, 0, overlay);
    painter.end();
    if (options.strip) {
        PaintTools tools = picture.tools();
        paintStripOn(image, rows->lod(), options, range, tools);
    }
    image.setDevicePixelRatio(options.dpr);
    return image;
}

} // namespace lanes
