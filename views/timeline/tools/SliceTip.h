// The tooltip of a slice: its whole name, how long it took, what it belongs to; a moment later its operator, its module and
// where it stands among all events of its name. Of an instant: its name, its moment and what was recorded with it.
#pragma once

#include "model/analysis/operators/EventOrigin.h"
#include "model/analysis/operators/Siblings.h"
#include "model/lod/InstantLane.h"
#include "model/trace/ProcessRoles.h"
#include "model/trace/Trace.h"
#include "views/shared/look/Appearance.h"
#include "views/shared/session/LatestJob.h"

#include <QWidget>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace lanes {

// A window of its own that takes no input.
class SliceTip : public QWidget {
    Q_OBJECT

public:
    explicit SliceTip(Appearance& appearance, QWidget* parent);

    // At `global`, kept on its screen. Texts are made here, once per slice.
    void showFor(const std::shared_ptr<const Trace>& trace, SliceId slice, QPoint global);
    // `roles`: of the processes of `trace`.
    void showInstant(const Trace& trace, const ProcessRoles& roles, const InstantLane& lane,
                     const InstantMark& mark, QPoint global);
    [[nodiscard]] QString text() const; // what it says, for tests and screen readers

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    struct Late {
        std::string op; // of device work and calls: whose they are
        std::string module;
        Siblings siblings;
    };

    void fill(const Trace& trace, SliceId slice);
    void fillInstant(const Trace& trace, const ProcessRoles& roles, const InstantLane& lane,
                     const InstantMark& mark);
    [[nodiscard]] static QString ownerOf(const Trace& trace, const ProcessRoles& roles,
                                         const InstantLane& lane);
    void findLate(const std::shared_ptr<const Trace>& trace);
    void take(const Late& late);
    void arrange();
    void place(QPoint global);

    Appearance& appearance_;
    SliceId slice_;
    std::optional<InstantMark> mark_; // what is shown if no slice is
    QPoint at_;                       // global
    std::shared_ptr<const Trace> trace_;
    std::shared_ptr<const EventOrigin> origin_; // of trace_
    LatestJob late_;
    QString name_;
    QString duration_;
    QColor dot_;
    std::vector<std::pair<QString, QString>> lines_;
};

} // namespace lanes
