// The bar above a live session: that it is being recorded, for how long, how much; and how it is steered.
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
    // What can be done to the recording from here.
    struct Controls {
        bool reachable = false; // its recorder answers: it can be paused and marked
        QString target;         // where it runs, "ssh:HOST"; empty: on this machine
        QString away; // where it runs, while there is no connection to it: what is asked for is refused
        bool paused = false;
        bool attached = false;                // its program ran before, and runs on when detached from
        bool holds = false;                   // a flight recorder, with something to save
        std::optional<CaptureRun::Stop> stop; // how its program is stopped next; nothing: not from here
        friend bool operator==(const Controls&, const Controls&) = default;
    };

    CaptureBar(Appearance& appearance, Document& document, QWidget* parent = nullptr);

    void setControls(const Controls& controls);
    [[nodiscard]] const Controls& controls() const { return controls_; }
    // What else can be done about the program, beside the button that stops it.
    void setMenu(const QList<QAction*>& actions);
    // Asks for the text of a mark of this moment.
    void askForMark();

Q_SIGNALS:
    void pauseRequested(bool pause);
    void markRequested(const QString& text, qint64 agoNs); // of the moment at which it was asked for
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
    QElapsedTimer sinceMark_; // since a mark was asked for
    int marks_ = 0;           // given here
    std::uint32_t seen_ = 0;
    double perSecond_ = 0;
};

} // namespace lanes
