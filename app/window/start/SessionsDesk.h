// Carries out the commands for sessions on the sessions page, and decides when the page searches for sessions again.
#pragma once

#include "app/sessions/SessionEntry.h"
#include "views/shared/session/LatestJob.h"

#include <QObject>
#include <QStringList>

#include <functional>

namespace lanes {

class Actions;
class Recordings;
class Settings;
class WelcomePage;

class SessionsDesk : public QObject {
    Q_OBJECT

public:
    // All arguments outlive this object. `isOpen` returns true if a tab shows a file.
    SessionsDesk(Actions& actions, Settings& settings, Recordings& recordings, WelcomePage& page,
                 std::function<bool(const QString& path)> isOpen, QObject* parent);

    // True: the page is in front. Only then the commands apply to the sessions chosen there.
    void setInFront(bool inFront);
    void refresh();

    [[nodiscard]] bool canCompare() const; // two are chosen
    void compareChosen();

Q_SIGNALS:
    void compareRequested(const QString& earlier, const QString& later);
    void chosenChanged();
    void said(const QString& sentence);
    void failed(const QString& sentence);

private:
    void enable();
    void follow(const Recordings& recordings);
    void open(const QList<SessionEntry>& entries);
    void rename(const QString& path, const QString& name);
    void moveToTrash();
    void forget();
    [[nodiscard]] QStringList folders() const;

    Actions& actions_;
    Settings& settings_;
    WelcomePage& page_;
    std::function<bool(const QString&)> isOpen_;
    QList<RunningSession> running_;
    QString toChoose_; // to be chosen once it appears
    LatestJob job_;
    bool inFront_ = false;
};

} // namespace lanes
