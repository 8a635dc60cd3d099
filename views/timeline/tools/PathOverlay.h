// The critical path through the brushed range, or the whole session, for as long as the timeline is to show it.
#pragma once

#include "model/analysis/path/CriticalPath.h"
#include "views/shared/session/LatestJob.h"

#include <QObject>

#include <memory>

namespace lanes {

class ViewState;

// UI thread; the path is found off it.
class PathOverlay : public QObject {
    Q_OBJECT

public:
    explicit PathOverlay(ViewState& state, QObject* parent = nullptr);

    [[nodiscard]] bool shown() const { return shown_; }
    void setShown(bool shown);
    // Null while none is shown or none has been found yet. Its slices are the session's.
    [[nodiscard]] const std::shared_ptr<const CriticalPath>& path() const { return path_; }

Q_SIGNALS:
    void changed();

private:
    void find();

    ViewState& state_;
    bool shown_ = false;
    bool working_ = false;
    bool stale_ =
        false; // asked again meanwhile: a session that grows must not keep the answer from ever coming
    std::shared_ptr<const CriticalPath> path_;
    LatestJob job_;
};

} // namespace lanes
