// An application that keeps an eye on its own UI thread: which event took it longest.
#pragma once

#include "tests/support/ThreadClock.h"

#include <QApplication>
#include <QEvent>
#include <QMetaEnum>
#include <QString>

#include <utility>

namespace lanes::test {

// The work of one event, with all that it set off before the loop went on.
struct HandledEvent {
    double ms = 0; // that the thread computed
    QString what;  // "UpdateRequest of MainWindow"
};

class UiWatch : public QApplication {
public:
    using QApplication::QApplication;

    // The longest since the last call.
    [[nodiscard]] HandledEvent takeLongest() { return std::exchange(longest_, {}); }

    // Does what an input does, as one event.
    template<class Input>
    void act(Input&& input) {
        measure(std::forward<Input>(input), [] { return QStringLiteral("the input itself"); });
    }

    bool notify(QObject* receiver, QEvent* event) override {
        if (working_) {
            return QApplication::notify(receiver, event);
        }
        bool taken = false;
        // before it is handled: the receiver may be gone afterwards
        measure([&] { taken = QApplication::notify(receiver, event); },
                [type = event->type(), receiverClass = receiver->metaObject()->className()] {
                    return describe(type, receiverClass);
                });
        return taken;
    }

private:
    template<class Work, class What>
    void measure(Work&& work, What&& what) {
        working_ = true;
        const std::int64_t before = threadNs();
        work();
        const double ms = double(threadNs() - before) / 1e6;
        working_ = false;
        if (ms > longest_.ms) {
            longest_ = {ms, what()};
        }
    }

    static QString describe(QEvent::Type type, const char* receiverClass) {
        const char* const name = QMetaEnum::fromType<QEvent::Type>().valueToKey(type);
        return QStringLiteral("%1 of %2")
            .arg(name != nullptr ? QString::fromLatin1(name) : QString::number(type),
                 QString::fromLatin1(receiverClass).remove(QStringLiteral("lanes::")));
    }

    bool working_ = false;
    HandledEvent longest_;
};

} // namespace lanes::test
