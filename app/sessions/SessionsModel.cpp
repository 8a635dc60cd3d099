#include "app/sessions/SessionsModel.h"

#include "app/sessions/FactsCache.h"
#include "app/sessions/ReadFacts.h"
#include "app/sessions/SessionText.h"

#include <QFileInfo>

#include <algorithm>
#include <utility>

namespace lanes {

void SessionsModel::refresh(SessionSources sources) {
    job_.start(
        [this, sources = std::move(sources)](const std::stop_token& stop, const LatestJob::Post& post) {
            const QList<SessionEntry> found = collectSessions(sources, stop);
            // `this` is touched on its own thread only, and not once the job is over
            post([this, found] { take(found); });
            for (const SessionEntry& entry : found) {
                if (stop.stop_requested()) {
                    return;
                }
                if (entry.facts || entry.gone || entry.running) {
                    continue;
                }
                const QFileInfo file(entry.path);
                SessionFacts facts = readFacts(entry.path, stop);
                if (stop.stop_requested()) {
                    return;
                }
                if (facts.trouble.isEmpty()) { // it may go away without the file changing
                    FactsCache::save(file, facts);
                }
                post([this, path = entry.path, facts = std::move(facts)] { takeFacts(path, facts); });
            }
        });
}

void SessionsModel::setRunning(const QList<RunningSession>& running) {
    for (const RunningSession& one : running) {
        const int row = rowOf(one.path);
        if (row >= 0 && entries_[row].running && *entries_[row].running != one) {
            entries_[row].running = one;
            Q_EMIT dataChanged(index(row), index(row));
        }
    }
}

void SessionsModel::take(QList<SessionEntry> entries) {
    looked_ = true;
    const bool same = std::ranges::equal(entries, entries_, {}, &SessionEntry::path, &SessionEntry::path);
    if (same) {
        entries_ = std::move(entries);
        if (!entries_.isEmpty()) {
            Q_EMIT dataChanged(index(0), index(rowCount() - 1));
        }
    } else {
        beginResetModel();
        entries_ = std::move(entries);
        endResetModel();
    }
    Q_EMIT changed();
}

void SessionsModel::takeFacts(const QString& path, SessionFacts facts) {
    const int row = rowOf(path);
    if (row >= 0) {
        entries_[row].facts = std::move(facts);
        Q_EMIT dataChanged(index(row), index(row));
        Q_EMIT changed();
    }
}

int SessionsModel::rowOf(const QString& path) const {
    const auto it = std::ranges::find(entries_, path, &SessionEntry::path);
    return it == entries_.end() ? -1 : static_cast<int>(it - entries_.begin());
}

int SessionsModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(entries_.size());
}

QVariant SessionsModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= entries_.size()) {
        return {};
    }
    const SessionEntry& entry = entries_[index.row()];
    switch (role) {
    case Qt::DisplayRole:
    case Qt::EditRole:
        return QFileInfo(entry.path).fileName();
    case Qt::ToolTipRole:
    case Qt::AccessibleDescriptionRole:
        return sessionText(entry);
    case kSearchRole: {
        const SessionFacts facts = entry.facts.value_or(SessionFacts());
        return QStringList{entry.path, programText(entry), facts.device}.join(QLatin1Char('\n'));
    }
    default:
        return {};
    }
}

Qt::ItemFlags SessionsModel::flags(const QModelIndex& index) const {
    const Qt::ItemFlags flags = QAbstractListModel::flags(index) | Qt::ItemNeverHasChildren;
    const bool fixed = !index.isValid() || entries_[index.row()].gone || entries_[index.row()].running;
    return fixed ? flags : flags | Qt::ItemIsEditable;
}

bool SessionsModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    if (index.isValid() && role == Qt::EditRole && value != data(index, role)) {
        Q_EMIT renameRequested(entries_[index.row()].path, value.toString());
    }
    return false;
}

} // namespace lanes
