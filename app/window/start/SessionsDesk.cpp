#include "app/window/start/SessionsDesk.h"

#include "app/capture/CaptureCommand.h"
#include "app/capture/ShellWords.h"
#include "app/capture/running/Recordings.h"
#include "app/sessions/SessionFiles.h"
#include "app/sessions/SessionsModel.h"
#include "app/window/commands/Actions.h"
#include "app/window/start/SessionGrid.h"
#include "app/window/start/WelcomePage.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>
#include <utility>

namespace lanes {
namespace {

QStringList pathsOf(const QList<SessionEntry>& entries) {
    QStringList paths;
    for (const SessionEntry& entry : entries) {
        paths << entry.path;
    }
    return paths;
}

} // namespace

SessionsDesk::SessionsDesk(Actions& actions, Settings& settings, Recordings& recordings, WelcomePage& page,
                           std::function<bool(const QString&)> isOpen, QObject* parent)
    : QObject(parent)
    , actions_(actions)
    , settings_(settings)
    , page_(page)
    , isOpen_(std::move(isOpen)) {
    SessionGrid& grid = page_.grid();
    auto* separator = new QAction(this);
    separator->setSeparator(true);
    grid.setCardActions({actions_[ActionId::OpenChosen], actions_[ActionId::CompareWith], separator,
                         actions_[ActionId::RenameSession], actions_[ActionId::RevealSession],
                         actions_[ActionId::TrashSession], actions_[ActionId::ForgetSession]});
    const auto on = [this](ActionId id, auto call) {
        connect(actions_[id], &QAction::triggered, this, call);
    };
    on(ActionId::OpenChosen, [this] { open(page_.grid().chosen()); });
    on(ActionId::RenameSession, [this] { page_.grid().renameCurrent(); });
    on(ActionId::RevealSession, [this] {
        for (const SessionEntry& entry : page_.grid().chosen()) {
            revealFile(entry.path, this);
        }
    });
    on(ActionId::TrashSession, [this] { moveToTrash(); });
    on(ActionId::ForgetSession, [this] { forget(); });
    connect(&grid, &SessionGrid::openRequested, this, &SessionsDesk::open);
    connect(&grid, &SessionGrid::chosenChanged, this, &SessionsDesk::enable);
    connect(&page_.sessions(), &SessionsModel::renameRequested, this, &SessionsDesk::rename);
    connect(&page_.sessions(), &SessionsModel::changed, this, [this] {
        if (!toChoose_.isEmpty() && page_.sessions().rowOf(toChoose_) >= 0) {
            page_.grid().choose({std::exchange(toChoose_, {})});
        }
        enable();
    });
    connect(&settings_, &Settings::recentSessionsChanged, this, &SessionsDesk::refresh);
    connect(&recordings, &Recordings::changed, this, [this, &recordings] { follow(recordings); });
}

void SessionsDesk::setInFront(bool inFront) {
    if (std::exchange(inFront_, inFront) != inFront && inFront) {
        refresh();
    }
    enable();
}

// Where captures go: what the dialog was filled with last time, else where the program was started.
QStringList SessionsDesk::folders() const {
    CaptureRequest last;
    last.command = settings_.captureField(QStringLiteral("command"));
    last.folder = settings_.captureField(QStringLiteral("folder"));
    last.output = settings_.captureField(QStringLiteral("output"));
    if (last.folder.isEmpty()) {
        last.folder = QDir::currentPath();
    }
    QStringList folders{QFileInfo(last.outputPath()).path(), QDir::cleanPath(expandHome(last.folder))};
    folders.removeDuplicates();
    return folders;
}

void SessionsDesk::refresh() {
    if (!inFront_) {
        return; // it will be when it comes to the front
    }
    page_.sessions().refresh({settings_.recentSessions(), folders(), running_});
}

void SessionsDesk::follow(const Recordings& recordings) {
    QList<RunningSession> running;
    for (const RecordingLink* link : recordings.all()) {
        const recorder::RecordingStatus& status = *link->status();
        running << RunningSession{link->session(), link->program(), static_cast<qint64>(status.time),
                                  static_cast<qint64>(status.events), status.paused};
    }
    const bool same = std::ranges::equal(running, running_, {}, &RunningSession::path, &RunningSession::path);
    running_ = std::move(running);
    if (same) {
        page_.sessions().setRunning(running_);
    } else {
        refresh();
    }
}

void SessionsDesk::enable() {
    const QList<SessionEntry> chosen = inFront_ ? page_.grid().chosen() : QList<SessionEntry>();
    const auto every = [&](auto holds) { return !chosen.isEmpty() && std::ranges::all_of(chosen, holds); };
    const bool there = every([](const SessionEntry& it) { return !it.gone; });
    const bool ended = there && every([](const SessionEntry& it) { return !it.running; });
    actions_[ActionId::OpenChosen]->setEnabled(there);
    actions_[ActionId::RenameSession]->setEnabled(ended && chosen.size() == 1);
    actions_[ActionId::RevealSession]->setEnabled(there && chosen.size() == 1);
    actions_[ActionId::TrashSession]->setEnabled(ended);
    actions_[ActionId::ForgetSession]->setEnabled(every([](const SessionEntry& it) { return it.recent; }));
    Q_EMIT chosenChanged();
}

bool SessionsDesk::canCompare() const {
    const QList<SessionEntry> chosen = inFront_ ? page_.grid().chosen() : QList<SessionEntry>();
    return chosen.size() == 2 && std::ranges::none_of(chosen, &SessionEntry::gone);
}

void SessionsDesk::compareChosen() {
    const QList<SessionEntry> chosen = page_.grid().chosen();
    if (canCompare()) {
        Q_EMIT compareRequested(chosen[1].path, chosen[0].path); // newest first they stand
    }
}

void SessionsDesk::open(const QList<SessionEntry>& entries) {
    const auto gone = std::ranges::find_if(entries, &SessionEntry::gone);
    if (gone != entries.end()) {
        Q_EMIT failed(
            tr("%1 is no longer there. Put the file back, or remove it from the list.").arg(gone->path));
        return;
    }
    Q_EMIT page_.openRequested(pathsOf(entries));
}

void SessionsDesk::rename(const QString& path, const QString& name) {
    if (isOpen_(path)) {
        Q_EMIT failed(tr("%1 is open in a tab; close it, then rename it.").arg(QFileInfo(path).fileName()));
        return;
    }
    const auto renamed = renameSession(path, name);
    if (!renamed) {
        Q_EMIT failed(QString::fromStdString(renamed.error().message));
        return;
    }
    toChoose_ = renamed.value();
    settings_.renameRecentSession(path, renamed.value());
    refresh();
}

void SessionsDesk::moveToTrash() {
    QStringList paths;
    for (const SessionEntry& entry : page_.grid().chosen()) {
        if (isOpen_(entry.path)) {
            Q_EMIT failed(tr("%1 is open in a tab; close it, then move it to the trash.")
                              .arg(QFileInfo(entry.path).fileName()));
            return;
        }
        paths << entry.path;
    }
    job_.run([paths](const std::stop_token&) { return lanes::moveToTrash(paths); },
             [this](const Trashed& trashed) {
                 for (const QString& path : trashed.moved) {
                     settings_.removeRecentSession(path);
                 }
                 if (trashed.moved.size() == 1) {
                     Q_EMIT said(tr("Moved %1 to the trash").arg(QFileInfo(trashed.moved[0]).fileName()));
                 } else if (!trashed.moved.isEmpty()) {
                     Q_EMIT said(tr("Moved %n sessions to the trash", nullptr,
                                    static_cast<int>(trashed.moved.size())));
                 }
                 if (!trashed.failures.isEmpty()) {
                     Q_EMIT failed(trashed.failures.front());
                 }
                 refresh();
             });
}

void SessionsDesk::forget() {
    for (const QString& path : pathsOf(page_.grid().chosen())) {
        settings_.removeRecentSession(path);
    }
}

} // namespace lanes
