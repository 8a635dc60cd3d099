// All sessions on the sessions page: those that the user has opened, those in the folders of captures, and those being
// recorded.
#pragma once

#include "app/sessions/SessionEntry.h"
#include "views/shared/session/LatestJob.h"

#include <QAbstractListModel>

namespace lanes {

// UI thread. Files are searched and read on the thread pool, one after the other. A newer refresh() ends the one before.
class SessionsModel : public QAbstractListModel {
    Q_OBJECT

public:
    // The text that a search looks in: name, folder, command, device.
    static constexpr int kSearchRole = Qt::UserRole;

    using QAbstractListModel::QAbstractListModel;

    // Searches again; the old entries stay until then.
    void refresh(SessionSources sources);
    // Takes the status of running recordings. Those unknown to the last refresh() are ignored.
    void setRunning(const QList<RunningSession>& running);
    // False before the first answer.
    [[nodiscard]] bool looked() const { return looked_; }
    [[nodiscard]] const SessionEntry& entry(int row) const { return entries_[row]; }
    [[nodiscard]] int rowOf(const QString& path) const; // -1: no such row

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
    // Requests a new name for the file by renameRequested(). The model changes with the next refresh().
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;

Q_SIGNALS:
    void changed(); // the set of sessions, or the facts of one
    void renameRequested(const QString& path, const QString& name);

private:
    void take(QList<SessionEntry> entries);
    void takeFacts(const QString& path, SessionFacts facts);

    QList<SessionEntry> entries_;
    bool looked_ = false;
    LatestJob job_;
};

} // namespace lanes
