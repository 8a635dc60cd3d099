#include "views/shared/text/ProcessName.h"

#include "views/shared/text/Text.h"

#include <QCoreApplication>

namespace lanes {

namespace {

class ProcessWords {
    Q_DECLARE_TR_FUNCTIONS(ProcessName)
};

QString nameOf(const Process& about, const ProcessRoles& roles, ProcessId process) {
    switch (roles.of(process)) {
    case ProcessRole::DataWorker:
        return ProcessWords::tr("DataLoader worker %1").arg(roles.numberOf(process));
    case ProcessRole::CompileWorker:
        return ProcessWords::tr("Compile worker %1").arg(roles.numberOf(process));
    case ProcessRole::Program:
        break;
    }
    const std::string& script = roles.scriptOf(process);
    return !script.empty()      ? toQString(script)
           : about.name.empty() ? ProcessWords::tr("Process")
                                : toQString(about.name);
}

} // namespace

QString processName(const Trace& trace, const ProcessRoles& roles, ProcessId process) {
    const Process& about = trace.processes()[process.value];
    const bool worker = roles.of(process) != ProcessRole::Program;
    const QString name = nameOf(about, roles, process);
    if (about.rank < 0 || about.kind != Process::Kind::Host) {
        return name;
    }
    return worker ? ProcessWords::tr("%1 of rank %2").arg(name).arg(about.rank)
                  : ProcessWords::tr("Rank %1, %2").arg(about.rank).arg(name);
}

} // namespace lanes
