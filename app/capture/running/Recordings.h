// This user's recordings running on this machine now: started from this window, from a shell, or by programs that record
// themselves.
#pragma once

#include "app/capture/running/RecordingLink.h"
#include "views/shared/session/LatestJob.h"

#include <QList>
#include <QObject>
#include <QTimer>

#include <map>
#include <string>
#include <vector>

namespace lanes {

// UI thread.
class Recordings : public QObject {
    Q_OBJECT

public:
    explicit Recordings(QObject* parent = nullptr);

    // The recordings that have sent a status. A link lives as long as its recording, so hold it by QPointer. If this machine
    // fetches a session from itself, that session's recorder is left out.
    [[nodiscard]] QList<RecordingLink*> all() const;
    // The recording that writes this session (absolute path); null: none.
    [[nodiscard]] RecordingLink* of(const QString& session) const;

Q_SIGNALS:
    void changed(); // the set of recordings, or the status of one
    void told(const QString& sentence);
    void refused(const QString& sentence);

private:
    void look();
    void take(const std::vector<std::string>& folders);

    std::map<std::string, RecordingLink*> links_; // children, by folder
    QTimer tick_;
    LatestJob job_;
};

} // namespace lanes
