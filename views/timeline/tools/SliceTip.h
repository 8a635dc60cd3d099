// The tooltip of a slice: its whole name, its duration and what it belongs to. A moment later it adds the operator, the module
// and the place among all events of that name. The tooltip of an instant has its name, its moment and what was recorded
// with it.
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

    // Shows the tip at `global`, moved so that it lies on that screen. Texts are made here, once per slice.
    void showFor(const std::shared_ptr<const Trace>& trace, SliceId slice, QPoint global);
    // `roles` are those of the processes of `trace`.
    void showInstant(const Trace& trace, const ProcessRoles& roles, const InstantLane& lane,
                     const InstantMark& mark, QPoint global);
    [[nodiscard]] QString text() const; // the shown text, for tests and screen readers

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    struct Late {
        std::string op; // operator that the device work or call belongs to
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
    std::optional<InstantMark> mark_; // shown if no slice is
    QPoint at_;                       // global coordinates
    std::shared_ptr<const Trace> trace_;
    std::shared_ptr<const EventOrigin> origin_; // of trace_
    LatestJob late_;
    QString name_;
    QString duration_;
    QColor dot_;
    std::vector<std::pair<QString, QString>> lines_;
};

} // namespace lanes
