// The flame graph of a difference. A box is as wide as the larger side; its colour shows whether the call grew or shrank.
#pragma once

#include "model/analysis/compare/DiffTree.h"
#include "views/shared/flame/FlameCanvas.h"

#include <QWidget>

#include <memory>
#include <string>
#include <vector>

class QLabel;
class QScrollArea;
class QStackedLayout;

namespace lanes {

class Appearance;
class EmptyState;
class SpineBar;
struct Theme;

// The tree, with the data for its colours. Immutable.
struct DiffScene {
    DiffTree tree;
    std::int64_t stepsA = 0;
    std::int64_t stepsB = 0;

    // Change of a node, from -1 (only in A) to 1 (only in B). It is per step if the sides have different numbers of steps,
    // because then the totals differ without a change.
    [[nodiscard]] double change(std::uint32_t node) const;
    [[nodiscard]] bool perStep() const { return stepsA != stepsB && stepsA > 0 && stepsB > 0; }
};

// Returns blue for less and red for more, in three strengths, and grey below 1 %. The colours differ in lightness and for
// colour-blind people, too.
[[nodiscard]] QRgb changeColor(double change, const Theme& theme);

// Keys as in the flame graph: arrows go from box to box, Space zooms. Enter opens the longest call in the timeline. Backspace
// or Alt+Left goes back, Alt+Right forward, Esc shows everything again.
class DiffFlame : public QWidget {
    Q_OBJECT

public:
    explicit DiffFlame(Appearance& appearance, QWidget* parent = nullptr);

    // The zoom is kept if the new tree has the same calls.
    void setScene(std::shared_ptr<const DiffScene> scene);
    [[nodiscard]] const DiffScene* scene() const { return scene_.get(); }
    [[nodiscard]] FlameCanvas& canvas() const { return *canvas_; }
    [[nodiscard]] SpineBar& spine() const { return *spine_; }
    [[nodiscard]] const EmptyState* emptyState() const; // null while boxes are shown
    void setSearch(const QString& text);
    // Returns false for a key that it does not use.
    bool takesKey(const QKeyEvent& key);

Q_SIGNALS:
    void chosen(std::uint32_t node);
    void opened(std::uint32_t node);

private:
    using Path = std::vector<std::string>; // names from the root
    void layOut();
    void say();
    void zoomTo(Path path);
    void go(std::vector<Path>& from, std::vector<Path>& to);
    [[nodiscard]] Path pathOf(std::uint32_t node) const;
    [[nodiscard]] std::uint32_t shownRoot() const;
    [[nodiscard]] FlameCanvas::About about(std::uint32_t node) const;
    [[nodiscard]] QString value(std::uint32_t node) const;
    [[nodiscard]] QString tip(std::uint32_t node) const;
    [[nodiscard]] std::uint32_t nodeOf(int bar) const;

    Appearance& appearance_;
    std::shared_ptr<const DiffScene> scene_;
    std::optional<std::uint32_t> chosen_; // node of the scene
    Path zoom_;
    std::vector<Path> back_;
    std::vector<Path> forward_;
    QString search_;
    QLabel* hint_;
    QLabel* legend_;
    SpineBar* spine_;
    QStackedLayout* stack_;
    EmptyState* empty_;
    QScrollArea* scroll_;
    FlameCanvas* canvas_;
};

} // namespace lanes
