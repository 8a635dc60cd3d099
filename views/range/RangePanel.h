// The panel about the brushed range. Its length, its number of events and the busy time of each row are shown at once, even
// while the range is dragged. The parts of the time and the longest names follow a moment later.
#pragma once

#include "model/analysis/time/TimeSplit.h"
#include "model/lod/RangeSummary.h"
#include "views/shared/session/LatestJob.h"
#include "views/shared/session/ViewState.h"

#include <QPointer>
#include <QWidget>

#include <memory>
#include <optional>

class QScrollArea;
class QVBoxLayout;

namespace lanes {

class Appearance;
class Figures;

class RangePanel : public QWidget {
    Q_OBJECT

public:
    explicit RangePanel(Appearance& appearance, QWidget* parent = nullptr);
    ~RangePanel() override;

    void setState(ViewState* state);
    // The content shown; for tests. topNames() is empty until it is computed.
    [[nodiscard]] const RangeRows& rows() const { return rows_; }
    [[nodiscard]] const TopNames& topNames() const { return top_; }
    [[nodiscard]] QString asText() const;

Q_SIGNALS:
    void closeRequested();

protected:
    void paintEvent(QPaintEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    struct Late {
        TimeRange range;
        std::shared_ptr<const Trace> trace; // trace of the figures
        TopNames top;
        SplitTimes split;
        std::optional<double> deviceBusy; // share of the range
    };

    void refresh();
    void take(Late late);
    void rebuild();
    void addFigures(QVBoxLayout& layout);
    void addSplit(QVBoxLayout& layout);
    void addTop(QVBoxLayout& layout);
    void addRows(QVBoxLayout& layout);
    [[nodiscard]] QString rowName(const RowBusy& row) const;

    Appearance& appearance_;
    QPointer<ViewState> state_;
    QScrollArea* scroll_;
    TimeRange range_;
    // The trace of the figures. A session being recorded may have a newer one before newer figures are ready.
    std::shared_ptr<const Trace> rowsOf_;
    RangeRows rows_;
    std::shared_ptr<const Trace> topOf_;
    TopNames top_;
    std::optional<SplitTimes> split_;
    std::optional<double> deviceBusy_;
    LatestJob job_;
    bool working_ = false;
    bool behind_ = false; // the session has grown since
};

} // namespace lanes
