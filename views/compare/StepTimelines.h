// The timelines of one step of both sessions, below one another. They start at the begins of the steps and have one scale and
// one cursor.
#pragma once

#include "views/compare/StepPair.h"
#include "views/shared/flame/FlameCanvas.h"

#include <QWidget>

#include <array>
#include <memory>
#include <optional>
#include <vector>

class QLabel;

namespace lanes {

class Appearance;
class ControlBar;

// PageUp and PageDown go to the previous and next step in both. Arrows go from box to box, Space zooms to a box in both. Enter
// opens a box in the timeline of its session. Backspace or Alt+Left goes back, Esc shows the whole step again.
class StepTimelines : public QWidget {
    Q_OBJECT

public:
    enum class Which { A, B };

    explicit StepTimelines(Appearance& appearance, QWidget* parent = nullptr);

    // The next layout to make, as wide as the room allows.
    [[nodiscard]] StepRequest request() const;
    void setPair(std::shared_ptr<const StepPair> pair, const QString& nameA, const QString& nameB);
    [[nodiscard]] const StepPair* pair() const { return pair_.get(); }
    [[nodiscard]] FlameCanvas& canvas(Which which) const { return *lanes_[index(which)].canvas; }
    [[nodiscard]] QString headline(Which which) const;
    void setSearch(const QString& text);
    // Returns false for a key that it does not use.
    bool takesKey(const QKeyEvent& key);

Q_SIGNALS:
    void wanted(); // another step, part or width is wanted: see request()
    void chosen(lanes::StepTimelines::Which which, lanes::SliceId slice);
    void opened(lanes::StepTimelines::Which which, lanes::SliceId slice);
    void pointed(std::optional<lanes::TimeNs> time); // from the step's begin; nothing: the mouse has left

protected:
    bool eventFilter(QObject* watched, QEvent* event) override; // for events of the canvases

private:
    struct Lane {
        QLabel* head = nullptr;
        FlameCanvas* canvas = nullptr;
    };
    static std::size_t index(Which which) { return static_cast<std::size_t>(which); }
    [[nodiscard]] Lane makeLane(Which which);
    [[nodiscard]] const StepSide& side(Which which) const { return which == Which::A ? pair_->a : pair_->b; }
    void layOut(Which which);
    [[nodiscard]] FlameCanvas::About about(Which which, std::uint32_t item) const;
    [[nodiscard]] QString value(Which which, std::uint32_t item) const;
    [[nodiscard]] QString tip(Which which, std::uint32_t item) const;
    [[nodiscard]] const StepSide::Box* boxOf(Which which, int bar) const; // null: a heading
    void choose(Which which, int bar);
    void zoomTo(std::optional<TimeRange> part);
    void goBack();
    void goToStep(bool forward);
    void point(std::optional<double> x);
    void restyle();

    Appearance& appearance_;
    std::shared_ptr<const StepPair> pair_;
    std::array<SliceId, 2> chosen_; // chosen on each side; invalid: a heading, or none yet
    std::array<QString, 2> names_;
    std::size_t step_ = 0;
    std::optional<TimeRange> part_;
    std::vector<std::optional<TimeRange>> back_;
    QString search_;
    ControlBar* bar_;
    QLabel* hint_;
    std::array<Lane, 2> lanes_;
};

} // namespace lanes
