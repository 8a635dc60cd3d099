// One name in the middle: its callers above, its callees below, and its numbers beside it.
#pragma once

#include "views/flame/FlameScene.h"
#include "views/shared/flame/FlameCanvas.h"

#include <QWidget>

#include <memory>
#include <optional>
#include <stop_token>

class QLabel;

namespace lanes {

class Appearance;
class SidePanel;

// The content of the panel; made off the UI thread.
struct Sandwich {
    std::string name;
    EventKind kind = EventKind::Other;
    std::shared_ptr<const FlameScene> callers;
    std::shared_ptr<const FlameScene> callees;
    std::int64_t total = 0; // of the whole graph
    std::int64_t calls = 0;
    std::size_t places = 0; // nodes of that name

    // Makes the content for a name of the tree; nothing if stopped. O(nodes depth log nodes).
    [[nodiscard]] static std::optional<Sandwich> of(const FlameTree& tree, FlameWeight weight,
                                                    std::string_view name, const std::stop_token& stop = {});
    [[nodiscard]] std::int64_t own() const { return callees ? callees->weightOf(0) : 0; }
};

class SandwichPanel : public QWidget {
    Q_OBJECT

public:
    explicit SandwichPanel(Appearance& appearance, QWidget* parent = nullptr);

    void show(Sandwich sandwich);
    using QWidget::show;
    [[nodiscard]] const Sandwich& sandwich() const { return sandwich_; }
    [[nodiscard]] FlameCanvas& canvas() const { return *canvas_; }

Q_SIGNALS:
    void closeRequested();
    void nameChosen(const QString& name);
    void opened(lanes::SliceId slice);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void layOut();
    void fillNumbers();
    [[nodiscard]] QString weightName(FlameWeight weight) const;
    void restyle();
    [[nodiscard]] const FlameNode& nodeOf(std::uint32_t item) const;
    [[nodiscard]] FlameCanvas::About about(std::uint32_t item) const;
    [[nodiscard]] QString value(std::uint32_t item) const;

    Appearance& appearance_;
    QWidget* head_;
    QLabel* title_;
    FlameCanvas* canvas_;
    SidePanel* numbers_;
    Sandwich sandwich_;
    SliceId chosen_;
};

} // namespace lanes
