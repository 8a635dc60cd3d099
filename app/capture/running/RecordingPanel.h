// The part of the capture dialog about what is recorded, when, and how much is kept. Presets come first; details are folded.
#pragma once

#include "app/capture/CaptureOptions.h"

#include <QWidget>

class QLabel;
class QPushButton;

namespace lanes {

class Appearance;
class ChoiceButton;
class ModeField;
class RecordedKinds;
class SegmentedControl;

class RecordingPanel : public QWidget {
    Q_OBJECT

public:
    explicit RecordingPanel(Appearance& appearance, QWidget* parent = nullptr);

    [[nodiscard]] CaptureOptions options() const;
    void setOptions(const CaptureOptions& options); // does not emit changed()
    void setUnfolded(bool unfolded);
    [[nodiscard]] bool unfolded() const;
    // Checks all fields again. Returns the label of the first field with an error; empty: none.
    QString check();
    [[nodiscard]] QString shownError() const;      // of the first field with an error
    [[nodiscard]] QList<QWidget*> inOrder() const; // for the Tab key

Q_SIGNALS:
    void changed();
    void foldChanged();

private:
    void choosePreset(int index);
    void refresh();
    [[nodiscard]] const ModeField* firstTroubled() const; // null: none
    void tint();

    Appearance& appearance_;
    QLabel* title_;
    SegmentedControl* presets_;
    QLabel* summary_;
    QPushButton* fold_;
    QWidget* details_;
    RecordedKinds* kinds_;
    ChoiceButton* cupti_;
    ModeField* python_;
    ModeField* where_;
    ModeField* when_;
    ModeField* keep_;
};

} // namespace lanes
