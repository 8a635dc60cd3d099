// The bar of the memory view: choice of device, of mode and of grouping, and the legend of the curves.
#pragma once

#include "model/analysis/memory/MemoryMoment.h"
#include "views/shared/controls/ControlBar.h"

namespace lanes {

class SegmentedControl;
class TrustSign;
class ViewState;
struct MemoryPicture;

// Alive: the blocks alive at the moment. Growth: what has grown until the moment. Peak: what makes the peak of the range.
enum class MemoryMode { Alive, Growth, Peak };

class MemoryBar : public ControlBar {
    Q_OBJECT

public:
    explicit MemoryBar(Appearance& appearance, QWidget* parent = nullptr);

    // The setters emit nothing.
    void setDevices(const MemoryHistory& history, int current);
    void setMode(MemoryMode mode);
    void setGroup(MemoryGroup group);
    void setState(ViewState* state); // its ledger may affect what is shown; may be null
    // `without` is the module whose activations one curve leaves out; empty: there is no such curve.
    void sayLegend(const MemoryPicture& picture, const QString& without);

Q_SIGNALS:
    void deviceChosen(int device); // index of the history's devices
    void modeChosen(lanes::MemoryMode mode);
    void groupChosen(lanes::MemoryGroup group);

private:
    Appearance& appearance_;
    TrustSign* sign_;
    SegmentedControl* devices_;
    SegmentedControl* modes_;
    ChoiceButton* groups_;
    QLabel* legend_;
};

} // namespace lanes
