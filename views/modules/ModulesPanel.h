// What the side panel says of a row of the module table: what it cost, what of that lies in which part, how its calls
// spread, the modules that share it, the operators inside and where it is written.
#pragma once

#include "model/analysis/operators/ModuleInside.h"
#include "views/modules/ModulePicture.h"

#include <QObject>

namespace lanes {

class Appearance;
class SidePanel;

// UI thread. Keeps nothing of what it shows.
class ModulesPanel : public QObject {
    Q_OBJECT

public:
    struct Content {
        const ModuleTable& rows;
        std::uint32_t row; // that the rows have
        const ModulePicture& picture;
        const ModuleInside& inside;
        const Trace& trace; // that the names of operators are of
    };

    // Fills `panel`, which is there at each show().
    ModulesPanel(Appearance& appearance, SidePanel& panel, QObject* parent);

    void show(const Content& content);

Q_SIGNALS:
    void moduleChosen(lanes::SliceId call); // of one of the modules of the row
    void sliceChosen(lanes::SliceId slice);

private:
    void showTitle(const Content& content);
    void listParts(const Content& content);
    void showSpread(const ModulePicture& picture);
    void listLayers(const Content& content);
    void listOperators(const Content& content);
    void showSource(const ModuleInside& inside);

    Appearance& appearance_;
    SidePanel& panel_;
};

} // namespace lanes
