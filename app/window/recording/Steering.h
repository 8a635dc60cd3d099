// What the window tells recordings that run: those that were started here and those that others have started. The bar of
// a live page and the menu do the same things.
#pragma once

#include "app/capture/running/Recordings.h"
#include "app/window/recording/CaptureBar.h"

#include <QHash>
#include <QObject>
#include <QPointer>

#include <functional>

namespace lanes {

class Actions;
class CaptureDesk;
class DocumentPage;

class Steering : public QObject {
    Q_OBJECT

public:
    // Both outlive this.
    Steering(Actions& actions, CaptureDesk& desk, QObject* parent);

    [[nodiscard]] Recordings& recordings() { return recordings_; }
    // From now on the page's bar steers the recording of its session.
    void add(DocumentPage& page);
    // What the menu is about, to be said anew when the page shows another view; null: the one capture of this window, if
    // there is just one.
    void setCurrent(DocumentPage* page);

Q_SIGNALS:
    void said(const QString& sentence);
    void failed(const QString& sentence);
    void killWanted(const QString& question, const std::function<void()>& kill);
    void saved(const QString& path); // what a flight recorder held
    void pageChanged(lanes::DocumentPage* page, bool paused);

private:
    void refresh();
    void refreshActions();
    void takeMarkKeys(bool take);
    [[nodiscard]] CaptureBar::Controls controlsOf(const QString& session) const;
    [[nodiscard]] QString currentSession() const; // empty: none
    void pause(const QString& session, bool paused);
    // Its capture, where the program was started from here and runs here.
    [[nodiscard]] CaptureRun* startedHere(const QString& session) const;
    void detach(const QString& session);
    void stop(const QString& session);
    void expectEnd(const QString& session);
    void askToKill(const QString& session);

    Actions& actions_;
    CaptureDesk& desk_;
    Recordings recordings_;
    QList<QPointer<DocumentPage>> pages_;
    QPointer<DocumentPage> current_;
    QHash<QString, QString> lastSaved_; // by session
};

} // namespace lanes
