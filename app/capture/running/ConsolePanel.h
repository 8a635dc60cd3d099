// The output of the recorded program, and a field for its input.
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

    // Clears the text; the times beside the lines count from this call.
    void begin();
    void print(const QString& text, bool asError);
    void setInputEnabled(bool enabled);
    [[nodiscard]] QString text() const; // the lines shown
    // At most a fifth of the window's height, so that the views above stay visible. The user can drag its edge to see more.
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
