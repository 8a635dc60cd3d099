// `lanescope doctor` as a child: it records a moment of torch, which takes seconds and may end badly, and none of that may
// touch the window.
#pragma once

#include <QObject>
#include <QString>
#include <QStringList>

#include <vector>

class QProcess;

namespace lanes {

// One line of what it found.
struct DoctorLine {
    enum class State : std::uint8_t { Good, Limited, Broken };
    QString group; // "GPU"
    QString name;
    State state = State::Good;
    QString found;
    QString why;     // what it costs; empty if it is good
    QStringList fix; // commands, or one sentence
};

// Of the JSON that `lanescope doctor --json` prints, in the window's language. Empty if it is none; what it does not hold stays empty.
[[nodiscard]] std::vector<DoctorLine> doctorLines(const QByteArray& json);

// UI thread. Destroying it ends the child and waits for it.
class DoctorRun : public QObject {
    Q_OBJECT

public:
    // `program` is lanescope.
    explicit DoctorRun(QString program, QObject* parent = nullptr);
    ~DoctorRun() override;

    // Asks what the interpreter of this command, python3 where it names none, can record into `folder`; of several only the
    // last counts.
    void start(const QStringList& command, const QString& folder);
    void cancel();
    [[nodiscard]] bool running() const { return process_ != nullptr; }

Q_SIGNALS:
    // Why there are no lines, else empty.
    void finished(const std::vector<lanes::DoctorLine>& lines, const QString& complaint);

private:
    void finish();

    QString program_;
    QProcess* process_ = nullptr; // child
};

} // namespace lanes
