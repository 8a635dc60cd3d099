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

    // Asks a moment later, because paths are typed letter by letter. It never asks the same twice in a row. An empty path
    // forgets the answer. changed() follows when an answer arrives.
    void ask(const QString& interpreter);
    void forget();

    struct Answer {
        QString python; // "3.11"; empty: no answer
        QString torch;  // "2.9.1"; empty: no torch
        bool given = false;
    };
    // The finding for the user.
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
