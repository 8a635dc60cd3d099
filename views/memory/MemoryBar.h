// The bar of the memory view: which device, what is said of it, what that is grouped by, and what the curves' colours mean.
#pragma once

#include "model/analysis/memory/MemoryMoment.h"
#include "views/shared/controls/ControlBar.h"

namespace lanes {

class SegmentedControl;
class TrustSign;
class ViewState;
struct MemoryPicture;

// What is alive at the moment, what has grown until then, or what makes the peak of the range.
enum class MemoryMode { Alive, Growth, Peak };

class MemoryBar : public ControlBar {
    Q_OBJECT

public:
    explicit MemoryBar(Appearance& appearance, QWidget* parent = nullptr);

    // The setters say nothing.
    void setDevices(const MemoryHistory& history, int current);
    void setMode(MemoryMode mode);
    void setGroup(MemoryGroup group);
    void setState(ViewState* state); // whose ledger may touch what is shown; may be null
    // `without`: whose activations one curve leaves out; empty: there is no such curve.
    void sayLegend(const MemoryPicture& picture, const QString& without);

Q_SIGNALS:
    void deviceChosen(int device); // position in the history
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
