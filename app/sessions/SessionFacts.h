// The facts that the sessions page shows about a session's file, with a picture.
#pragma once

#include "model/trace/Trace.h"

#include <QImage>
#include <QString>

#include <stop_token>

namespace lanes {

// Empty or -1: unknown.
struct SessionFacts {
    qint64 durationNs = -1;
    qint64 events = -1;
    QString device;    // "2 × H100"
    QString command;   // one line
    QString trouble;   // why it cannot be read; a sentence
    bool whole = true; // false: too large to be read for this; only the head is known
    QImage picture;    // see makeThumbnail(); null: none

    friend bool operator==(const SessionFacts&, const SessionFacts&) = default;
};

// Returns the facts of a whole trace, or of one whose coarse lanes replace missing slices. O(slices), or O(coarse cells).
[[nodiscard]] SessionFacts factsOf(const Trace& trace, std::stop_token stop = {});

// Returns the facts in the head of a file, for a trace that contains only some of its events.
[[nodiscard]] SessionFacts headFactsOf(const Trace& trace);

} // namespace lanes
