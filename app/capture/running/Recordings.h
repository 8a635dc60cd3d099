// This user's recordings that run on this machine at this moment: of this window, of a shell, of programs that record
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

    // Those that have said what they record. They stay as long as the recording, so hold them by QPointer.
    // But not the recorder of what is fetched by this machine, where that is from this machine, too.
    [[nodiscard]] QList<RecordingLink*> all() const;
    // The one that writes this session (absolute path); null: none.
    [[nodiscard]] RecordingLink* of(const QString& session) const;

Q_SIGNALS:
    void changed(); // which there are, or what one says
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
