// The dialog that starts a capture: what to run, where, and into which session. Says in the fields what is wrong.
#pragma once

#include "app/capture/CaptureCommand.h"

#include <QWidget>

#include <array>

class QLabel;
class QMenu;
class QPushButton;
class QScrollArea;

namespace lanes {

class Appearance;
class CaptureChecks;
class CaptureField;
class ProgramPicker;
class RecordingPanel;
class SegmentedControl;
class TargetField;
class Settings;

class CaptureSheet : public QWidget {
    Q_OBJECT

public:
    CaptureSheet(Appearance& appearance, Settings& settings, QWidget* parent = nullptr);

    // The lanescope program that asks other hosts for what runs there.
    void setRecorder(const QString& program);
    // Whether a program that runs already is wanted, or one that is started.
    void setAttach(bool attach);
    [[nodiscard]] CaptureRequest request() const;
    [[nodiscard]] QString shownError() const; // of the first field that has one
    [[nodiscard]] QSize sizeHint() const override;

Q_SIGNALS:
    void sizeHintChanged(); // its details have been folded or unfolded
    void startRequested(const lanes::CaptureRequest& request);
    void closeRequested();

protected:
    void paintEvent(QPaintEvent* event) override;
    void showEvent(QShowEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void build();
    void fill();
    void check();
    void lookForPrograms();
    void showFields();
    void start();
    void lookForProgramsOnce(); // of a target that has not been asked yet
    void fillInterpreters();
    void chooseFolder();
    void chooseOutput();
    void tint();
    [[nodiscard]] std::array<CaptureField*, 5> fields() const;
    [[nodiscard]] const CaptureField* troubledField() const; // the first of those that count; null: none

    Appearance& appearance_;
    Settings& settings_;
    SegmentedControl* which_;
    ProgramPicker* programs_;
    TargetField* target_;
    CaptureField* where_; // of that
    CaptureField* command_;
    CaptureField* folder_;
    CaptureField* environment_;
    CaptureField* output_;
    RecordingPanel* recording_;
    QScrollArea* scroll_; // what does not fit a small window
    QLabel* summary_;
    QPushButton* python_;
    QMenu* interpreters_;
    QPushButton* browseFolder_;
    QPushButton* browseOutput_;
    QPushButton* copy_;
    QPushButton* cancel_;
    QPushButton* start_;
    CaptureChecks* checks_;
};

} // namespace lanes
