// The pages of the details panel that are not about one slice: spots, and the session or range while nothing is selected.
#pragma once

#include "model/analysis/time/SessionDigest.h"
#include "model/analysis/time/SpotContent.h"
#include "views/details/PageRows.h"

#include <QCoreApplication>
#include <QString>

#include <utility>

namespace lanes {

// UI thread.
class DetailsPages {
    Q_DECLARE_TR_FUNCTIONS(DetailsPages)

public:
    DetailsPages(Appearance& appearance, ViewState& state, PageRows::Add add)
        : rows_(appearance, state, std::move(add)) {}

    void addDigest(const SessionDigest& digest);
    void addSession(const SessionInfo& info);
    void addSpot(const SpotContent& content);

    struct Title {
        QString first;
        QString second;
    };
    [[nodiscard]] Title titleOf(const SpotContent& content) const;

private:
    void addCounter(const CounterContent& counter);
    void addMemory(const MemoryContent& memory);
    void addStep(const StepContent& step);
    void addInstant(const InstantContent& instant);

    PageRows rows_;
};

} // namespace lanes
