// What the recorded program prints, and its input.
#pragma once

#include <QWidget>

class QLineEdit;
class QPlainTextEdit;

namespace lanes {

class Appearance;

class ConsolePanel : public QWidget {
    Q_OBJECT

public:
    explicit ConsolePanel(Appearance& appearance, QWidget* parent = nullptr);

    void clear();
    // Appends; carriage returns start the line anew, so progress bars stay one line. Keeps the last 10 000 lines.
    void print(const QString& text, bool asError);
    void setInputEnabled(bool enabled);
    [[nodiscard]] QString text() const;

Q_SIGNALS:
    void entered(const QString& line);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void tint();

    Appearance& appearance_;
    QPlainTextEdit* lines_;
    QLineEdit* input_;
};

} // namespace lanes
