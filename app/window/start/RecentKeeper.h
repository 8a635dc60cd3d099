// Saves what the sessions page shows of a session once it has been read: its facts and its picture.
#pragma once

#include "app/document/Document.h"
#include "views/shared/session/LatestJob.h"

#include <QObject>

namespace lanes {

class Settings;

// One per document, with the same lifetime.
class RecentKeeper : public QObject {
    Q_OBJECT

public:
    RecentKeeper(Document& document, Settings& settings);

private:
    void keep();

    Document& document_;
    Settings& settings_;
    LatestJob job_;
};

} // namespace lanes
