// Asks a Python interpreter for its version and for its torch.
#pragma once

#include "app/capture/sheet/CaptureField.h"

#include <QObject>
#include <QString>
#include <QTimer>

class QProcess;

namespace lanes {

class InterpreterCheck : public QObject {
    Q_OBJECT

public:
    explicit InterpreterCheck(QObject* parent = nullptr);
    ~InterpreterCheck() override;

    // Asks a moment later, as paths are typed letter by letter; nothing is asked twice in a row, and an empty path
    // forgets. changed() follows when there is an answer.
    void ask(const QString& interpreter);
    void forget();

    struct Answer {
        QString python; // "3.11"; empty: it does not answer
        QString torch;  // "2.9.1"; empty: it has none
        bool given = false;
    };
    // What it says to the user.
    struct Finding {
        CaptureField::Tone tone;
        QString text;
    };
    [[nodiscard]] Finding finding() const;

Q_SIGNALS:
    void changed();

private:
    void start();
    void stopAsking();

    QTimer pause_;
    QProcess* asking_ = nullptr;
    QString asked_;
    Answer answer_;
};

} // namespace lanes
