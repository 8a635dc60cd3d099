// A card over the window: the key sheet, the command palette, the capture dialog. Esc, or a click outside the card, closes it.
#pragma once

#include <QPointer>
#include <QString>
#include <QWidget>

class QToolButton;

namespace lanes {

class Appearance;

class Overlay : public QWidget {
    Q_OBJECT

public:
    enum class Veil { None, Dim };

    // Covers `window` while open. `content` is centred at its size hint, below a head with the title and a button to close.
    // Without a title there is no head.
    Overlay(Appearance& appearance, QWidget* content, Veil veil, QWidget* window, QString title = {});

    void setTitle(const QString& title);
    void open();
    void close();
    // Called when the content wants another size.
    void refit();

Q_SIGNALS:
    void closed();

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    bool focusNextPrevChild(bool next) override;

private:
    void place();
    void tint();
    [[nodiscard]] int headHeight() const; // 0 without a title
    [[nodiscard]] QRect card() const;     // head and content

    Appearance& appearance_;
    QWidget* content_;
    Veil veil_;
    QString title_;
    QToolButton* close_;
    QPointer<QWidget> focusBefore_;
};

} // namespace lanes
