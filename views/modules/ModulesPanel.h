// The side panel about a row of the module table. It shows the cost and its parts, the distribution of the calls, and the
// modules that share the row. Below are the operators inside, and the place in the source.
#pragma once

#include "model/analysis/operators/ModuleInside.h"
#include "views/modules/ModulePicture.h"

#include <QObject>

namespace lanes {

class Appearance;
class SidePanel;

// UI thread. It stores none of the data shown.
class ModulesPanel : public QObject {
    Q_OBJECT

public:
    struct Content {
        const ModuleTable& rows;
        std::uint32_t row; // one that `rows` contain
        const ModulePicture& picture;
        const ModuleInside& inside;
        const Trace& trace; // owner of the operators' names
    };

    // Fills `panel`, which must exist at each show().
    ModulesPanel(Appearance& appearance, SidePanel& panel, QObject* parent);

    void show(const Content& content);

Q_SIGNALS:
    void moduleChosen(lanes::SliceId call); // call of one of the row's modules
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
