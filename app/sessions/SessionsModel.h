// All sessions that the sessions page shows: what the user has opened, what lies where captures go, what is being recorded.
#pragma once

#include "app/sessions/SessionEntry.h"
#include "views/shared/session/LatestJob.h"

#include <QAbstractListModel>

namespace lanes {

// UI thread. Files are looked for and read on the thread pool, one after the other; a newer refresh() ends the one before.
class SessionsModel : public QAbstractListModel {
    Q_OBJECT

public:
    // What a search looks in: name, folder, command, device.
    static constexpr int kSearchRole = Qt::UserRole;

    using QAbstractListModel::QAbstractListModel;

    // Looks again; what is known stays until then.
    void refresh(SessionSources sources);
    // What running recordings say of themselves; those that the last refresh() did not know are ignored.
    void setRunning(const QList<RunningSession>& running);
    // False before the first answer.
    [[nodiscard]] bool looked() const { return looked_; }
    [[nodiscard]] const SessionEntry& entry(int row) const { return entries_[row]; }
    [[nodiscard]] int rowOf(const QString& path) const; // -1: none

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
    // The file's new name; renameRequested() says it, and the model changes with the next refresh().
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;

Q_SIGNALS:
    void changed(); // there are other sessions, or facts of one
    void renameRequested(const QString& path, const QString& name);

private:
    void take(QList<SessionEntry> entries);
    void takeFacts(const QString& path, SessionFacts facts);

    QList<SessionEntry> entries_;
    bool looked_ = false;
    LatestJob job_;
};

} // namespace lanes
