// The dialog that starts a capture: what to run, where, and into which session. Its fields show errors.
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

    // Sets the lanescope program that asks other hosts about their programs.
    void setRecorder(const QString& program);
    // True: the user wants a running program. False: a program is started.
    void setAttach(bool attach);
    [[nodiscard]] CaptureRequest request() const;
    [[nodiscard]] QString shownError() const; // of the first field with an error
    [[nodiscard]] QSize sizeHint() const override;

Q_SIGNALS:
    void sizeHintChanged(); // details were folded or unfolded
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
    [[nodiscard]] const CaptureField* troubledField() const; // first visible one with an error; null: none

    Appearance& appearance_;
    Settings& settings_;
    SegmentedControl* which_;
    ProgramPicker* programs_;
    TargetField* target_;
    CaptureField* where_; // the field of the target
    CaptureField* command_;
    CaptureField* folder_;
    CaptureField* environment_;
    CaptureField* output_;
    RecordingPanel* recording_;
    QScrollArea* scroll_; // for a window too small for all fields
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
