#include "views/timeline/commands/EventWalk.h"

#include "model/analysis/operators/Related.h"
#include "views/timeline/canvas/Navigation.h"
#include "views/timeline/canvas/TimelineCanvas.h"
#include "views/timeline/canvas/TimelineScene.h"
#include "views/timeline/rows/SpotAt.h"

#include <cstdint>
#include <optional>

namespace lanes {

namespace {

constexpr int kLine = 60; // logical pixels that rows scroll by where there is no event to go to

} // namespace

EventWalk::EventWalk(TimelineCanvas& canvas)
    : canvas_(canvas)
    , scene_(canvas.scene())
    , state_(canvas.state()) {}

int EventWalk::rowOf(SliceId slice) const {
    const auto& rows = scene_.rows();
    const auto lane = rows && rows->trace().has(slice) ? rows->lod()->laneOf(slice) : std::nullopt;
    return lane ? rows->rowOfLane(*lane) : -1;
}

bool EventWalk::enterLedRow() {
    const int row = canvas_.ledRow();
    if (row < 0 || rowOf(state_.selection()) == row) {
        return false;
    }
    if (const auto spot = canvas_.firstInstantInLedRow()) {
        const auto selected = state_.spot() ? placeOf(*scene_.rows(), *state_.spot()) : std::nullopt;
        const bool isIn = selected && selected->row == row;
        if (!isIn) {
            state_.revealSpot(*spot);
        }
        return !isIn;
    }
    const SliceId first = canvas_.firstInLedRow();
    if (first.valid()) {
        state_.reveal(first);
    }
    return first.valid();
}

void EventWalk::next() {
    step(true);
}

void EventWalk::previous() {
    step(false);
}

void EventWalk::step(bool forward) {
    const auto& trace = state_.trace();
    if (enterLedRow() || stepInstant(forward)) {
        return;
    }
    if (trace && trace->has(state_.selection())) {
        const SliceId beside =
            forward ? trace->nextInLane(state_.selection()) : trace->previousInLane(state_.selection());
        if (beside.valid()) {
            state_.reveal(beside);
        }
    } else {
        scene_.panBy(forward ? HeldKeys::kTapPan : -HeldKeys::kTapPan);
    }
}

// Whether an instant is selected; selects the next (or previous) one of its row.
bool EventWalk::stepInstant(bool forward) {
    const auto& rows = scene_.rows();
    const auto place = rows && state_.spot() && state_.spot()->kind == Spot::Kind::Instant
                           ? placeOf(*rows, *state_.spot())
                           : std::nullopt;
    if (!place) {
        return false;
    }
    const TimelineRow& row = scene_.row(place->row);
    const InstantLane& lane = rows->instantsOf(row);
    const auto at = lane.ordinalOf(state_.spot()->index, state_.spot()->time);
    const std::uint32_t to =
        forward ? at.value_or(0) + 1 : at.value_or(0) - 1; // before the first: beyond all
    if (at && to < lane.count()) {
        state_.revealSpot(spotOf(*rows, row, to));
    }
    return true;
}

void EventWalk::around() {
    const auto& trace = state_.trace();
    if (trace && trace->has(state_.selection())) {
        if (const SliceId around = trace->slice(state_.selection()).parent; around.valid()) {
            state_.reveal(around);
        }
    } else {
        scene_.scrollBy(-kLine);
    }
}

void EventWalk::firstChild() {
    const auto& trace = state_.trace();
    if (enterLedRow()) {
        return;
    }
    if (trace && trace->has(state_.selection())) {
        if (const auto inside = trace->children(state_.selection()); !inside.empty()) {
            state_.reveal(inside.front());
        }
    } else {
        scene_.scrollBy(kLine);
    }
}

void EventWalk::followForward() {
    follow(true);
}

void EventWalk::followBack() {
    follow(false);
}

void EventWalk::follow(bool forward) {
    const auto& trace = state_.trace();
    const SliceId from = state_.selection();
    if (!trace || !trace->has(from)) {
        return;
    }
    linkJob_.run(
        [trace, analyses = state_.analysesAt(trace->slice(from).start), from,
         forward](const std::stop_token& stop) {
            return followLink(*trace, analyses->origins()->until(stop), from, forward);
        },
        [this, from](SliceId to) {
            if (to.valid() && state_.selection() == from) {
                state_.reveal(to);
            }
        });
}

void EventWalk::nextMatch() {
    state_.search().step(true);
}

void EventWalk::previousMatch() {
    state_.search().step(false);
}

} // namespace lanes
