// A field of the capture dialog: label, text, and under it what was found or what is wrong.
#pragma once

#include <QString>
#include <QWidget>

class QAction;
class QHBoxLayout;
class QLineEdit;

namespace lanes {

class Appearance;

class CaptureField : public QWidget {
    Q_OBJECT

public:
    CaptureField(Appearance& appearance, const QString& label, QString icon, const QString& name,
                 QWidget* parent = nullptr);

    [[nodiscard]] QLineEdit& edit() { return *edit_; }
    [[nodiscard]] const QString& label() const { return label_; }
    [[nodiscard]] QString text() const; // without blanks around it
    // At the right of the text.
    void addButton(QWidget* button);

    enum class Tone { Quiet, Good, Warning, Bad };
    void say(Tone tone, const QString& hint);
    [[nodiscard]] Tone tone() const { return tone_; }
    [[nodiscard]] const QString& hint() const { return hint_; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void tint();

    Appearance& appearance_;
    QString label_;
    QString icon_;
    QLineEdit* edit_;
    QAction* symbol_;
    QAction* trouble_;
    QHBoxLayout* line_;
    Tone tone_ = Tone::Quiet;
    QString hint_;
};

} // namespace lanes
