// What the recorded program prints, and its input.
#pragma once

#include "app/capture/running/ConsoleText.h"

#include <QElapsedTimer>
#include <QWidget>

class QLineEdit;

namespace lanes {

class Appearance;
class SegmentedControl;

class ConsolePanel : public QWidget {
    Q_OBJECT

public:
    explicit ConsolePanel(Appearance& appearance, QWidget* parent = nullptr);

    // Empties it; the times beside the lines count from here.
    void begin();
    void print(const QString& text, bool asError);
    void setInputEnabled(bool enabled);
    [[nodiscard]] QString text() const; // the lines that are shown
    // At most a fifth of the window's height, so that what is recorded is seen above; whoever wants more drags its edge.
    [[nodiscard]] QSize sizeHint() const override;

Q_SIGNALS:
    void entered(const QString& line);
    void inputEnded(); // Ctrl+D

protected:
    void paintEvent(QPaintEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void tint();

    Appearance& appearance_;
    SegmentedControl* filter_;
    ConsoleText* lines_;
    QLineEdit* input_;
    QElapsedTimer since_;
};

} // namespace lanes
