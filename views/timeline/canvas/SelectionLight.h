// What is lit on the canvas: what belongs to the selected event, the way that led to a selected gap, and the instant under
// the mouse.
#pragma once

#include "model/analysis/gaps/GapSteps.h"
#include "model/analysis/operators/Related.h"
#include "views/shared/session/LatestJob.h"
#include "views/timeline/canvas/HitTest.h"
#include "views/timeline/rows/SpotAt.h"

#include <QObject>

#include <optional>
#include <vector>

namespace lanes {

class TimelineScene;

// UI thread; the way to a gap and the forward operator of what is selected are looked for off it.
class SelectionLight : public QObject {
    Q_OBJECT

public:
    // Both the scene's.
    SelectionLight(TimelineScene& scene, QObject* parent);

    [[nodiscard]] const Related& related() const { return related_; }
    // Where what is selected instead of a slice stands; nothing while a slice is, or no row shows it.
    [[nodiscard]] const std::optional<SpotPlace>& spot() const { return spot_; }
    [[nodiscard]] const std::vector<GapStep>& gapSteps() const { return gapSteps_; } // of spot()
    // Rows that hold any of them.
    [[nodiscard]] const std::vector<int>& rows() const { return rows_; }

    [[nodiscard]] const std::optional<SpotPlace>& hoveredSpot() const { return hoveredSpot_; }
    // Lights what a click would select.
    void hover(const Hit& hit);

Q_SIGNALS:
    void changed();
    void hoverChanged();

private:
    void update();
    void findForward();
    void findGapSteps();

    TimelineScene& scene_;
    Related related_;
    std::optional<SpotPlace> spot_;
    std::vector<GapStep> gapSteps_;
    std::vector<int> rows_;
    LatestJob forwardJob_;
    LatestJob gapJob_;
    std::optional<SpotPlace> hoveredSpot_;
};

} // namespace lanes
