// The cost of every kernel, copy and set on the device, how it fills the device, and the operators that launched it.
#pragma once

#include "views/kernels/KernelDetail.h"
#include "views/shared/table/TableView.h"

#include <optional>
#include <utility>

namespace lanes {

class GraphPage;
class KernelsPanel;
class SegmentedControl;

// A table of kernels, or replays of CUDA graphs with a table of their nodes; the command "graphs" (G) switches. Keys, besides
// those of the table: Enter goes to the slowest launch, N and Shift+N to the next and previous launch. O goes to the operator
// that launched the slowest one. For graphs, N and Shift+N go to the next and previous node, `,` and `.` to the previous and
// next replay.
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
    void addModes();
    void useKernelColumns();
    void refreshGraphs();
    void showRows(std::shared_ptr<const KernelTable> rows);
    bool graphKey(const QKeyEvent& key);
    void showDetail();
    void stepToLaunch(bool forward);
    void goToOperator();
    void goToOwner(std::uint32_t row, StringId name);
    [[nodiscard]] SliceId sliceOf(std::uint32_t work) const;

    Mode mode_ = Mode::Kernels;
    SegmentedControl* modes_;
    GraphPage* graphs_;
    KernelsPanel* kernelsPanel_;
    std::shared_ptr<const KernelTable> rows_;
    std::optional<KernelDetail> detail_;              // of the current row; nothing while it is computed
    std::optional<std::pair<TimeNs, TimeNs>> listed_; // durations listed; nothing: the slowest
};

} // namespace lanes
