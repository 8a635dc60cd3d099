// Memory over time: what was allocated and reserved, the peak and its causes, what is alive at a moment, and the operators that
// allocated it.
#pragma once

#include "model/analysis/memory/MemoryTruth.h"
#include "views/memory/MemoryBar.h"
#include "views/memory/MemoryPicture.h"
#include "views/shared/session/SessionView.h"

#include <memory>
#include <optional>
#include <span>

class QStackedLayout;

namespace lanes {

class EmptyState;
class MemoryCanvas;
class MemoryPanel;
class PeakPage;
class SidePanel;

// Keys: Left and Right go to the previous and next event, Home to the peak, PageUp and PageDown to the end of a step. Enter
// goes to the operator that allocated the largest block alive. M marks the moment and shows what has grown since. G shows what
// has grown since the step before, P what makes the peak. Esc shows everything again, + and - zoom.
class MemoryView : public SessionView {
    Q_OBJECT

public:
    explicit MemoryView(Appearance& appearance, QWidget* parent = nullptr);

    [[nodiscard]] MemoryCanvas& canvas() const { return *canvas_; }
    [[nodiscard]] const EmptyState* emptyState() const override;
    [[nodiscard]] const MemoryPicture& picture() const { return shown_.picture; }
    [[nodiscard]] const MemoryMoment& moment() const { return moment_; }
    void setMoment(TimeNs time);
    // Sets the choice of grouping and mode, from the user or from another view of the same session.
    void setGroup(MemoryGroup group);
    // Growth counts from the mark. Without a mark it counts from the end of the step before that of the moment.
    void setMode(MemoryMode mode);
    // Data of the mode Peak; null until that mode has computed them.
    [[nodiscard]] const MemoryTruth* truth() const { return truth_ ? &*truth_ : nullptr; }
    // Draws a curve without the activations of a module or class of modules; empty: no such curve.
    void setWithout(const QString& module);
    [[nodiscard]] const std::vector<StepGrowth>& stepGrowth() const { return growths_; }

protected:
    void refresh() override;
    [[nodiscard]] bool ownsKey(const QKeyEvent& key) const override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    struct Shown {
        std::shared_ptr<const OperatorData> data;
        std::shared_ptr<const MemoryHistory> history;
        int device = 0;
        MemoryPicture picture;
    };
    void listenToCanvas();
    void setDevice(int device);
    void listenTo(ViewState* state);
    [[nodiscard]] TimeRange shownRange() const;
    void present(Shown shown);
    void showMoment();
    struct Said;
    void say(Said said);
    void sayLegend();
    void fillPanel();
    void openBlock(const MemoryBlock& block);
    // The steps of the device's rank, which growths_ count.
    [[nodiscard]] std::span<const Step> steps() const;
    void openStep(const StepGrowth& growth);
    void stepToStep(bool forward);
    void stepToEvent(bool forward);
    [[nodiscard]] const DeviceMemory& device() const {
        return shown_.history->devices()[static_cast<std::size_t>(shown_.device)];
    }

    int device_ = -1; // index of the history's devices; -1: the one with the highest peak
    MemoryGroup group_ = MemoryGroup::Operator;
    Shown shown_;
    MemoryMoment moment_;
    std::optional<TimeNs> time_; // chosen
    std::optional<TimeNs> mark_;
    MemoryMode mode_ = MemoryMode::Alive;
    std::optional<MemoryTruth> truth_; // set once the mode Peak has asked for it
    QString without_;
    std::vector<StepGrowth> growths_; // of the device, step by step
    QPointer<ViewState> listened_;

    MemoryBar* bar_;
    QStackedLayout* stack_;
    QWidget* content_;
    MemoryCanvas* canvas_;
    SidePanel* panel_;
    MemoryPanel* memoryPanel_;
    PeakPage* peakPage_;
    EmptyState* empty_;
};

} // namespace lanes
