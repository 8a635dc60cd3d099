// The highlights on the canvas: events that belong to the selected one, the cause chain of a selected gap, and the instant
// under the mouse.
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

// UI thread. The cause chain of a gap and the forward operator of the selection are searched off it.
class SelectionLight : public QObject {
    Q_OBJECT

public:
    // `scene` must outlive this object.
    SelectionLight(TimelineScene& scene, QObject* parent);

    [[nodiscard]] const Related& related() const { return related_; }
    // The place of the selected spot; none while a slice is selected, and if no row shows the spot.
    [[nodiscard]] const std::optional<SpotPlace>& spot() const { return spot_; }
    [[nodiscard]] const std::vector<GapStep>& gapSteps() const { return gapSteps_; } // cause chain of spot()
    // Rows that contain anything of related() or spot().
    [[nodiscard]] const std::vector<int>& rows() const { return rows_; }

    [[nodiscard]] const std::optional<SpotPlace>& hoveredSpot() const { return hoveredSpot_; }
    // Highlights the instant that a click would select.
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
