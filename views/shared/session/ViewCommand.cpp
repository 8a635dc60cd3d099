#include "views/shared/session/ViewCommand.h"

#include <QString>

namespace lanes {

QString textOf(const ViewCommand& command) {
    return QCoreApplication::translate(ViewCommand::kContext, command.text);
}

QList<QKeySequence> keysFrom(const char* keys) {
    QList<QKeySequence> all;
    for (const QString& one : QString::fromLatin1(keys).split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
        all << QKeySequence(one, QKeySequence::PortableText);
    }
    return all;
}

} // namespace lanes
