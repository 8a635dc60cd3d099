// The panel beside the kernel table. For one row it shows the cost, the limits, the distribution of its launches, the operators
// that launched them, and the slowest launches.
#pragma once

#include "views/kernels/KernelDetail.h"

#include <QObject>

#include <optional>
#include <utility>

namespace lanes {

class Appearance;
class SidePanel;

// UI thread. It stores none of the data shown.
class KernelsPanel : public QObject {
    Q_OBJECT

public:
    using Durations = std::pair<TimeNs, TimeNs>; // shortest, longest
    struct Content {
        const KernelTable& rows;
        std::uint32_t row; // one that `rows` contain
        const KernelDetail& detail;
        TimeNs origin;                   // zero of displayed times
        std::optional<Durations> listed; // durations of listed launches; nothing: the slowest launches
    };

    // `panel` outlives this object.
    KernelsPanel(Appearance& appearance, SidePanel& panel, QObject* parent);

    void show(const Content& content);

Q_SIGNALS:
    void sliceChosen(lanes::SliceId slice);
    void ownerChosen(std::uint32_t row, lanes::StringId name); // an operator that launched the row
    // Requests the list of launches with such durations. The sender is a row of the panel, which is still in use.
    void durationsChosen(lanes::KernelsPanel::Durations durations);

private:
    void listLimits(const KernelTable& rows, std::uint32_t row);
    void listDelays(const KernelTable& rows, std::uint32_t row);
    void listOwners(const KernelTable& rows, std::uint32_t row);
    void listLaunches(const Content& content);

    Appearance& appearance_;
    SidePanel& panel_;
};

} // namespace lanes
