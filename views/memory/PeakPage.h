// The side panel about the peak of a range. It shows what is alive there, the peak without the activations of a module, and
// what grew from step to step.
#pragma once

#include "model/analysis/memory/MemoryTruth.h"

#include <QObject>
#include <QString>

namespace lanes {

class Appearance;
class SidePanel;

// UI thread. It stores none of the data shown.
class PeakPage : public QObject {
    Q_OBJECT

public:
    struct Content {
        const MemoryTruth& truth;
        const DeviceMemory& device; // device of `truth`
        TimeNs origin;              // zero of displayed times
        const QString& without;     // module that one curve leaves out; may be empty
    };

    // Fills `panel`, which must exist at each show().
    PeakPage(Appearance& appearance, SidePanel& panel, QObject* parent);

    void show(const Content& content);

Q_SIGNALS:
    void moduleChosen(const QString& module); // a module or class with activations at the peak

private:
    void showTitle(const Content& content);
    [[nodiscard]] static QString categoryText(MemoryCategory category);
    void listContent(const PeakContent& content);
    void listFits(const Content& content);
    void listGrowth(const MemoryGrowth& growth);

    Appearance& appearance_;
    SidePanel& panel_;
};

} // namespace lanes
