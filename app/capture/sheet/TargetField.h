// The part of the capture dialog for the target on which the program runs: a field for its name, a table of available targets,
// and a report on the target.
#pragma once

#include "app/capture/targets/TargetCheck.h"

#include <QList>
#include <QWidget>

class QPushButton;

namespace lanes {

class Appearance;
class CaptureField;
class TargetPicker;
class TargetReport;

class TargetField : public QWidget {
    Q_OBJECT

public:
    explicit TargetField(Appearance& appearance, QWidget* parent = nullptr);

    [[nodiscard]] CaptureField& field() const { return *field_; }
    // Shows what is known of the typed target; without an answer it shows nothing.
    void report(const TargetCheck::Answer& answer);
    [[nodiscard]] QList<QWidget*> inOrder() const; // for the Tab key

Q_SIGNALS:
    void chosen(); // one of those offered
    void tryAgain();

private:
    void fold();
    void tint();

    Appearance& appearance_;
    CaptureField* field_;
    QPushButton* again_;
    QPushButton* offer_;
    TargetPicker* offered_;
    TargetReport* report_;
};

} // namespace lanes
