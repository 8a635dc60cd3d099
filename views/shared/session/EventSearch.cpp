#include "views/shared/session/EventSearch.h"

#include "model/trace/slices/SameSlice.h"
#include "views/shared/session/LetGo.h"
#include "views/shared/session/ViewState.h"

#include <QThread>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <thread>
#include <utility>

namespace lanes {

namespace {

void findInLane(const FoundEvents& events, const LodLane& lane, std::vector<std::uint32_t>& found) {
    if (!events.isIn(lane.group)) {
        return;
    }
    for (std::size_t p = 0; p < lane.pieces.size(); ++p) {
        const LodPiece& piece = *lane.pieces[p];
        const std::uint32_t first = lane.first[p];
        if (piece.isCoarse()) {
            continue; // nobody has read these events yet
        }
        if (piece.isContiguous()) {
            events.forEachIn(piece.id(0), piece.count(),
                             [&](std::uint32_t i) { found.push_back(first + i); });
        } else {
            events.forEachAt(piece.segment(), piece.index(),
                             [&](std::uint32_t i) { found.push_back(first + i); });
        }
    }
}

void findInstants(SearchResult& result, const InstantIndex& index) {
    if (result.events->instants().empty()) {
        return;
    }
    for (const InstantLane& lane : index.lanes()) {
        std::vector<std::uint32_t>& found = result.byInstantLane.emplace_back();
        for (std::uint32_t i = 0; i < lane.count(); ++i) {
            if (result.events->containsPoint(lane.at(i).point)) {
                found.push_back(i);
            }
        }
    }
}

// What of a lane is to be searched: the pieces that it did not have. `found` has what was in the others.
LodLane restOf(const LodLane& lane, const LodLane& before, const std::vector<std::uint32_t>& foundBefore,
               std::vector<std::uint32_t>& found) {
    const auto same = std::ranges::mismatch(lane.pieces, before.pieces).in1 - lane.pieces.begin();
    const std::uint32_t first = lane.first[static_cast<std::size_t>(same)];
    found.assign(foundBefore.begin(), std::ranges::lower_bound(foundBefore, first));
    LodLane rest;
    rest.group = lane.group;
    rest.pieces.assign(lane.pieces.begin() + same, lane.pieces.end());
    rest.first.assign(lane.first.begin() + same, lane.first.end());
    return rest;
}

// Null unless its lanes can be gone on with.
const SearchResult* knownLanes(const SearchResult* before, const SearchResult& grown, const LodIndex& lod) {
    const bool goesOn = before != nullptr && grown.events->grew() && before->searched &&
                        before->searched->lanes().size() == lod.lanes().size();
    return goesOn ? before : nullptr;
}

void findInLanes(SearchResult& result, const LodIndex& lod, const SearchResult* before) {
    result.byLane.resize(lod.lanes().size());
    for (const LodLane& lane : lod.lanes()) {
        result.laneSizes.push_back(lane.count());
    }
    std::atomic<std::size_t> next{0};
    const auto work = [&] {
        for (std::size_t l = next++; l < lod.lanes().size(); l = next++) {
            const LodLane& lane = lod.lanes()[l];
            findInLane(*result.events,
                       before != nullptr
                           ? restOf(lane, before->searched->lanes()[l], before->byLane[l], result.byLane[l])
                           : lane,
                       result.byLane[l]);
        }
    };
    const std::jthread helper(work);
    work();
}

void findMoments(SearchResult& result) {
    const FoundEvents& events = *result.events;
    const TimeRange span = events.trace()->span();
    const TimeNs step = std::max<TimeNs>(1, span.length() / SearchResult::kMoments);
    for (std::size_t i = 0; i < events.listed();) {
        const TimeNs start = events.start(i);
        result.moments.push_back(start);
        i = std::max(i + 1, events.firstAfter(start + step));
    }
}

} // namespace

std::shared_ptr<const SearchResult> findEvents(const std::shared_ptr<const Trace>& trace,
                                               const std::shared_ptr<const LodIndex>& lod,
                                               const Filter& filter, const std::stop_token& stop,
                                               const SearchResult* before) {
    auto result = std::make_shared<SearchResult>();
    result->events = FoundEvents::find(trace, filter, stop, std::max(1, QThread::idealThreadCount()), {},
                                       before != nullptr ? before->events.get() : nullptr);
    if (!result->events) {
        return nullptr;
    }
    // A file that was read again may hold less: lanes of before have other slices under the same numbers.
    const bool isOurs =
        lod && continues(*lod->trace(), *trace) && lod->trace()->sliceCount() <= trace->sliceCount();
    if (isOurs && !stop.stop_requested()) {
        result->searched = lod;
        findInLanes(*result, *lod, knownLanes(before, *result, *lod));
        findInstants(*result, lod->instants());
    }
    findMoments(*result);
    return result;
}

const std::vector<std::uint32_t>* SearchResult::inLane(const LodIndex& lod, std::uint32_t lane) const {
    const bool same = laneSizes.size() == lod.lanes().size() && laneSizes[lane] == lod.lanes()[lane].count();
    return same ? &byLane[lane] : nullptr;
}

// Points keep their numbers from snapshot to snapshot, so a lane that has grown still has its ordinals.
const std::vector<std::uint32_t>* SearchResult::inInstants(const LodIndex& lod, std::uint32_t lane) const {
    const bool same = byInstantLane.size() == lod.instants().lanes().size();
    return same ? &byInstantLane[lane] : nullptr;
}

EventSearch::EventSearch(ViewState& state)
    : QObject(&state)
    , state_(state) {
    connect(&state_, &ViewState::filterChanged, this, &EventSearch::start);
    connect(&state_, &ViewState::traceChanged, this, &EventSearch::catchUp);
    connect(&state_, &ViewState::lodChanged, this, &EventSearch::catchUp);
}

// A session that is being recorded grows faster than all of it is searched: what is on its way comes first.
void EventSearch::catchUp() {
    if (busy_ && state_.live()) {
        behind_ = true;
    } else {
        start();
    }
}

void EventSearch::start() {
    behind_ = false;
    auto filter = Filter::parse(state_.filter().toStdString());
    complaint_ = filter ? QString() : QString::fromStdString(filter.error().message);
    if (!filter || filter.value().empty() || !state_.trace()) {
        job_.cancel();
        busy_ = false;
        orderJob_.cancel();
        // The events of an earlier text would pass for those of this one.
        result_.reset();
        byDuration_.reset();
        Q_EMIT changed();
        return;
    }
    busy_ = true;
    job_.run(
        [trace = state_.trace(), lod = state_.lod(), filter = filter.value(), before = result_,
         order = order_](const std::stop_token& stop) {
            Answer answer;
            answer.result = findEvents(trace, lod, filter, stop, before.get());
            if (answer.result && order == SearchOrder::Duration) {
                answer.byDuration = FoundByDuration::of(answer.result->events, stop);
            }
            return answer;
        },
        [this](Answer answer) { take(std::move(answer)); });
}

void EventSearch::take(Answer answer) {
    busy_ = false;
    orderJob_.cancel();
    letGo(std::exchange(result_, std::move(answer.result)));
    letGo(
        std::exchange(byDuration_, order_ == SearchOrder::Duration ? std::move(answer.byDuration) : nullptr));
    if (order_ == SearchOrder::Duration && !byDuration_) {
        sort(); // wanted since
    }
    Q_EMIT changed();
    if (behind_) {
        start();
    }
}

void EventSearch::setOrder(SearchOrder order) {
    if (order_ == order) {
        return;
    }
    order_ = order;
    orderJob_.cancel();
    if (order == SearchOrder::Duration && result_) {
        sort();
    } else {
        letGo(std::exchange(byDuration_, nullptr));
        Q_EMIT changed();
    }
}

void EventSearch::sort() {
    orderJob_.run(
        [events = result_->events](const std::stop_token& stop) { return FoundByDuration::of(events, stop); },
        [this](std::shared_ptr<const FoundByDuration> made) {
            byDuration_ = std::move(made);
            Q_EMIT changed();
        });
}

void EventSearch::step(bool forward) {
    if (byDuration_) {
        if (const FoundEvent to = byDuration_->step(selected(), forward); to.valid()) {
            reveal(to);
        }
    } else if (result_) {
        const TimeRange visible = state_.visible();
        const TimeNs from = forward ? visible.begin - 1 : visible.end;
        if (const FoundEvent to = result_->events->step(selected(), from, forward); to.valid()) {
            reveal(to);
        }
    }
}

FoundEvent EventSearch::selected() const {
    const std::optional<Spot>& spot = state_.spot();
    const bool instant = spot && spot->kind == Spot::Kind::Instant;
    return {state_.selection(), instant ? spot->index : FoundEvent::kNoPoint};
}

void EventSearch::reveal(FoundEvent event) {
    if (event.slice.valid()) {
        state_.reveal(event.slice);
    } else if (event.valid() && result_) {
        const PointTable& points = result_->events->trace()->points();
        state_.revealSpot(
            {Spot::Kind::Instant, points.time[event.point], points.track[event.point], event.point});
    }
}

int EventSearch::position() const {
    if (byDuration_) {
        return byDuration_->positionOf(selected());
    }
    return result_ ? result_->events->positionOf(selected()) : -1;
}

} // namespace lanes
