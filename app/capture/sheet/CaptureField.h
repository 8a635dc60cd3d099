// A field of the capture dialog: a label, a text, and below it a finding or an error.
#pragma once

#include <QString>
#include <QWidget>

class QAction;
class QHBoxLayout;
class QLineEdit;
class QPushButton;

namespace lanes {

class Appearance;

class CaptureField : public QWidget {
    Q_OBJECT

public:
    CaptureField(Appearance& appearance, const QString& label, QString icon, const QString& name,
                 QWidget* parent = nullptr);

    [[nodiscard]] QLineEdit& edit() { return *edit_; }
    [[nodiscard]] const QString& label() const { return label_; }
    [[nodiscard]] QString text() const; // without surrounding blanks
    // Adds a button at the right of the text.
    void addButton(QWidget* button);

    enum class Tone { Quiet, Good, Warning, Bad };
    void say(Tone tone, const QString& hint) { say(tone, hint, {}, {}); }
    // Shows a remedy below the hint, and a shell command to copy; both may be empty.
    void say(Tone tone, const QString& hint, const QString& remedy, const QString& command);
    [[nodiscard]] Tone tone() const { return tone_; }
    [[nodiscard]] QString hint() const; // with the remedy

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void tint();
    void fit();
    void makeCopy();
    void paintRemedy(QPainter& painter, qreal left, qreal top) const;

    Appearance& appearance_;
    QString label_;
    QString icon_;
    QLineEdit* edit_;
    QAction* symbol_;
    QAction* trouble_;
    QHBoxLayout* line_;
    QPushButton* copy_ = nullptr; // copies the command; made for the first command
    Tone tone_ = Tone::Quiet;
    QString hint_;
    QString remedy_;
    QString command_;
};

} // namespace lanes
