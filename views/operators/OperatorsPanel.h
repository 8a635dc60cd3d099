// The side panel about a row of the operator table: its cost, the distribution of its calls, the slowest calls, and their
// callers.
#pragma once

#include "model/analysis/device/Roofline.h"
#include "views/operators/RowDetail.h"

#include <QObject>

#include <optional>
#include <utility>

namespace lanes {

class Appearance;
class SidePanel;

// UI thread. It stores none of the data shown.
class OperatorsPanel : public QObject {
    Q_OBJECT

public:
    using Durations = std::pair<TimeNs, TimeNs>; // shortest, longest
    struct Content {
        const OperatorTable& rows;
        std::uint32_t row; // one that `rows` contain
        const RowDetail& detail;
        TimeNs origin;                   // zero of displayed times
        bool computed;                   // shows operations and bytes, too
        std::optional<DeviceRoof> roof;  // of the device, if its limits are known
        std::optional<Durations> listed; // durations of listed calls; nothing: the slowest calls
    };

    // Fills `panel`, which must exist at each show().
    OperatorsPanel(Appearance& appearance, SidePanel& panel, QObject* parent);

    void show(const Content& content);

Q_SIGNALS:
    void sliceChosen(lanes::SliceId slice);
    // Requests the list of calls with such durations. The sender is a row of the panel, which is still in use.
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
