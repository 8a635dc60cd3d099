// The distribution of the durations behind a row: bins, median and 95th percentile. Dragging over it selects a range of
// durations.
#pragma once

#include "model/base/Time.h"
#include "views/shared/panels/PanelParts.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <utility>
#include <vector>

namespace lanes {

// Pure numbers; any thread.
struct Spread {
    static constexpr int kBins = 44;
    std::vector<std::uint32_t> bins; // equal parts of [shortest, longest]; empty: no values
    TimeNs shortest = 0;
    TimeNs longest = 0;
    TimeNs median = 0;
    TimeNs high = 0; // 95th percentile
    std::size_t count = 0;

    // Returns an empty Spread if stopped. O(n log n).
    [[nodiscard]] static Spread of(std::vector<TimeNs> values, const std::stop_token& stop = {});
};

class Histogram : public PanelRow {
    Q_OBJECT

public:
    // `height` is the height of the bars, px at 100 %.
    Histogram(Appearance& appearance, const QColor& color, int height, QWidget* parent = nullptr);
    void setSpread(const Spread& spread);
    [[nodiscard]] const Spread& spread() const { return spread_; }
    // A line at a percentile, and the box of its name. The names never overlap.
    struct Mark {
        qreal line = 0;
        QString text;
        QRectF label;
    };
    [[nodiscard]] std::vector<Mark> marks() const;

Q_SIGNALS:
    void rangeChosen(lanes::TimeNs from, lanes::TimeNs to); // both included

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;

private:
    [[nodiscard]] qreal xOf(TimeNs value) const;
    [[nodiscard]] TimeNs valueAt(qreal x) const;
    void paintMark(QPainter& painter, const Mark& mark);

    QColor color_;
    int height_;
    Spread spread_;
    std::optional<std::pair<qreal, qreal>> drag_;
};

} // namespace lanes
