#include "views/shared/session/ViewState.h"

#include "model/base/TimeScale.h"
#include "model/trace/slices/SameSlice.h"
#include "views/shared/session/LetGo.h"

#include <QThread>

#include <algorithm>
#include <thread>
#include <utility>

namespace lanes {

namespace {

constexpr qint64 kOneStepMs = 700; // changes of one kind that follow within this time are one step back
constexpr std::size_t kHistoryLimit = 200; // steps
constexpr double kWorkFills =
    .9;                          // share of all slices' time from which on the work is seen well enough in it
constexpr double kFitAir = 1.2;  // of what fills the timeline
constexpr double kHomeAir = .02; // before and behind the work, as a share of it
constexpr double kLiveRoom = .055; // share of the view that stays free behind the end while following

// Nothing where it is known by a number, which is another's in a session that was written anew.
std::optional<Spot> sameSpot(const Trace& before, std::optional<Spot> spot, const Trace& now) {
    if (spot) {
        spot->track = sameTrack(before, spot->track, now);
        const bool byTime = spot->kind == Spot::Kind::Gap || spot->kind == Spot::Kind::Step;
        return byTime && spot->track.valid() ? spot : std::nullopt;
    }
    return spot;
}

// A brush of a session that was recorded again at this path may lie beyond what is there now.
std::optional<TimeRange> withinExtent(std::optional<TimeRange> brush, TimeRange extent) {
    if (brush) {
        brush = TimeRange{std::max(brush->begin, extent.begin), std::min(brush->end, extent.end)};
    }
    return brush && brush->begin < brush->end ? brush : std::nullopt;
}

} // namespace

ViewState::ViewState(QObject* parent)
    : QObject(parent)
    , search_(new EventSearch(*this))
    , trust_(new SessionTrust(*this))
    , marks_(new SessionMarks(this))
    , choices_(new SessionChoices(*marks_, this)) {
    connect(this, &ViewState::brushChanged, this, &ViewState::tellPart);
    connect(choices_, &SessionChoices::changed, this, &ViewState::tellPart);
}

void ViewState::setTrace(std::shared_ptr<const Trace> trace) {
    if (trace == trace_) {
        return;
    }
    const bool first = !trace_ || trace_->span().empty();
    const bool showedAll = current_.visible == bounds_;
    const bool atHome = first || current_.visible == home_;
    const std::shared_ptr<const Trace> before = std::exchange(trace_, std::move(trace));
    const SliceId selected = current_.selection;
    const std::optional<Spot> spot = current_.spot;
    const std::optional<TimeRange> brush = current_.brush;
    if (before && trace_ && !continues(*before, *trace_)) {
        const auto keep = [&](Entry& entry) {
            entry.selection = sameSlice(*before, entry.selection, *trace_);
            entry.spot = sameSpot(*before, entry.spot, *trace_);
            entry.brush = withinExtent(entry.brush, trace_->extent());
        };
        keep(current_);
        for (std::vector<Entry>* entries : {&back_, &forward_}) {
            std::ranges::for_each(*entries, keep);
        }
        hovered_ = {};
        steady_.reset();
    }
    analyse();
    const TimeRange all = trace_ ? trace_->extent() : TimeRange{};
    bounds_ = {all.begin, std::max(all.end, all.begin + kShortest)};
    findHome();
    marks_->setTrace(trace_);
    choices_->setRecordedAt(trace_ ? trace_->info().clockOriginUnixNs : -1);
    Q_EMIT traceChanged();
    if (brush != current_.brush) {
        Q_EMIT brushChanged();
    }
    tellPart();
    if (selected != current_.selection) {
        Q_EMIT selectionChanged(current_.selection);
    }
    if (spot != current_.spot) {
        Q_EMIT spotChanged();
    }
    buildLod();
    if (following_ && trace_) {
        moveToEnd(atHome || showedAll);
    } else if (atHome || showedAll) {
        moveTo(atHome ? home_ : bounds_);
    } else {
        moveTo(allowed(current_.visible));
    }
}

void ViewState::analyse() {
    letGo(std::exchange(analyses_, nullptr));
    if (isTooLarge()) {
        analyses_ = std::make_shared<TraceAnalyses>(trace_, TraceStretch(*trace_, wanted(), kMostLive));
    } else {
        analyses_ = trace_ ? std::make_shared<TraceAnalyses>(trace_) : nullptr;
    }
}

std::shared_ptr<TraceAnalyses> ViewState::analysesAt(TimeNs time) const {
    constexpr TimeNs kAround = 1'000'000'000;
    if (!analyses_ || !analyses_->stretch() || analyses_->stretch()->range().contains(time)) {
        return analyses_;
    }
    return std::make_shared<TraceAnalyses>(
        trace_, TraceStretch(*trace_, {time - kAround, time + kAround}, kMostLive));
}

void ViewState::findHome() {
    home_ = bounds_;
    if (!trace_ || trace_->span().empty()) {
        return;
    }
    const TimeRange span = trace_->span();
    const TimeRange work = trace_->work();
    const bool fills = double(work.length()) >= kWorkFills * double(span.length());
    const auto air = fills ? 0 : static_cast<TimeNs>(double(work.length()) * kHomeAir);
    home_ = allowed(fills ? span : TimeRange{work.begin - air, work.end + air});
}

// One build at a time: a session that grows faster than it is indexed still gets an index now and then.
void ViewState::buildLod() {
    if (buildingLod_ || !trace_) {
        return;
    }
    buildingLod_ = true;
    const int threads = std::max(1, QThread::idealThreadCount());
    lodJob_.run(
        [trace = trace_, older = lod_, threads](const std::stop_token& stop) {
            // What is under the pointer asks who launched it, on the UI thread.
            const std::jthread ends([&] { trace->links().sortEnds(); });
            return LodIndex::build(trace, older.get(), threads, stop);
        },
        [this](std::shared_ptr<const LodIndex> lod) {
            buildingLod_ = false;
            letGo(std::exchange(lod_, std::move(lod)));
            Q_EMIT lodChanged();
            if (lod_->trace() != trace_) {
                buildLod();
            }
        });
}

TimeRange ViewState::allowed(TimeRange range) const {
    if (range.length() < kShortest) {
        const TimeNs middle = range.begin + (range.end - range.begin) / 2;
        range = {middle - kShortest / 2, middle + kShortest / 2};
    }
    return inside(range, bounds_);
}

void ViewState::moveTo(TimeRange range) {
    if (range != current_.visible) {
        current_.visible = range;
        Q_EMIT visibleChanged(range);
    }
}

void ViewState::remember(Change change) {
    const bool sameStep =
        sinceChange_.isValid() && change == lastChange_ && sinceChange_.elapsed() < kOneStepMs;
    sinceChange_.start();
    lastChange_ = change;
    if (!sameStep || back_.empty()) {
        if (back_.size() == kHistoryLimit) {
            back_.erase(back_.begin());
        }
        back_.push_back(current_);
    }
    forward_.clear();
}

void ViewState::setVisible(TimeRange range) {
    range = allowed(range);
    if (range == current_.visible) {
        return;
    }
    setFollowing(false);
    remember(Change::Move);
    moveTo(range);
    Q_EMIT historyChanged();
}

void ViewState::showAll() {
    setVisible(bounds_);
}

void ViewState::setBrush(std::optional<TimeRange> range) {
    if (range) {
        range = inside({std::min(range->begin, range->end), std::max(range->begin, range->end)}, bounds_);
        if (range->empty()) {
            range.reset();
        }
    }
    if (range == current_.brush) {
        return;
    }
    remember(Change::Brush);
    takeBrush(range);
    dropSelectionOutside();
    Q_EMIT historyChanged();
}

// What is selected elsewhere would stand beside the figures of the range as if it were a part of it.
void ViewState::dropSelectionOutside() {
    if (!current_.brush || !trace_ || !trace_->has(current_.selection)) {
        return;
    }
    const Trace::Slice slice = trace_->slice(current_.selection);
    if (slice.start >= current_.brush->end || slice.start + slice.duration < current_.brush->begin) {
        Entry wanted = current_;
        wanted.selection = SliceId();
        takeSelection(wanted);
    }
}

void ViewState::takeBrush(std::optional<TimeRange> brush) {
    current_.brush = brush;
    if (isTooLarge()) {
        analyse();
    }
    Q_EMIT brushChanged();
}

std::optional<TimeRange> ViewState::part() const {
    if (current_.brush || !steady_ || choices_->wholeSession()) {
        return current_.brush;
    }
    return steady_->range;
}

void ViewState::setSteady(std::optional<SteadySteps> steady) {
    if (std::exchange(steady_, steady) != steady) {
        Q_EMIT steadyChanged();
        tellPart();
    }
}

void ViewState::chooseScope(bool whole) {
    setBrush(std::nullopt);
    choices_->setWholeSession(whole);
}

void ViewState::tellPart() {
    if (std::exchange(toldPart_, part()) != part()) {
        Q_EMIT partChanged();
    }
}

void ViewState::select(SliceId slice) {
    if (slice.valid() && (!trace_ || !trace_->has(slice))) {
        slice = SliceId();
    }
    Entry wanted = current_;
    wanted.selection = slice;
    wanted.spot.reset();
    choose(wanted);
}

void ViewState::selectSpot(const Spot& spot) {
    if (!trace_) {
        return;
    }
    Entry wanted = current_;
    wanted.selection = SliceId();
    wanted.spot = spot;
    choose(wanted);
}

void ViewState::revealSpot(const Spot& spot) {
    selectSpot(spot);
    if (current_.spot) {
        Q_EMIT spotRevealRequested(*current_.spot);
    }
}

void ViewState::choose(const Entry& wanted) {
    if (wanted.selection != current_.selection || wanted.spot != current_.spot) {
        remember(Change::Selection);
        takeSelection(wanted);
        Q_EMIT historyChanged();
    }
}

void ViewState::takeSelection(const Entry& wanted) {
    const bool slice = wanted.selection != current_.selection;
    const bool spot = wanted.spot != current_.spot;
    current_.selection = wanted.selection;
    current_.spot = wanted.spot;
    if (slice) {
        Q_EMIT selectionChanged(current_.selection);
    }
    if (spot) {
        Q_EMIT spotChanged();
    }
}

void ViewState::reveal(SliceId slice) {
    select(slice);
    if (current_.selection.valid()) {
        Q_EMIT revealRequested(current_.selection);
    }
}

void ViewState::goTo(SliceId slice) {
    if (!trace_ || !trace_->has(slice)) {
        return;
    }
    Q_EMIT timelineRequested();
    const Trace::Slice to = trace_->slice(slice);
    setVisible(zoomed({to.start, to.end()}, to.start + to.duration / 2, kFitAir, kShortest));
    reveal(slice);
}

void ViewState::goToMoment(TimeNs time) {
    Q_EMIT timelineRequested();
    const TimeNs half = visible().length() / 2;
    setVisible({time - half, time + half});
    setCursor(time);
}

void ViewState::goToMark(const SessionMark& mark) {
    marks_->setCurrent(mark.id);
    if (mark.range.empty()) {
        goToMoment(mark.range.begin);
        return;
    }
    Q_EMIT timelineRequested();
    const TimeNs air = std::max<TimeNs>(1, mark.range.length() / 10);
    setVisible({mark.range.begin - air, mark.range.end + air});
}

void ViewState::setHovered(SliceId slice) {
    if (slice != hovered_) {
        hovered_ = slice;
        Q_EMIT hoveredChanged(slice);
    }
}

void ViewState::setCursor(std::optional<TimeNs> time) {
    if (time != cursor_) {
        cursor_ = time;
        Q_EMIT cursorChanged();
    }
}

void ViewState::setFilter(const QString& filter) {
    if (filter != filter_) {
        filter_ = filter;
        Q_EMIT filterChanged();
    }
}

void ViewState::setLive(bool live) {
    if (std::exchange(live_, live) != live) {
        Q_EMIT liveChanged();
        if (isTooLarge() || (analyses_ && analyses_->stretch())) {
            analyse();
            Q_EMIT traceChanged();
        }
    }
}

// The session's end, with a little room behind it.
void ViewState::moveToEnd(bool showedAll) {
    const TimeNs end = std::max(trace_->span().end, bounds_.begin + kShortest);
    const bool shortSession = showedAll && end - bounds_.begin < kLiveWindow;
    const TimeNs length = shortSession ? end - bounds_.begin
                          : showedAll  ? kLiveWindow
                                       : current_.visible.length();
    bounds_.end = end + static_cast<TimeNs>(double(length) * kLiveRoom);
    moveTo(shortSession ? bounds_ : inside({bounds_.end - length, bounds_.end}, bounds_));
}

void ViewState::setFollowing(bool following) {
    if (following != following_) {
        const bool showedAll = current_.visible == bounds_;
        following_ = following;
        if (following_ && trace_) {
            moveToEnd(showedAll);
        }
        Q_EMIT followingChanged(following);
    }
}

void ViewState::goBack() {
    if (!back_.empty()) {
        forward_.push_back(current_);
        const Entry entry = back_.back();
        back_.pop_back();
        restore(entry);
    }
}

void ViewState::goForward() {
    if (!forward_.empty()) {
        back_.push_back(current_);
        const Entry entry = forward_.back();
        forward_.pop_back();
        restore(entry);
    }
}

void ViewState::restore(const Entry& entry) {
    sinceChange_.invalidate(); // the next change is a step of its own
    setFollowing(false);
    moveTo(allowed(entry.visible));
    if (entry.brush != current_.brush) {
        takeBrush(entry.brush);
    }
    takeSelection(entry);
    Q_EMIT historyChanged();
}

} // namespace lanes
