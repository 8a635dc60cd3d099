// A card over the window: the key sheet, the command palette, the capture dialog. Esc and a click beside it close it.
#pragma once

#include <QPointer>
#include <QWidget>

namespace lanes {

class Appearance;

class Overlay : public QWidget {
    Q_OBJECT

public:
    enum class Veil { None, Dim };

    // Covers `window` while open. `content` is placed in the middle at its size hint.
    Overlay(Appearance& appearance, QWidget* content, Veil veil, QWidget* window);

    void open();
    void close();

Q_SIGNALS:
    void closed();

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    bool focusNextPrevChild(bool next) override;

private:
    void place();

    Appearance& appearance_;
    QWidget* content_;
    Veil veil_;
    QPointer<QWidget> focusBefore_;
};

} // namespace lanes
