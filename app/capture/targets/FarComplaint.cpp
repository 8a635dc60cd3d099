#include "app/capture/targets/FarComplaint.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <array>

namespace lanes {
namespace {

class Complaints {
    Q_DECLARE_TR_FUNCTIONS(FarComplaint)
};

constexpr qsizetype kMostSaid = 300;
constexpr char kMark[] = "lanescope: "; // what comes from the near end begins with it

struct KnownComplaint {
    const char* said; // by ssh or the near end, in any language of the user's
    const char* what;
    const char* remedy;
    const char* command;
    bool lasts = false;
};
constexpr std::array<KnownComplaint, 9> kKnownComplaints = {{
    {"Permission denied (",
     QT_TRANSLATE_NOOP("FarComplaint",
                       "Permission denied by %1: no key, password or passphrase was the right one."),
     "", ""},
    {"Host key verification failed",
     QT_TRANSLATE_NOOP("FarComplaint", "%1 is not the host that it was: its key has changed."),
     QT_TRANSLATE_NOOP(
         "FarComplaint",
         "If it was installed anew, compare its new key with whoever runs it, then forget the old one:"),
     "%4", true},
    {"Could not resolve hostname", QT_TRANSLATE_NOOP("FarComplaint", "There is no host %2."),
     QT_TRANSLATE_NOOP("FarComplaint", "Is the name right, or is it in ~/.ssh/config?"), "", true},
    {"Connection refused", QT_TRANSLATE_NOOP("FarComplaint", "%1 cannot be reached: connection refused."),
     QT_TRANSLATE_NOOP("FarComplaint", "Does sshd run there, at this port?"), ""},
    {"Connection timed out", QT_TRANSLATE_NOOP("FarComplaint", "%1 cannot be reached: it does not answer."),
     QT_TRANSLATE_NOOP("FarComplaint", "Is it on, and is a jump host needed?"), ""},
    {"cannot be copied to", QT_TRANSLATE_NOOP("FarComplaint", "The collector cannot be copied to %1."),
     QT_TRANSLATE_NOOP("FarComplaint", "Is there room in its ~/.cache? tar and sha256sum are needed, too."),
     ""},
    {"permission denied while trying to connect",
     QT_TRANSLATE_NOOP("FarComplaint", "You may not use %3 on this machine."),
     QT_TRANSLATE_NOOP("FarComplaint", "Is your user in its group?"), "", true},
    {"No such container", QT_TRANSLATE_NOOP("FarComplaint", "%1 cannot be reached: no such container."),
     QT_TRANSLATE_NOOP("FarComplaint", "Which ones run:"), "%3 container ls", true},
    {"(NotFound)", QT_TRANSLATE_NOOP("FarComplaint", "%1 cannot be reached: there is no such pod."),
     QT_TRANSLATE_NOOP("FarComplaint", "Which ones run:"), "%3 get pods", true},
}};

// What makes ssh forget a host's old key: it says so itself, with the name that it knows the host by.
QString forgetting(const QString& said, const QString& name) {
    static const QRegularExpression kRemove(
        QStringLiteral("ssh-keygen -f [\"']?[^\"'\\n]+[\"']? -R [\"']?([^\"'\\s]+)"));
    const QRegularExpressionMatch match = kRemove.match(said);
    const QString known = match.hasMatch() ? match.captured(1) : name;
    return QStringLiteral("ssh-keygen -R '%1'").arg(known);
}

} // namespace

QString FarTrouble::inOneLine() const {
    QString line = what;
    for (const QString& more : {remedy, command}) {
        line += more.isEmpty() ? QString() : QLatin1Char(' ') + more;
    }
    return line;
}

FarTrouble farTrouble(const QString& said, const QString& target) {
    const QString name = target.section(QLatin1Char(':'), 1).section(QLatin1Char('@'), -1);
    const auto filled = [&](QString text) {
        return text.replace(QLatin1String("%4"), forgetting(said, name))
            .replace(QLatin1String("%3"), target.section(QLatin1Char(':'), 0, 0))
            .replace(QLatin1String("%2"), name)
            .replace(QLatin1String("%1"), target);
    };
    for (const KnownComplaint& known : kKnownComplaints) {
        if (said.contains(QLatin1String(known.said))) {
            return {filled(Complaints::tr(known.what)),
                    *known.remedy == 0 ? QString() : Complaints::tr(known.remedy),
                    filled(QString::fromLatin1(known.command)), known.lasts};
        }
    }
    const QString line = said.simplified();
    const qsizetype ours = line.lastIndexOf(QLatin1String(kMark));
    return {ours < 0 || line.contains(QLatin1String(" above"))
                ? line.right(kMostSaid) // of others, whose last word it is
                : line.mid(ours + static_cast<qsizetype>(sizeof kMark) - 1).left(kMostSaid)};
}

QString farComplaint(const QString& said, const QString& target) {
    return farTrouble(said, target).inOneLine();
}

} // namespace lanes
