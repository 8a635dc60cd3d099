// What every kernel, copy and set cost on the device, how it fills it, and who launched it.
#pragma once

#include "views/kernels/KernelTable.h"
#include "views/shared/controls/Histogram.h"
#include "views/shared/table/TableView.h"

#include <optional>
#include <utility>

namespace lanes {

class GraphPage;
class SegmentedControl;

// A table of kernels, or replays of CUDA graphs with a table of their nodes; the command "graphs" (G) switches. Keys, beside those of the table:
// Enter goes to the slowest launch, N and Shift+N to the next and the one before (of nodes: the node after and before), O to
// the operator that launched the slowest. Of nodes , and . go to the replay before and after.
class KernelsView : public TableView {
    Q_OBJECT

public:
    enum class Mode : std::uint8_t { Kernels, Graphs };
    explicit KernelsView(Appearance& appearance, Form form = Form::Whole, QWidget* parent = nullptr);

    [[nodiscard]] SegmentedControl& modes() const { return *modes_; }
    [[nodiscard]] GraphPage& graphs() const { return *graphs_; }
    [[nodiscard]] Mode mode() const { return mode_; }
    void setMode(Mode mode);

protected:
    void refresh() override;
    void followSelection() override;
    void sayWhyEmpty(EmptyState& empty) override;
    void showRow(std::uint32_t row) override;
    void chooseRow(std::uint32_t row, bool bringIntoView) override;
    [[nodiscard]] bool ownsKey(const QKeyEvent& key) const override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    struct Detail {
        Spread spread;
        std::vector<std::uint32_t> slowest; // works, longest first
    };
    void addModes();
    void refreshGraphs();
    void showRows(std::shared_ptr<const KernelTable> rows);
    void stepToNode(bool forward);
    bool graphKey(const QKeyEvent& key);
    void showDetail(std::uint32_t row, const Detail& detail);
    void listLimits(std::uint32_t row);
    void listDelays(std::uint32_t row);
    void listOwners(std::uint32_t row);
    void listSlowest(const Detail& detail);
    void stepToLaunch(bool forward);
    void goToOperator();
    [[nodiscard]] SliceId sliceOf(std::uint32_t work) const;

    Mode mode_ = Mode::Kernels;
    SegmentedControl* modes_;
    GraphPage* graphs_;
    std::shared_ptr<const KernelTable> rows_;
    Detail detail_;
    std::optional<std::pair<TimeNs, TimeNs>> listed_; // which launches are listed; nothing: the slowest
};

} // namespace lanes
