// What the side panel says of a row of the operator table: what it cost, how its calls spread, the slowest of them, and
// where they are called from.
#pragma once

#include "model/analysis/device/Roofline.h"
#include "views/operators/RowDetail.h"

#include <QObject>

#include <optional>
#include <utility>

namespace lanes {

class Appearance;
class SidePanel;

// UI thread. Keeps nothing of what it shows.
class OperatorsPanel : public QObject {
    Q_OBJECT

public:
    using Durations = std::pair<TimeNs, TimeNs>; // shortest, longest
    struct Content {
        const OperatorTable& rows;
        std::uint32_t row; // that the rows have
        const RowDetail& detail;
        TimeNs origin;                   // what times are told from
        bool computed;                   // whether what it computed is told, too
        std::optional<DeviceRoof> roof;  // of the device, where its limits are known
        std::optional<Durations> listed; // which calls are listed; nothing: the slowest
    };

    // Fills `panel`, which is there at each show().
    OperatorsPanel(Appearance& appearance, SidePanel& panel, QObject* parent);

    void show(const Content& content);

Q_SIGNALS:
    void sliceChosen(lanes::SliceId slice);
    // To list the calls that took as long; said by a row of the panel, which is still in use.
    void durationsChosen(lanes::OperatorsPanel::Durations durations);

private:
    void listComputed(const Content& content);
    void showSpread(const Content& content);
    void listCalls(const Content& content);
    void listPlaces(const RowDetail& detail);

    Appearance& appearance_;
    SidePanel& panel_;
};

} // namespace lanes
