#include "app/sessions/SessionFacts.h"

#include "app/document/Thumbnail.h"
#include "views/shared/text/Text.h"

#include <QStringList>

#include <algorithm>
#include <utility>

namespace lanes {
namespace {

constexpr qsizetype kLongestCommand = 500;

// The first kind of device, and how many there are of it.
QString deviceOf(const Trace& trace) {
    QString device;
    int count = 0;
    for (const Process& process : trace.processes()) {
        if (process.kind != Process::Kind::Device) {
            continue;
        }
        const QString name = toQString(process.label.empty() ? process.name : process.label);
        device = count == 0 ? name : device;
        count += name == device ? 1 : 0;
    }
    return count > 1 ? QStringLiteral("%1 × %2").arg(count).arg(device) : device;
}

QString commandOf(const Trace& trace) {
    QStringList words;
    for (const std::string& word : trace.info().command) {
        words << toQString(word);
    }
    return words.join(QLatin1Char(' ')).simplified().left(kLongestCommand);
}

} // namespace

SessionFacts headFactsOf(const Trace& trace) {
    SessionFacts facts;
    facts.device = deviceOf(trace);
    facts.command = commandOf(trace);
    facts.whole = false;
    return facts;
}

SessionFacts factsOf(const Trace& trace, std::stop_token stop) {
    SessionFacts facts = headFactsOf(trace);
    const auto& coarse = trace.coarse();
    facts.durationNs = coarse ? coarse->span.length() : trace.work().length();
    facts.events = coarse ? static_cast<qint64>(coarse->slices) : trace.sliceCount();
    facts.picture = makeThumbnail(trace, std::move(stop));
    facts.whole = true;
    return facts;
}

} // namespace lanes
