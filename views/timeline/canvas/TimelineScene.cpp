#include "views/timeline/canvas/TimelineScene.h"

#include "views/shared/session/LetGo.h"
#include "views/timeline/canvas/Navigation.h"
#include "views/timeline/canvas/RowWalk.h"
#include "views/timeline/rows/SpotAt.h"

#include <QTimerEvent>

#include <algorithm>
#include <climits>
#include <cmath>
#include <utility>

namespace lanes {

namespace {

constexpr int kPatienceMs = 24; // a list that takes longer is replaced by the last one, stretched

} // namespace

TimelineScene::TimelineScene(ViewState& state, Appearance& appearance, QObject* parent)
    : QObject(parent)
    , state_(state)
    , appearance_(appearance)
    , picture_(appearance) {
    connect(&worker_, &TimelineWorker::ready, this, &TimelineScene::takeList);
    connect(&state_, &ViewState::lodChanged, this, &TimelineScene::rebuildRows);
    connect(&state_, &ViewState::liveChanged, this, [this] {
        if (coloring_ != ColorBy::Category) { // now everything can be known
            rebuildRows();
        }
    });
    connect(&state_, &ViewState::visibleChanged, this, &TimelineScene::requestList);
    connect(&state_, &ViewState::brushChanged, this, &TimelineScene::requestList);
    connect(&state_.search(), &EventSearch::changed, this, &TimelineScene::requestList);
    connect(&state_, &ViewState::revealRequested, this, &TimelineScene::bringIntoView);
    connect(&state_, &ViewState::spotRevealRequested, this, &TimelineScene::bringSpotIntoView);
    connect(&appearance_, &Appearance::changed, this, [this] {
        picture_.appearanceChanged();
        requestList();
        Q_EMIT changed();
    });
    if (state_.lod()) {
        rebuildRows();
    }
}

// --- rows and lists ---

// One build at a time: a session may grow faster than its rows are made, and still gets new ones.
void TimelineScene::rebuildRows() {
    if (buildingRows_ || !state_.lod()) {
        return;
    }
    buildingRows_ = true;
    rowsJob_.run(
        [lod = state_.lod(), before = newest_, by = coloring_,
         live = state_.live()](const std::stop_token& stop) {
            const auto rows = TimelineRows::build(lod, before.get(), live);
            return by == ColorBy::Category
                       ? rows
                       : TimelineRows::coloredBy(rows, by, stop, live ? before.get() : nullptr);
        },
        [this, lod = state_.lod(), live = state_.live()](std::shared_ptr<const TimelineRows> rows) {
            buildingRows_ = false;
            newest_ = std::move(rows);
            source_ = lod;
            requestList();
            if (state_.lod() != lod || (state_.live() != live && coloring_ != ColorBy::Category)) {
                rebuildRows();
            }
        });
}

void TimelineScene::setSettings(RowSettings settings) {
    if (!(settings == settings_)) {
        settings_ = std::move(settings);
        requestList();
    }
}

void TimelineScene::setColoring(ColorBy by) {
    if (std::exchange(coloring_, by) != by) {
        buildingRows_ = false; // what is on its way has other colours
        rebuildRows();
    }
}

void TimelineScene::setAllFlows(bool all) {
    allFlows_ = all;
    requestList();
}

void TimelineScene::setRulerMode(RulerMode mode) {
    rulerMode_ = mode;
    Q_EMIT changed();
}

RulerTime TimelineScene::rulerTime() const {
    RulerTime time;
    time.origin = state_.origin();
    if (rulerMode_ == RulerMode::Clock && state_.trace()) {
        time.origin = 0;
        time.unixOrigin = state_.trace()->info().clockOriginUnixNs;
    } else if (rulerMode_ == RulerMode::Step && shown_) {
        const TimeRange visible = state_.visible();
        if (const Step* step = stepAt(shown_->steps(), visible.begin + visible.length() / 2)) {
            time.origin = step->range.begin;
        }
    }
    return time;
}

void TimelineScene::requestList() {
    if (!newest_ || geometry().width <= 0 || geometry().height <= 0) {
        return;
    }
    DrawRequest request;
    request.rows = newest_;
    request.settings = settings_;
    request.range = state_.visible();
    request.brush = state_.brush();
    request.width = geometry().lanesWidth();
    request.height = geometry().rowsHeight();
    request.scroll = scroll_;
    request.dpr = metrics().dpr;
    request.fonts = appearance_.fonts();
    request.ink = opaque(appearance_.theme().ink);
    request.quietInk = opaque(appearance_.theme().text3);
    request.allFlows = allFlows_;
    request.found = state_.search().result();
    worker_.request(std::move(request));
    if (!impatience_.isActive()) {
        impatience_.start(kPatienceMs, Qt::PreciseTimer, this);
    }
}

bool TimelineScene::isUpToDate() const {
    const bool newest = newest_ && source_ == state_.lod() && source_->trace() == state_.trace();
    return newest && newest_ == shown_ && shown_->coloring() == coloring_ && !worker_.isBusy() &&
           list_->request.range == state_.visible();
}

// A row that is looked at stays where it is when those above it change their height, or others come.
void TimelineScene::keepPlace(const DrawList& before) {
    const int y = pointer_ && geometry().rows().contains(*pointer_) ? pointer_->y() - geometry().ruler
                                                                    : list_->pinnedHeight + 1;
    const DrawRow* anchored = before.rowAt(y, scroll_);
    if (anchored == nullptr || anchored->pinned || scroll_ <= 0) {
        return;
    }
    const auto& known = before.request.rows->rows();
    const auto& rows = list_->request.rows->rows();
    const bool same = before.request.rows == list_->request.rows;
    const QString& key = known[static_cast<std::size_t>(anchored->row)].key;
    const auto now = std::ranges::find_if(list_->rows, [&](const DrawRow& row) {
        return same ? row.row == anchored->row : rows[static_cast<std::size_t>(row.row)].key == key;
    });
    scroll_ += now != list_->rows.end() ? now->y - anchored->y : 0;
}

void TimelineScene::takeList(std::shared_ptr<const DrawList> list) {
    auto before = std::exchange(list_, std::move(list));
    if (before) {
        keepPlace(*before);
    }
    clampScroll();
    if (!worker_.isBusy()) {
        impatience_.stop();
    }
    if (std::exchange(shown_, list_->request.rows) != list_->request.rows) {
        Q_EMIT rowsChanged();
    }
    if (awaited_.valid() && scrollTo(awaited_)) {
        awaited_ = {};
    }
    if (!awaitedRow_.isEmpty()) {
        const auto row = std::ranges::find(shown_->rows(), awaitedRow_, &TimelineRow::key);
        scrollToRow(static_cast<int>(row - shown_->rows().begin()));
    }
    Q_EMIT changed();
    Q_EMIT listChanged();
    if (before &&
        (before->request.rows != list_->request.rows || before->request.found != list_->request.found)) {
        letGo(std::move(before)); // it may have been the last to hold a colouring, or what a search found
    }
}

void TimelineScene::timerEvent(QTimerEvent* event) {
    if (event->timerId() == impatience_.timerId()) {
        impatience_.stop();
        Q_EMIT changed();
    }
}

void TimelineScene::resize(int width, int height, qreal dpr) {
    picture_.resize(width, height, dpr);
    requestList();
    Q_EMIT changed();
}

// --- scrolling ---

int TimelineScene::mostScroll() const {
    const int most = list_ ? list_->contentHeight + list_->pinnedHeight - geometry().rowsHeight() : 0;
    return std::max(0, most);
}

void TimelineScene::clampScroll() {
    scroll_ = std::clamp(scroll_, 0, mostScroll());
}

void TimelineScene::setScroll(int scroll) {
    const int before = std::exchange(scroll_, scroll);
    clampScroll();
    if (scroll_ != before) {
        requestList(); // rows further down may not be prepared yet
        Q_EMIT changed();
    }
}

void TimelineScene::scrollBy(int logicalPixels) {
    awaited_ = {}; // the user looks elsewhere
    awaitedRow_.clear();
    setScroll(scroll_ + static_cast<int>(std::lround(logicalPixels * metrics().dpr)));
}

void TimelineScene::scrollToRow(int row) {
    const DrawRow* place = list_ ? placeOf(*list_, row) : nullptr;
    const bool known = shown_ && row >= 0 && std::cmp_less(row, shown_->rows().size());
    awaitedRow_ = place == nullptr && known ? shown_->rows()[static_cast<std::size_t>(row)].key : QString();
    if (place == nullptr || place->pinned) {
        return;
    }
    const int room = geometry().rowsHeight() - list_->pinnedHeight;
    const int lowest = place->y;                       // the row's top at the upper edge
    const int least = place->y + place->height - room; // its bottom at the lower one
    setScroll(std::clamp(scroll_, std::min(least, lowest), lowest));
}

QRect TimelineScene::movingRows() const {
    const int top = geometry().ruler + (list_ ? list_->pinnedHeight : 0);
    return {0, top, geometry().width, std::max(0, geometry().ruler + geometry().rowsHeight() - top)};
}

// --- moving in time ---

TimeNs TimelineScene::anchor() const {
    const QRect lanes = geometry().rows();
    if (pointer_ && pointer_->x() >= lanes.left() && pointer_->x() <= lanes.right()) {
        return scale().toTime(pointer_->x() - lanes.left());
    }
    const TimeRange visible = state_.visible();
    return visible.begin + visible.length() / 2;
}

void TimelineScene::zoomBy(double factor) {
    state_.setVisible(zoomed(state_.visible(), anchor(), factor, ViewState::kShortest));
}

void TimelineScene::panBy(double share) {
    const TimeRange visible = state_.visible();
    state_.setVisible(shifted(visible, static_cast<TimeNs>(double(visible.length()) * share)));
}

void TimelineScene::showRange(TimeRange range) {
    TimeRange visible = state_.visible();
    const TimeNs middle = range.begin + range.length() / 2;
    if (range.length() > visible.length()) {
        visible = zoomed(range, middle, 1.2, ViewState::kShortest);
    } else if (range.begin < visible.begin || range.end > visible.end) {
        visible = shifted(visible, middle - (visible.begin + visible.length() / 2));
    }
    state_.setVisible(visible);
}

bool TimelineScene::isShown(const TimelineRows& rows, int row) const {
    for (int r = row; r >= 0; r = rows.rows()[static_cast<std::size_t>(r)].parent) {
        const RowSettings::Choice choice = choiceOf(settings_, rows.rows()[static_cast<std::size_t>(r)]);
        if (choice.hidden || (choice.folded && r != row)) {
            return false;
        }
    }
    return true;
}

void TimelineScene::bringSpotIntoView(const Spot& spot) {
    if (const auto place = shown_ ? lanes::placeOf(*shown_, spot) : std::nullopt) {
        if (!isShown(*shown_, place->row)) {
            Q_EMIT rowWanted(*shown_, place->row);
        }
        showRange(place->range);
        scrollToRow(place->row);
    }
}

void TimelineScene::bringIntoView(SliceId id) {
    if (!newest_ || !newest_->trace().has(id)) {
        return;
    }
    const Trace::Slice slice = newest_->trace().slice(id);
    showRange({slice.start, slice.end()});
    const auto lane = newest_->lod()->laneOf(id);
    const int row = lane ? newest_->rowOfLane(*lane) : -1;
    if (row >= 0 && !isShown(*newest_, row)) {
        awaited_ = id;
        Q_EMIT rowWanted(*newest_, row);
    } else {
        awaited_ = {};
        scrollTo(id);
    }
}

bool TimelineScene::scrollTo(SliceId id) {
    const auto rect = list_ ? sliceRect(*list_, geometry(), scale(), scroll_, id) : std::nullopt;
    if (!rect) {
        return false;
    }
    const QRect lanes = geometry().rows();
    const int above = lanes.top() + list_->pinnedHeight - rect->top();
    const int below = rect->bottom() - lanes.bottom();
    const int by = above > 0 ? -above - lanes.height() / 3 : below > 0 ? below + lanes.height() / 3 : 0;
    setScroll(scroll_ + by);
    return true;
}

// --- places ---

QPoint TimelineScene::toDevice(QPointF logical) const {
    return (logical * metrics().dpr).toPoint();
}

QRect TimelineScene::toLogical(const QRect& device) const {
    const qreal dpr = metrics().dpr;
    return QRectF(device.x() / dpr, device.y() / dpr, device.width() / dpr, device.height() / dpr).toRect();
}

Hit TimelineScene::hitAt(QPointF logical) const {
    return list_ ? hitTest(*list_, geometry(), metrics(), scale(), scroll_, toDevice(logical)) : Hit{};
}

const DrawRow* TimelineScene::drawn(int row) const {
    if (!list_) {
        return nullptr;
    }
    const auto found = std::ranges::find_if(
        list_->rows, [row](const DrawRow& r) { return r.row == row && r.outerFrames.empty(); });
    return found != list_->rows.end() ? &*found : nullptr;
}

std::pair<int, int> TimelineScene::extentOf(int row) const {
    int top = INT_MAX;
    int bottom = INT_MIN;
    for (const DrawRow& drawn : list_->rows) {
        int r = drawn.row;
        while (r > row) { // children stand behind their parents
            r = this->row(r).parent;
        }
        if (r == row) {
            const int y = geometry().ruler + list_->screenTop(drawn, scroll_);
            top = std::min(top, y);
            bottom = std::max(bottom, y + drawn.height);
        }
    }
    return top < bottom ? std::pair(top, bottom) : std::pair(0, 0);
}

double TimelineScene::pitchAt(int row, int height) const {
    const DrawRow* place = drawn(row);
    const Metrics m = metrics();
    const double pitch =
        place != nullptr ? (height - 2. * place->inset) / place->levels / (m.dpr * m.fontScale) : 0;
    return std::clamp(pitch, RowSettings::kLowest, RowSettings::kHighest);
}

std::vector<MarkFlag> TimelineScene::flags() {
    PaintTools tools = picture_.tools();
    return markFlags(state_.marks(), geometry(), tools, scale());
}

std::uint64_t TimelineScene::markUnder(QPointF logical) {
    const QPoint at = toDevice(logical);
    return at.y() < geometry().ruler ? markAt(flags(), at) : 0;
}

} // namespace lanes
