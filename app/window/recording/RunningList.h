// This user's recordings on this machine, whoever started them: one row each, with a button to watch it.
#pragma once

#include <QList>
#include <QString>
#include <QWidget>

namespace lanes {

class Appearance;
class RecordingLink;
class Recordings;
class RunningRow;

// Hidden while there are no recordings.
class RunningList : public QWidget {
    Q_OBJECT

public:
    // `recordings` outlives the list.
    RunningList(Appearance& appearance, Recordings& recordings, QWidget* parent = nullptr);
    // The texts of the rows.
    [[nodiscard]] QStringList texts() const;

Q_SIGNALS:
    void watchRequested(const QString& session);

private:
    void refresh();

    Appearance& appearance_;
    Recordings& recordings_;
    QList<RunningRow*> rows_;
};

} // namespace lanes
