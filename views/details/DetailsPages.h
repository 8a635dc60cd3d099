// Pages of the details panel that are not about one slice: the session or range while nothing is selected, and spots.
#pragma once

#include "model/analysis/time/SessionDigest.h"
#include "model/analysis/time/SpotContent.h"

#include <QCoreApplication>
#include <QString>

#include <functional>

class QWidget;

namespace lanes {

class Appearance;
class ViewState;

// UI thread. Rows go to `add`, which takes them; what can be clicked acts on `state`, which must outlive the rows.
class DetailsPages {
    Q_DECLARE_TR_FUNCTIONS(DetailsPages)

public:
    using Add = std::function<void(QWidget*)>;
    DetailsPages(Appearance& appearance, ViewState& state, Add add)
        : appearance_(appearance)
        , state_(state)
        , add_(std::move(add)) {}

    void addDigest(const SessionDigest& digest);
    void addSession(const SessionInfo& info);
    void addSpot(const SpotContent& content);

    struct Title {
        QString first;
        QString second;
    };
    [[nodiscard]] Title titleOf(const SpotContent& content) const;

private:
    void addGap(const GapContent& gap);
    void addChain(const GapContent& gap);
    void addCauses(const GapContent& gap);
    void addCause(const GapCause& cause, TimeNs gap);
    void addLargest(const GapContent& gap);
    void addCounter(const CounterContent& counter);
    void addMemory(const MemoryContent& memory);
    void addStep(const StepContent& step);
    void addInstant(const InstantContent& instant);
    void addSplit(const SplitTimes& split, const QString& title, const QString& hint);
    void addField(const QString& label, const QString& value);
    void addSection(const QString& title, const QString& hint = {});
    // Nothing for a slice that is none.
    void addLink(const QString& icon, const QString& role, SliceId slice);
    [[nodiscard]] QString moment(TimeNs time) const;

    Appearance& appearance_;
    ViewState& state_;
    Add add_;
};

} // namespace lanes
