// Finds a command by name: the user types some letters, Enter runs it. Screen readers can reach each matching entry.
#pragma once

#include <QWidget>

#include <functional>
#include <vector>

class QLineEdit;

namespace lanes {

class Appearance;
class PaintedList;
struct PaintedPart;

class CommandPalette : public QWidget {
    Q_OBJECT

public:
    struct Entry {
        QString icon;
        QString text;
        QString hint; // quiet, behind the text
        QString keys; // "Ctrl+Shift+P"
        std::function<void()> run;
    };
    CommandPalette(Appearance& appearance, QWidget* parent = nullptr);

    // Sets the entries to choose from. Called each time before the palette opens.
    void setEntries(std::vector<Entry> entries);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QStringList shown() const; // texts of the matching entries

Q_SIGNALS:
    void chosen(); // an entry is about to run

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;

private:
    void filter();
    void move(int by);
    void sayCurrent();
    [[nodiscard]] PaintedPart partOf(int line) const;
    void run(int line);
    [[nodiscard]] int lineAt(int y) const; // index of matches_; -1: outside
    void paintLine(QPainter& painter, std::size_t match, qreal top) const;

    Appearance& appearance_;
    PaintedList* parts_; // child
    QLineEdit* input_;
    std::vector<Entry> entries_;
    std::vector<std::size_t> matches_;
    int current_ = 0;
    int first_ = 0; // index of the first line shown
};

} // namespace lanes
