// Runs `lanescope doctor` as a child process. It records a moment of torch, which takes seconds and may crash; the window must
// not suffer.
#pragma once

#include <QObject>
#include <QString>
#include <QStringList>

#include <vector>

class QProcess;

namespace lanes {

// One line of the result.
struct DoctorLine {
    enum class State : std::uint8_t { Good, Limited, Broken };
    QString group; // "GPU"
    QString name;
    State state = State::Good;
    QString found;
    QString why;     // the consequence; empty if the state is good
    QStringList fix; // commands, or one sentence
};

// Parses the JSON of `lanescope doctor --json` into the window's language. Empty if it is something else; missing members stay
// empty.
[[nodiscard]] std::vector<DoctorLine> doctorLines(const QByteArray& json);

// UI thread. The destructor ends the child and waits for it.
class DoctorRun : public QObject {
    Q_OBJECT

public:
    // `program` is the path of lanescope.
    explicit DoctorRun(QString program, QObject* parent = nullptr);
    ~DoctorRun() override;

    // Asks what the command's interpreter can record into `folder`. A command without one means python3. A new call replaces
    // the one before.
    void start(const QStringList& command, const QString& folder);
    void cancel();
    [[nodiscard]] bool running() const { return process_ != nullptr; }

Q_SIGNALS:
    // `complaint` says why there are no lines; else it is empty.
    void finished(const std::vector<lanes::DoctorLine>& lines, const QString& complaint);

private:
    void finish();

    QString program_;
    QProcess* process_ = nullptr; // child
};

} // namespace lanes
