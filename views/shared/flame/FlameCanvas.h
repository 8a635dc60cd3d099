// Draws boxes of calls and finds the box under the mouse. Painter and mouse use one list of boxes.
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

// UI thread. The Telling describes the boxes; it is asked for boxes in view only.
class FlameCanvas : public QWidget {
    Q_OBJECT

public:
    struct About {
        EventKind kind = EventKind::Other;
        Hue hue = Hue::Other;
        std::optional<QRgb> fill; // instead of the hue's
        std::string_view name;
    };
    // Describes items. `about` is called for every box that is painted, so it must not build texts. `value` ("12.1 ms  42.2 %",
    // right-aligned) is called where the box has room for it, `tip` for the box under the pointer.
    struct Telling {
        std::function<About(std::uint32_t)> about;
        std::function<QString(std::uint32_t)> value;
        std::function<QString(std::uint32_t)> tip;
    };
    static constexpr int kNone = -1;

    explicit FlameCanvas(Appearance& appearance, QWidget* parent = nullptr);

    // `rows` is the number of rows. The current box is reset.
    void setBars(std::vector<FlameBar> bars, int rows, Telling telling);
    void clear() { setBars({}, 0, {}); }
    [[nodiscard]] const std::vector<FlameBar>& bars() const { return bars_; }
    [[nodiscard]] About aboutBar(int bar) const { return telling_.about(itemOf(bar)); }
    [[nodiscard]] QString valueOf(int bar) const { return telling_.value(itemOf(bar)); }
    [[nodiscard]] QString tipOf(int bar) const; // empty for kNone

    // `bar` is an index of bars(), or kNone.
    void setCurrent(int bar);
    [[nodiscard]] int current() const { return current_; }
    // Draws a frame around boxes of this name.
    void setMarkedName(const QString& name);
    // Dims boxes whose name does not contain the text, in any case of letters; empty: none.
    void setSearch(const QString& text);
    [[nodiscard]] const std::vector<int>& found() const { return found_; }
    // A vertical line through all rows that mirrors a position in another widget. px from the left end of the boxes; nothing:
    // no line.
    void setPointer(std::optional<double> x);
    [[nodiscard]] std::optional<double> pointer() const { return pointer_; }
    [[nodiscard]] QRectF boxOf(int bar) const;
    // The width in which boxes are laid out.
    [[nodiscard]] double room() const;
    void paint(QPainter& painter, const QRect& part) const;

Q_SIGNALS:
    void chosen(int bar); // by click or arrow key
    void zoomed(int bar); // by click or Space
    // By double click or Enter. It concerns the box chosen last, even if the first click has moved that box.
    void opened();
    // Keys and mouse buttons for the history. The canvas emits signals because the surrounding scroll area would consume Alt
    // with an arrow.
    void backRequested();
    void pointed(std::optional<double> x); // the mouse has moved there; nothing: it has left
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
