// What the side panel says of the peak of a range: what stands there, what it would be without the activations of a module,
// and what grew step over step.
#pragma once

#include "model/analysis/memory/MemoryTruth.h"

#include <QObject>
#include <QString>

namespace lanes {

class Appearance;
class SidePanel;

// UI thread. Keeps nothing of what it shows.
class PeakPage : public QObject {
    Q_OBJECT

public:
    struct Content {
        const MemoryTruth& truth;
        const DeviceMemory& device; // whose truth it is
        TimeNs origin;              // what times are told from
        const QString& without;     // the module that the curve is drawn without; may be empty
    };

    // Fills `panel`, which is there at each show().
    PeakPage(Appearance& appearance, SidePanel& panel, QObject* parent);

    void show(const Content& content);

Q_SIGNALS:
    void moduleChosen(const QString& module); // or class of modules, of those with activations at the peak

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
