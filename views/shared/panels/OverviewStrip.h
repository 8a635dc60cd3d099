// The strip above every view that shows the whole session. Dragging in it moves the visible range; dragging an edge of the
// frame zooms. If a profiler's own marks reach far past the work, the strip leaves those ends out until the user looks at them.
#pragma once

#include "views/shared/look/Appearance.h"
#include "views/shared/panels/StripPainter.h"
#include "views/shared/session/LatestJob.h"
#include "views/shared/session/ViewState.h"

#include <QWidget>

#include <optional>

namespace lanes {

class OverviewStrip : public QWidget {
    Q_OBJECT

public:
    OverviewStrip(ViewState& state, Appearance& appearance, QWidget* parent = nullptr);

    void setTitle(const QString& title, const QString& subtitle);
    void setMarks(std::vector<TimeNs> marks);
    [[nodiscard]] QSize sizeHint() const override;
    // The frame of the visible range, in logical pixels; for tests.
    [[nodiscard]] QRectF frame() const;

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    enum class Drag { None, Move, Begin, End };

    void rebuild();
    void followVisible();
    [[nodiscard]] TimeRange wantedSpan() const;
    [[nodiscard]] TimeRange span() const { return picture_.lod ? picture_.span : wantedSpan(); }
    [[nodiscard]] Metrics metrics() const;
    [[nodiscard]] StripGeometry geometryOfStrip() const;
    [[nodiscard]] double xOf(TimeNs time) const; // logical
    [[nodiscard]] TimeNs timeAt(double x) const;
    [[nodiscard]] Drag partAt(double x) const;

    ViewState& state_;
    Appearance& appearance_;
    std::optional<TextCache> texts_;
    LatestJob job_;
    int madeFor_ = 0; // device pixels; of the newest picture, made or in the making
    StripPicture picture_;
    StripState text_; // title, subtitle, marks
    Drag drag_ = Drag::None;
    double grabbedAt_ = 0;
    TimeRange grabbed_;
};

} // namespace lanes
