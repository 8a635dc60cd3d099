// What the views of one session share of its larger answers, however many of them ask.
#pragma once

#include "model/analysis/TraceAnswers.h"

#include <QObject>

#include <memory>

namespace lanes {

class ViewState;

// UI thread. A child of the ViewState, made when a view first asks.
class SessionAnswers : public QObject {
    Q_OBJECT

public:
    // Of the state's trace as it is now; null without one.
    [[nodiscard]] static std::shared_ptr<TraceAnswers> of(ViewState& state);

private:
    explicit SessionAnswers(ViewState& state);

    std::shared_ptr<TraceAnswers> answers_;
};

} // namespace lanes
