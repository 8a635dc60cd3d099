// This user's recordings that run on this machine, whoever has started them, a row each with a button that watches it.
#pragma once

#include <QList>
#include <QString>
#include <QWidget>

namespace lanes {

class Appearance;
class RecordingLink;
class Recordings;
class RunningRow;

// Hidden while there are none.
class RunningList : public QWidget {
    Q_OBJECT

public:
    // `recordings` outlives it.
    RunningList(Appearance& appearance, Recordings& recordings, QWidget* parent = nullptr);
    // What stands in the rows, for people.
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
