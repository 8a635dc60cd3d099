// A choice of the capture dialog with what belongs to each of its modes: "When: All of it | Steps | …", and below it the
// fields of the chosen one, and what is wrong with them.
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
        QString before; // said in front of it
        QString placeholder;
        int width; // logical pixels
    };
    struct Mode {
        QString name;
        QList<Part> parts;
        QString hint; // while nothing is wrong
    };

    ModeField(Appearance& appearance, const QString& label, const QList<Mode>& modes,
              QWidget* parent = nullptr);

    [[nodiscard]] const QString& label() const { return label_; }
    [[nodiscard]] int mode() const;
    void setMode(int mode); // says nothing
    // The text of an option in the shown mode; those of one name say the same in every mode.
    [[nodiscard]] QString text(const QString& option) const;
    void setText(const QString& option, const QString& text);
    [[nodiscard]] QLineEdit* edit(const QString& option) const; // in the shown mode; null: none

    // What is wrong with an option, as a sentence; empty: nothing.
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
