// What the sessions page says of a file that holds a session: a few facts and a picture.
#pragma once

#include "model/trace/Trace.h"

#include <QImage>
#include <QString>

#include <stop_token>

namespace lanes {

// Empty or -1: not known.
struct SessionFacts {
    qint64 durationNs = -1;
    qint64 events = -1;
    QString device;    // "2 × H100"
    QString command;   // one line
    QString trouble;   // why it cannot be read; a sentence
    bool whole = true; // false: too large to be read for this, so that only its head is known
    QImage picture;    // see makeThumbnail(); null: none

    friend bool operator==(const SessionFacts&, const SessionFacts&) = default;
};

// Of a trace that is whole, or of one whose coarse lanes stand for what is missing. O(slices), or O(coarse cells).
[[nodiscard]] SessionFacts factsOf(const Trace& trace, std::stop_token stop = {});

// What the head of a file says: the trace holds only some of its events.
[[nodiscard]] SessionFacts headFactsOf(const Trace& trace);

} // namespace lanes
