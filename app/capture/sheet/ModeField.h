// A choice in the capture dialog whose modes have fields: "When: All of it | Steps | …". Below it are the fields of the chosen
// mode, and their errors.
#pragma once

#include "app/capture/sheet/CaptureField.h"

#include <QHash>
#include <QList>
#include <QString>
#include <QStringList>
#include <QWidget>

class QLabel;
class QLineEdit;
class QStackedWidget;

namespace lanes {

class Appearance;
class SegmentedControl;

class ModeField : public QWidget {
    Q_OBJECT

public:
    struct Part {
        QString option; // name of the field
        QString before; // text in front of the field
        QString placeholder;
        int width; // logical pixels
    };
    struct Mode {
        QString name;
        QList<Part> parts;
        QString hint; // shown while there is no error
    };

    ModeField(Appearance& appearance, const QString& label, const QList<Mode>& modes,
              QWidget* parent = nullptr);

    [[nodiscard]] const QString& label() const { return label_; }
    [[nodiscard]] int mode() const;
    void setMode(int mode); // does not emit changed()
    // The text of an option in the shown mode. Fields of one option have the same text in every mode.
    [[nodiscard]] QString text(const QString& option) const;
    void setText(const QString& option, const QString& text);
    [[nodiscard]] QLineEdit* edit(const QString& option) const; // in the shown mode; null: not there

    // Shows an error of an option as a sentence; empty: no error.
    void say(const QString& option, const QString& sentence);
    [[nodiscard]] const QString& trouble() const { return trouble_; }
    [[nodiscard]] QList<QWidget*> inOrder() const; // for the Tab key

Q_SIGNALS:
    void changed();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void addMode(const Mode& mode);
    void fit();

    Appearance& appearance_;
    QString label_;
    QList<Mode> modes_;
    SegmentedControl* choice_;
    QStackedWidget* pages_;
    QHash<QString, QList<QLineEdit*>> edits_; // by option; in the order of the modes that have it
    QString trouble_;
};

} // namespace lanes
