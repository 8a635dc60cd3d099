// The part of the capture dialog that says where the program runs: a field to type it into, a table of what there is, and what was
// found there.
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
    // What is known of the target that is typed; an answer that has not been given: nothing.
    void report(const TargetCheck::Answer& answer);
    [[nodiscard]] QList<QWidget*> inOrder() const; // for the Tab key

Q_SIGNALS:
    void chosen(); // one of those that were offered
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
