#include "views/timeline/canvas/SelectionLight.h"

#include "model/trace/slices/LaneGroup.h"
#include "views/timeline/canvas/TimelineScene.h"

#include <utility>

namespace lanes {

SelectionLight::SelectionLight(TimelineScene& scene, QObject* parent)
    : QObject(parent)
    , scene_(scene) {
    connect(&scene, &TimelineScene::rowsChanged, this, [this] {
        hoveredSpot_.reset(); // it is of other rows
        update();
    });
    connect(&scene.state(), &ViewState::selectionChanged, this, &SelectionLight::update);
    connect(&scene.state(), &ViewState::spotChanged, this, &SelectionLight::update);
}

void SelectionLight::update() {
    const auto& rows = scene_.rows();
    const ViewState& state = scene_.state();
    related_ = {};
    rows_.clear();
    if (rows && state.selection().valid() && rows->trace().has(state.selection())) {
        related_ = relatedTo(rows->trace(), state.selection());
        rows_ = rowsOf(*rows, related_);
    }
    spot_ = rows && state.spot() ? placeOf(*rows, *state.spot()) : std::nullopt;
    if (spot_) {
        rows_ = {spot_->row};
    }
    findForward();
    findGapSteps();
    Q_EMIT changed();
}

void SelectionLight::findForward() {
    forwardJob_.cancel();
    const SliceId selected = related_.selected;
    if (!selected.valid() || scene_.state().trace() != scene_.rows()->lod()->trace()) {
        return;
    }
    const Trace::Slice slice = scene_.rows()->trace().slice(selected);
    if (groupOf(slice.kind) != LaneGroup::Operators) {
        return; // its operator's says it
    }
    forwardJob_.run(
        [analyses = scene_.state().analysesAt(slice.start), selected](const std::stop_token& stop) {
            return analyses->origins()->until(stop).forwardOf(selected);
        },
        [this](SliceId forward) {
            related_.addForward(forward);
            rows_ = rowsOf(*scene_.rows(), related_);
            Q_EMIT changed();
        });
}

void SelectionLight::findGapSteps() {
    gapSteps_.clear();
    gapJob_.cancel();
    if (!spot_ || !spot_->idle) {
        return;
    }
    const auto found = [this](GapSteps gap) {
        gapSteps_ = std::move(gap.steps);
        related_ = std::move(gap.related);
        const std::vector<int> lit = rowsOf(*scene_.rows(), related_);
        rows_.insert(rows_.end(), lit.begin(), lit.end());
        Q_EMIT changed();
    };
    const Spot gap = *scene_.state().spot();
    gapJob_.run(
        [trace = scene_.state().trace(), analyses = scene_.state().analysesAt(gap.time),
         gap](const std::stop_token& stop) {
            return lanes::gapSteps(*trace, *analyses->origins(), gap.track, gap.time, stop);
        },
        found);
}

void SelectionLight::hover(const Hit& hit) {
    std::optional<SpotPlace> place;
    if (hit.instant) {
        const TimelineRow& row = scene_.row(hit.row);
        const TimeNs time = scene_.rows()->instantsOf(row).at(hit.instant->first).time;
        place = SpotPlace{hit.row, {time, time}};
    }
    if (place != hoveredSpot_) {
        hoveredSpot_ = place;
        Q_EMIT hoverChanged();
    }
}

} // namespace lanes
