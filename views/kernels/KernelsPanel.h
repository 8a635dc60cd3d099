// The panel beside the kernel table: what one row of it cost, what limits it, how its launches spread, who launched them and
// the slowest.
#pragma once

#include "views/kernels/KernelDetail.h"

#include <QObject>

#include <optional>
#include <utility>

namespace lanes {

class Appearance;
class SidePanel;

// UI thread. Keeps nothing of what it shows.
class KernelsPanel : public QObject {
    Q_OBJECT

public:
    using Durations = std::pair<TimeNs, TimeNs>; // shortest, longest
    struct Content {
        const KernelTable& rows;
        std::uint32_t row; // that the rows have
        const KernelDetail& detail;
        TimeNs origin;                   // what times are told from
        std::optional<Durations> listed; // which launches are listed; nothing: the slowest
    };

    // `panel` outlives this.
    KernelsPanel(Appearance& appearance, SidePanel& panel, QObject* parent);

    void show(const Content& content);

Q_SIGNALS:
    void sliceChosen(lanes::SliceId slice);
    void ownerChosen(std::uint32_t row, lanes::StringId name); // of an operator that launched it
    // To list the launches that took as long; said by a row of the panel, which is still in use.
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
