// The session at a glance: the parts of the time, step by step, the most expensive work, and facts about the session.
#pragma once

#include "model/analysis/time/OverviewNumbers.h"
#include "views/shared/session/SessionView.h"

#include <optional>

class QScrollArea;
class QStackedLayout;

namespace lanes {

class Card;
class EmptyState;

// Every row can be reached with Tab and followed with Space. A step is shown in the timeline; an operator or kernel leads to
// its slowest call.
class OverviewView : public SessionView {
    Q_OBJECT

public:
    explicit OverviewView(Appearance& appearance, QWidget* parent = nullptr);

    [[nodiscard]] const OverviewNumbers& numbers() const { return numbers_; }
    [[nodiscard]] const EmptyState* emptyState() const override;

protected:
    void refresh() override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void present();
    [[nodiscard]] QWidget* makeContent();
    void replace(QWidget* content);
    [[nodiscard]] std::size_t topsThatFit() const;
    [[nodiscard]] Card* figuresCard();
    [[nodiscard]] Card* stepsCard();
    void addSteps(Card& card);
    void lookAt(const StepSplit& step);
    void open(const StepSplit& step);
    [[nodiscard]] Card* topCard(const QString& title, const std::vector<TopWork>& tops,
                                const QString& nothing);
    [[nodiscard]] Card* devicesCard();
    [[nodiscard]] Card* sessionCard();
    [[nodiscard]] Card* notesCard();

    QStackedLayout* stack_;
    QScrollArea* scroll_;
    EmptyState* empty_;
    OverviewNumbers numbers_;
    std::size_t topsShown_ = 0;
    std::optional<TimeNs> chosen_; // begin of the chosen step
};

} // namespace lanes
