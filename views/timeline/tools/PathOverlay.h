// The critical path through the part in focus (see ViewState::focus), while the timeline shows it.
#pragma once

#include "model/analysis/path/CriticalPath.h"
#include "views/shared/session/LatestJob.h"

#include <QObject>

#include <memory>

namespace lanes {

class ViewState;

// UI thread; the path is computed off it.
class PathOverlay : public QObject {
    Q_OBJECT

public:
    explicit PathOverlay(ViewState& state, QObject* parent = nullptr);

    [[nodiscard]] bool shown() const { return shown_; }
    void setShown(bool shown);
    // Null while the path is not shown or not computed yet. Its slices are those of the session.
    [[nodiscard]] const std::shared_ptr<const CriticalPath>& path() const { return path_; }

Q_SIGNALS:
    void changed();

private:
    void find();

    ViewState& state_;
    bool shown_ = false;
    bool working_ = false;
    // A newer request waits for the running one, so that a growing session still gets a result.
    bool stale_ = false;
    std::shared_ptr<const CriticalPath> path_;
    LatestJob job_;
};

} // namespace lanes
