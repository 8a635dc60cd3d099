// Draws boxes of calls, and finds them again: one list serves the painter and the mouse.
#pragma once

#include "views/shared/flame/FlameBars.h"
#include "views/shared/look/Theme.h"

#include <QWidget>

#include <functional>
#include <optional>
#include <vector>

namespace lanes {

class Appearance;
class PaintedList;
struct PaintedPart;

// UI thread. What a box is comes from its Telling, asked for boxes in view only.
class FlameCanvas : public QWidget {
    Q_OBJECT

public:
    struct About {
        EventKind kind = EventKind::Other;
        Hue hue = Hue::Other;
        std::optional<QRgb> fill; // instead of the hue's
        std::string_view name;
    };
    // What is told of an item. `about` is asked for every box that is painted: it must not make texts. `value` ("12.1 ms
    // 42.2 %", at the right) is asked where there is room for it, `tip` where the pointer rests.
    struct Telling {
        std::function<About(std::uint32_t)> about;
        std::function<QString(std::uint32_t)> value;
        std::function<QString(std::uint32_t)> tip;
    };
    static constexpr int kNone = -1;

    explicit FlameCanvas(Appearance& appearance, QWidget* parent = nullptr);

    // `rows`: how many there are. The selected box is forgotten.
    void setBars(std::vector<FlameBar> bars, int rows, Telling telling);
    void clear() { setBars({}, 0, {}); }
    [[nodiscard]] const std::vector<FlameBar>& bars() const { return bars_; }
    [[nodiscard]] About aboutBar(int bar) const { return telling_.about(itemOf(bar)); }
    [[nodiscard]] QString valueOf(int bar) const { return telling_.value(itemOf(bar)); }
    [[nodiscard]] QString tipOf(int bar) const; // empty of kNone

    // A box of the list, or kNone.
    void setCurrent(int bar);
    [[nodiscard]] int current() const { return current_; }
    // Boxes of this name get a frame.
    void setMarkedName(const QString& name);
    // Boxes whose name contains it stay lit; empty: all.
    void setSearch(const QString& text);
    [[nodiscard]] const std::vector<int>& found() const { return found_; }
    // A line through all rows, as where something else points to; px from where boxes begin.
    void setPointer(std::optional<double> x);
    [[nodiscard]] std::optional<double> pointer() const { return pointer_; }
    [[nodiscard]] QRectF boxOf(int bar) const;
    // Width that boxes are laid out in.
    [[nodiscard]] double room() const;
    void paint(QPainter& painter, const QRect& part) const;

Q_SIGNALS:
    void chosen(int bar); // by click or arrow key
    void zoomed(int bar); // by click or Space
    void opened();        // by double click or Enter: what was chosen last, wherever it lies by now
    // Keys and mouse buttons; as signals, because the scroll area around the canvas would take Alt with an arrow.
    void backRequested();
    void pointed(std::optional<double> x); // the mouse has moved there, or left
    void forwardRequested();
    void resized();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;

private:
    [[nodiscard]] PaintedPart partOf(int bar) const;
    [[nodiscard]] int barAt(const QPointF& at) const;
    void setHovered(int bar);
    [[nodiscard]] std::uint32_t itemOf(int bar) const { return bars_[static_cast<std::size_t>(bar)].item; }
    [[nodiscard]] int neighbour(int key) const;
    void paintBar(QPainter& painter, int bar) const;
    void paintLabel(QPainter& painter, int bar, const QRectF& box, const About& about,
                    const QColor& ink) const;
    void findMatches();

    Appearance& appearance_;
    std::vector<FlameBar> bars_;
    int rows_ = 0;
    Telling telling_;
    int current_ = kNone;
    int hovered_ = kNone;
    bool pressed_ = false; // the last press was on a box
    std::optional<double> pointer_;
    QString marked_;
    QString search_;
    std::vector<int> found_;
    std::vector<bool> lit_;
    PaintedList* parts_; // child
};

} // namespace lanes
