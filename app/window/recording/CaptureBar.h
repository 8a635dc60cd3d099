// The bar above a live session. It shows that the session is being recorded, for how long and how much, and has the controls.
#pragma once

#include "app/capture/running/CaptureRun.h"
#include "app/document/Document.h"

#include <QElapsedTimer>
#include <QTimer>
#include <QWidget>

#include <optional>

class QLineEdit;
class QMenu;
class QPushButton;

namespace lanes {

class Appearance;

class CaptureBar : public QWidget {
    Q_OBJECT

public:
    // The possible controls of the recording.
    struct Controls {
        bool reachable = false; // its recorder answers, so it can be paused and marked
        QString target;         // host of the program, "ssh:HOST"; empty: this machine
        QString away;           // that host while the connection is lost, so requests are refused
        bool paused = false;
        bool attached = false;                // attached to a running program, which goes on after detaching
        bool holds = false;                   // a flight recorder with data to save
        std::optional<CaptureRun::Stop> stop; // the next way to stop the program; nothing: not from here
        friend bool operator==(const Controls&, const Controls&) = default;
    };

    CaptureBar(Appearance& appearance, Document& document, QWidget* parent = nullptr);

    void setControls(const Controls& controls);
    [[nodiscard]] const Controls& controls() const { return controls_; }
    // Sets further commands for the program, beside the button that stops it.
    void setMenu(const QList<QAction*>& actions);
    // Asks for the text of a mark at this moment.
    void askForMark();

Q_SIGNALS:
    void pauseRequested(bool pause);
    void markRequested(const QString& text, qint64 agoNs); // at the moment when the text was asked for
    void saveRequested();
    void stopRequested();
    void detachRequested();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void followState();
    void refresh();
    void place();
    void tint();
    void showMarkText();
    void giveMark();
    void endMark();
    void sayStop();
    [[nodiscard]] QString nextMarkName() const;

    Appearance& appearance_;
    Document& document_;
    Controls controls_;
    QLineEdit* markText_;
    QPushButton* mark_;
    QPushButton* pause_;
    QPushButton* save_;
    QPushButton* follow_;
    QPushButton* detach_;
    QPushButton* stop_;
    QPushButton* more_;
    QMenu* menu_;
    QTimer tick_;
    QElapsedTimer since_;
    QElapsedTimer sinceMark_; // since askForMark()
    int marks_ = 0;           // number set in this bar
    std::uint32_t seen_ = 0;
    double perSecond_ = 0;
};

} // namespace lanes
