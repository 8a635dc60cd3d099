#include "views/flame/FlameViewPlace.h"

#include "views/flame/FlameView.h"
#include "views/shared/controls/ChoiceButton.h"

#include <utility>

namespace lanes {

FlameViewPlace FlameView::place() const {
    return {weight_, source_, collapse_, tidy_, threshold_, zoom_, back_, forward_, sandwichClosed_};
}

void FlameView::standAt(FlameViewPlace place) {
    weight_ = place.weight;
    source_ = place.source;
    levels_->setCurrent(static_cast<int>(source_));
    collapse_ = place.collapse;
    tidy_ = place.tidy;
    threshold_ = place.threshold;
    zoom_ = std::move(place.zoom);
    back_ = std::move(place.back);
    forward_ = std::move(place.forward);
    sandwichClosed_ = place.sandwichClosed;
    invalidate();
}

} // namespace lanes
