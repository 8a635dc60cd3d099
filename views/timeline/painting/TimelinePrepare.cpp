#include "views/timeline/painting/TimelinePrepare.h"

#include "views/shared/text/FrameText.h"
#include "views/shared/text/Text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace lanes {

namespace {

using Kind = TimelineRow::Kind;

constexpr double kTextHeight = 13; // lowest
constexpr double kTextRoom = 14;   // and narrowest box that gets a text
constexpr double kCutRoom = 30;    // narrowest room in which four letters and an ellipsis can stand
constexpr double kMiddleRoom = 72; // from here on names of device work lose their middle, not their end
constexpr int kFewestLetters = 4;
constexpr double kNestBelow = 1. / 12; // slices per level and column at which a stack opens ...
constexpr double kFoldAbove = 1. / 7;  // ... and at which it closes again
constexpr double kProfileAlways = 48;  // levels beyond which a stack needs to be sparse to open

} // namespace

TimelinePrepare::TimelinePrepare() = default;
TimelinePrepare::~TimelinePrepare() = default;

void TimelinePrepare::adopt(const DrawRequest& request) {
    const bool newFont = !texts_ || texts_->dpr() != request.dpr || fonts_.scale() != request.fonts.scale();
    if (newFont) {
        names_.reset();
        texts_.emplace(request.fonts, request.dpr);
        fonts_ = request.fonts;
    }
    if (rows_ != request.rows || !names_) {
        rows_ = request.rows;
        names_.emplace(rows_->lod()->trace(), *texts_);
        last_.clear();
    }
    texts_->trim();
    metrics_ = {request.dpr, request.fonts.scale()};
}

namespace {

// Columns in which something begins that was found.
std::vector<std::uint16_t> foundColumns(const FoundEvents& found, const PixelGrid& grid) {
    std::vector<std::uint16_t> columns;
    const TimeRange view = grid.range();
    for (std::size_t i = found.firstAfter(view.begin - 1); i < found.listed();) {
        const int x = grid.columnOf(found.start(i));
        if (x >= grid.columns()) {
            break;
        }
        columns.push_back(static_cast<std::uint16_t>(x));
        i = std::max(i + 1, found.firstAfter(grid.edge(x + 1) - 1));
    }
    return columns;
}

} // namespace

std::shared_ptr<const DrawList> TimelinePrepare::prepare(DrawRequest request, const std::stop_token& stop) {
    adopt(request);
    auto list = std::make_shared<DrawList>();
    list->scale = TimeScale(request.range, request.width);
    const PixelGrid grid(list->scale);
    const RowLayout layout =
        layOut(*rows_, request.settings, contents(request, grid), metrics_, request.height);
    list->pinnedHeight = layout.pinnedHeight;
    list->contentHeight = layout.contentHeight;
    list->request = std::move(request);
    if (list->filtered()) {
        list->foundColumns = foundColumns(*list->request.found->events, grid);
    }
    const int scroll = list->request.scroll;
    const int height = list->request.height;
    list->rows.reserve(layout.rows.size());
    for (const PlacedRow& placed : layout.rows) {
        if (stop.stop_requested()) {
            return nullptr;
        }
        DrawRow& row = list->rows.emplace_back();
        row.row = placed.row;
        row.y = placed.y;
        row.height = placed.height;
        row.pinned = placed.pinned;
        row.folded = placed.folded;
        row.inset = placed.inset;
        row.levels = static_cast<int>(std::max(1u, placed.content.levels));
        // Half a picture above and below, so that scrolling shows rows at once.
        const int top = list->screenTop(row, scroll);
        if (placed.pinned || (top < height * 3 / 2 && top + placed.height > -height / 2)) {
            fillRow(placed, grid, *list, row);
        }
    }
    lookUp_.fill(*list, *rows_, metrics_, stop);
    if (stop.stop_requested()) {
        return nullptr;
    }
    for (DrawRow& row : list->rows) {
        finishRow(row, grid, *list);
    }
    return list;
}

// What needs names and texts, which one thread keeps.
void TimelinePrepare::finishRow(DrawRow& row, const PixelGrid& grid, DrawList& list) {
    std::erase_if(row.bands, [](const Band& band) {
        return band.paint != Band::Paint::Busy && band.pixels.boxes.empty() && band.pixels.runs.empty();
    });
    for (Band& band : row.bands) {
        if (band.paint != Band::Paint::Boxes) {
            continue;
        }
        for (SliceBox& box : band.pixels.boxes) {
            box.shade = static_cast<std::uint8_t>(names_->shade(box.name));
        }
        label(band, list);
        findOpen(band);
        addFlows(band, list);
        if (list.filtered()) {
            findMatches(band, grid, list);
        }
    }
}

// --- what stands in the rows ---

std::vector<RowContent> TimelinePrepare::contents(const DrawRequest& request, const PixelGrid& grid) {
    std::vector<RowContent> contents(rows_->rows().size());
    const int zoom = static_cast<int>(std::floor(std::log2(std::max(grid.nsPerColumn(), 1e-3))));
    const bool sameZoom = zoom == lastZoom_ && last_.size() == contents.size();
    for (std::size_t r = 0; r < contents.size(); ++r) {
        contents[r] = contentOf(r, request, grid);
        if (sameZoom && contents[r].nested && last_[r].nested) {
            // While panning rows only ever grow: nothing jumps to and fro.
            const std::uint32_t end =
                std::max(contents[r].firstLevel + contents[r].levels, last_[r].firstLevel + last_[r].levels);
            contents[r].levels = end - contents[r].firstLevel;
        }
    }
    last_ = contents;
    lastZoom_ = zoom;
    return contents;
}

RowContent TimelinePrepare::contentOf(std::size_t at, const DrawRequest& request, const PixelGrid& grid) {
    const TimelineRow& row = rows_->rows()[at];
    RowContent content;
    content.levels = row.levels;
    const bool stack = row.kind == Kind::Group && !row.states &&
                       (row.group == LaneGroup::Python || row.group == LaneGroup::Operators);
    if (!stack) {
        return content;
    }
    const TimeRange view = grid.range();
    const auto& lanes = rows_->lod()->lanes();
    std::uint32_t slices = 0;
    std::uint32_t full = 0;   // levels from the outermost on that one slice fills
    std::uint32_t last = 0;   // behind the deepest level in view
    std::uint32_t filled = 0; // levels with anything in them
    for (std::uint32_t level = 0; level < row.levels; ++level) {
        const LodLane& lane = lanes[row.firstLane + level];
        const auto [begin, end] = lane.slicesIn(view);
        if (begin == end) {
            continue;
        }
        const bool fills = end - begin == 1 && lane.start(begin) <= view.begin &&
                           lane.end(begin) >= view.end && lane.id(begin).valid();
        full += fills && full == level ? 1 : 0;
        slices += end - begin;
        last = level + 1;
        ++filled;
    }
    const auto choice = choiceOf(request.settings, row).height;
    const bool wasNested = at < last_.size() && last_[at].nested;
    const double most = grid.columns() * (wasNested ? kFoldAbove : kNestBelow);
    const bool readable =
        double(slices) <= std::max(1u, filled) * most && filled - std::min(full, filled) <= kProfileAlways;
    content.nested = choice == RowSettings::Height::Auto ? readable : choice != RowSettings::Height::Compact;
    if (content.nested) {
        content.firstLevel = full >= 3 && row.group == LaneGroup::Python ? full : 0;
        content.levels = std::max(last, content.firstLevel + 1) - content.firstLevel;
        if (content.firstLevel >= last) { // nothing but outer frames: the innermost stays a row
            content.firstLevel = std::max(1u, last) - 1;
            content.levels = 1;
        }
    }
    return content;
}

double TimelinePrepare::busyShare(const TimelineRow& row, TimeRange range) const {
    if (row.kind == Kind::Process || row.kind == Kind::Device || row.kind == Kind::Bundle ||
        row.kind == Kind::Counter || row.kind == Kind::Steps || row.kind == Kind::Instants ||
        (row.kind == Kind::Group && (row.states || row.group == LaneGroup::Python)) || range.empty()) {
        return -1;
    }
    const auto& lanes = rows_->lod()->lanes();
    const std::uint32_t lane =
        row.kind == Kind::Thread ? (row.busyLanes.empty() ? 0 : row.busyLanes[0]) : row.firstLane;
    if (lane >= lanes.size() || (row.kind == Kind::Thread && row.busyLanes.empty())) {
        return -1;
    }
    if (lanes[lane].group == LaneGroup::Python) { // being somewhere is not working
        return -1;
    }
    return std::clamp(double(lanes[lane].totalBusyIn(range)) / double(range.length()), 0., 1.);
}

// --- filling rows ---

void TimelinePrepare::fillRow(const PlacedRow& placed, const PixelGrid& grid, DrawList& list, DrawRow& out) {
    const TimelineRow& row = rows_->rows()[static_cast<std::size_t>(placed.row)];
    out.prepared = true;
    if (placed.outerFrames) {
        fillOuterFrames(row, placed, list, out);
        return;
    }
    out.busy = busyShare(row, list.request.brush.value_or(grid.range()));
    switch (row.kind) {
    case Kind::Steps:
        fillSteps(list, out);
        break;
    case Kind::Process:
    case Kind::Device:
    case Kind::Thread:
    case Kind::Bundle:
        addBusyLine(row, out);
        break;
    case Kind::Group:
    case Kind::Stream:
        addLevels(placed, out);
        break;
    case Kind::Counter:
        addCurves(row, out);
        break;
    case Kind::Instants:
        out.instants = instantKnobs(row, *rows_, list);
        break;
    }
    if (placed.pinned && row.parent >= 0 && row.icon.isEmpty()) { // it stands away from what it belongs to
        const QString own = out.note.isEmpty() ? row.note : out.note;
        const QString& above = rows_->rows()[static_cast<std::size_t>(row.parent)].label;
        out.note = own.isEmpty() ? above : above + QStringLiteral(", ") + own;
    }
}

void TimelinePrepare::addLevels(const PlacedRow& placed, DrawRow& out) const {
    const TimelineRow& row = rows_->rows()[static_cast<std::size_t>(placed.row)];
    const bool profile = row.kind == Kind::Group && row.group == LaneGroup::Python && !placed.content.nested;
    const bool padded =
        placed.inset == 0 && placed.gap > metrics_.px(1); // the gap stands half above, half below
    for (std::uint32_t level = 0; level < placed.content.levels; ++level) {
        const std::uint32_t lane = row.firstLane + placed.content.firstLevel + level;
        if (placed.content.firstLevel + level >= row.levels) {
            break;
        }
        Band band;
        band.lane = lane;
        band.states = row.states;
        band.paint = profile ? Band::Paint::Profile : Band::Paint::Boxes;
        band.y = placed.inset + static_cast<int>(level) * placed.pitch + (padded ? placed.gap / 2 : 0);
        band.height = std::max(1, placed.pitch - placed.gap);
        out.bands.push_back(std::move(band));
    }
    if (placed.content.nested && placed.content.firstLevel > 0) {
        out.note = QCoreApplication::translate("TimelineRows", "levels %1 to %2")
                       .arg(placed.content.firstLevel + 1)
                       .arg(placed.content.firstLevel + placed.content.levels);
    }
}

void TimelinePrepare::addBusyLine(const TimelineRow& row, DrawRow& out) const {
    if (row.busyLanes.empty()) {
        return;
    }
    Band band;
    band.paint = Band::Paint::Busy;
    const bool open = row.hasChildren && !out.folded;
    band.height = metrics_.px(open ? 4 : 6);
    band.y = open ? metrics_.px(3) : (out.height - band.height) / 2;
    out.bands.push_back(std::move(band));
}

void TimelinePrepare::fillOuterFrames(const TimelineRow& row, const PlacedRow& placed, const DrawList& list,
                                      DrawRow& out) {
    const TimeNs middle = list.scale.toTime(list.scale.width() / 2);
    const auto& lanes = rows_->lod()->lanes();
    for (std::uint32_t level = 0; level < placed.content.firstLevel; ++level) {
        const LodLane& lane = lanes[row.firstLane + level];
        const std::uint32_t at = lane.firstEndingAfter(middle);
        if (at < lane.count() && lane.id(at).valid()) {
            const Trace::Slice slice = rows_->trace().slice(lane.id(at));
            const FrameText name = frameText(rows_->trace().text(slice.name));
            const QString file = name.place.section(QLatin1Char(':'), 0, 0);
            out.outerFrames.push_back(name.place.isEmpty() ? name.function
                                      : name.function == QLatin1String("<module>")
                                          ? file
                                          : file + QStringLiteral(": ") + name.function);
        }
    }
}

void TimelinePrepare::fillSteps(const DrawList& list, DrawRow& out) const {
    const TimeRange view = list.scale.range();
    const auto& steps = rows_->steps();
    auto at = std::ranges::partition_point(steps, [&](const Step& s) { return s.range.end <= view.begin; });
    for (; at != steps.end() && at->range.begin < view.end; ++at) {
        StepBlock block;
        block.step = static_cast<std::uint32_t>(at - steps.begin());
        block.begins = at->range.begin >= view.begin;
        block.x0 = std::clamp(list.scale.toPixel(at->range.begin), 0, list.scale.width());
        block.x1 = std::clamp(list.scale.toPixel(at->range.end), 0, list.scale.width());
        // Thousands of steps in a few pixels are one block.
        if (!out.steps.empty() && block.x1 <= out.steps.back().x1 + 1) {
            continue;
        }
        out.steps.push_back(block);
    }
}

void TimelinePrepare::addCurves(const TimelineRow& row, DrawRow& out) const {
    for (const std::uint32_t c : row.curves) {
        out.curves.push_back({c, {}});
        out.curveTop = std::max(out.curveTop, rows_->curves()[c].curve->maximum());
    }
}

// Slices that are no boxes light the column in which they begin. O(columns log matches).
void TimelinePrepare::findMatches(Band& band, const PixelGrid& grid, const DrawList& list) const {
    const LodIndex& lod = *rows_->lod();
    const auto* found = list.request.found->inLane(lod, band.lane);
    if (found == nullptr) {
        return;
    }
    const LodLane& lane = lod.lanes()[band.lane];
    const auto [begin, end] = lane.slicesIn(grid.range());
    auto at = std::ranges::lower_bound(*found, begin);
    while (at != found->end() && *at < end) {
        const TimeNs start = lane.start(*at);
        const bool box = lane.end(*at) - start >= grid.boxDuration();
        const int x = std::min(grid.columnOf(start), grid.columns() - 1);
        if (!box && (band.found.empty() || band.found.back() != x)) {
            band.found.push_back(static_cast<std::uint16_t>(x));
        }
        ++at;
        if (!box) { // nothing more to see in this column, but boxes that begin in it light themselves
            at = std::lower_bound(at, found->end(), lane.firstStartingAt(grid.edge(x + 1)));
        }
    }
}

void TimelinePrepare::findOpen(Band& band) const {
    const Trace& trace = rows_->trace();
    for (std::uint32_t i = 0; i < band.pixels.boxes.size() && !trace.openSlices().empty(); ++i) {
        if (trace.isOpen(band.pixels.boxes[i].slice)) {
            band.open.push_back(i);
        }
    }
}

// Of all boxes, from where they start: a flow belongs to one box only.
void TimelinePrepare::addFlows(const Band& band, DrawList& list) const {
    const Trace& trace = rows_->trace();
    for (const SliceBox& box : band.pixels.boxes) {
        if (!list.request.allFlows || list.flows.size() >= DrawList::kMostFlows) {
            return;
        }
        for (const Link& link : trace.links().from(box.slice)) {
            if (trace.has(link.to)) {
                list.flows.push_back({link.from, link.to, link.kind, 1});
            }
        }
    }
}

// --- labels ---

void TimelinePrepare::label(Band& band, DrawList& list) {
    if (band.height < metrics_.px(kTextHeight)) {
        return;
    }
    const int least = metrics_.px(kTextRoom + 4 + 3);
    for (std::uint32_t i = 0; i < band.pixels.boxes.size(); ++i) {
        if (band.pixels.boxes[i].x1 - band.pixels.boxes[i].x0 >= least) {
            placeLabel(band, i, list);
        }
    }
}

void TimelinePrepare::placeLabel(Band& band, std::uint32_t box, DrawList& list) {
    const SliceBox& b = band.pixels.boxes[box];
    const Trace& trace = rows_->trace();
    const Trace::Position at = trace.locate(b.slice);
    const EventKind kind = trace.segments()[at.segment]->kind[at.index];
    const SliceName& name = names_->get(b.name, kind);
    const int left = b.x0 + metrics_.px(4);
    const int room = b.x1 - metrics_.hairline() - metrics_.px(3) - left;
    auto stage = std::ranges::find_if(name.stages, [room](const auto& s) { return s.width <= room; });
    const bool fits = stage != name.stages.end();
    if (!fits) {
        stage = name.stages.end() - 1;
        if (room < metrics_.px(kCutRoom)) {
            return;
        }
    }
    const int weight = SliceNames::weightOf(kind);
    const QRgb ink = list.filtered() && !list.found(b.slice) ? list.request.quietInk : list.request.ink;
    const auto text = texts_->get(stage->text, {Fonts::kSmall, weight, ink});
    const auto dots = texts_->get(QString(QChar(0x2026)), {Fonts::kSmall, weight, ink});
    const bool middle =
        (runsOnDevice(kind) || kind == EventKind::Runtime) && room >= metrics_.px(kMiddleRoom);
    BoxLabel label;
    label.box = box;
    label.first = static_cast<std::uint32_t>(list.parts.size());
    label.top = text->topIn(0, band.height);
    if (!placeText(*text, *dots, left, room, middle ? Cut::Middle : Cut::End, fits ? 0 : kFewestLetters,
                   list.parts)) {
        return;
    }
    list.texts.push_back(text);
    list.texts.push_back(dots);
    const int used = text->width + metrics_.px(6);
    if (fits && room - used > metrics_.px(24)) {
        const bool python = !name.place.isEmpty();
        const QString second = python ? name.place : durationText(b.duration, 3);
        const double width = python ? name.placeWidth : texts_->measure(second, {Fonts::kSmall, 400});
        if (width <= room - used && (python || room - used > metrics_.px(64))) {
            const auto image = texts_->get(second, {Fonts::kSmall, 400, ink});
            list.parts.push_back({image.get(), left + used, 0, image->image.width()});
            list.texts.push_back(image);
        }
    }
    label.count = static_cast<std::uint32_t>(list.parts.size()) - label.first;
    band.labels.push_back(label);
}

} // namespace lanes
