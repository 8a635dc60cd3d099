// The side panel about a moment. It shows what is alive then or has grown until then, in groups and block by block, and how
// much every step left behind.
#pragma once

#include "model/analysis/memory/MemoryMoment.h"

#include <QObject>

#include <optional>
#include <span>

namespace lanes {

class Appearance;
class SidePanel;

// UI thread. It stores none of the data shown.
class MemoryPanel : public QObject {
    Q_OBJECT

public:
    struct Content {
        const OperatorForest& forest;
        const DeviceMemory& device;
        const MemoryMoment& moment; // of `device`
        MemoryGroup group;          // grouping of `moment`
        TimeNs origin;              // zero of displayed times
        std::optional<TimeNs> mark;
        std::span<const StepGrowth> growths; // empty: none are listed
        std::span<const Step> steps;         // the steps that `growths` count
    };

    // Fills `panel`, which must exist at each show().
    MemoryPanel(Appearance& appearance, SidePanel& panel, QObject* parent);

    void show(const Content& content);

Q_SIGNALS:
    void blockChosen(const lanes::MemoryBlock& block);
    void stepChosen(const lanes::StepGrowth& growth);

private:
    void showTitle(const Content& content);
    void showFigures(const Content& content);
    void listGroups(const Content& content);
    void listBlocks(const Content& content);
    void listSteps(const Content& content);
    void sayOutside(const Content& content);

    Appearance& appearance_;
    SidePanel& panel_;
};

} // namespace lanes
