// Sends the user's commands to running recordings, started here or by others. The bar of a live page and the menu have the same
// commands.
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
    // Both outlive this object.
    Steering(Actions& actions, CaptureDesk& desk, QObject* parent);

    [[nodiscard]] Recordings& recordings() { return recordings_; }
    // From now on the page's bar controls the recording of its session.
    void add(DocumentPage& page);
    // Sets the page that the menu is about. Call it again when the page shows another view. Null: the menu is about the capture
    // of this window if there is exactly one.
    void setCurrent(DocumentPage* page);

Q_SIGNALS:
    void said(const QString& sentence);
    void failed(const QString& sentence);
    void killWanted(const QString& question, const std::function<void()>& kill);
    void saved(const QString& path); // data of a flight recorder
    void pageChanged(lanes::DocumentPage* page, bool paused);

private:
    void refresh();
    void refreshActions();
    void takeMarkKeys(bool take);
    [[nodiscard]] CaptureBar::Controls controlsOf(const QString& session) const;
    [[nodiscard]] QString currentSession() const; // empty: none
    void pause(const QString& session, bool paused);
    // Returns the session's capture if its program was started from here and runs here; else null.
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
