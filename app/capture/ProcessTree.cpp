#include "app/capture/ProcessTree.h"

#include <QByteArray>
#include <QDir>
#include <QFile>
#include <QList>

#include <csignal>
#include <filesystem>
#include <string>
#include <system_error>
#include <utility>

namespace lanes {
namespace {

constexpr int kDeepest = 1000; // parents of parents

QByteArray contentOf(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

// The processes that `parent` has started itself.
QList<pid_t> childrenOf(pid_t parent) {
    QList<pid_t> children;
    const QDir tasks(QStringLiteral("/proc/%1/task").arg(parent));
    for (const QString& task : tasks.entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        for (const QByteArray& child :
             contentOf(tasks.filePath(task + QStringLiteral("/children"))).split(' ')) {
            const int id = child.trimmed().toInt();
            if (id > 0) {
                children << id;
            }
        }
    }
    return children;
}

// 0 if there is none that can be known.
pid_t parentOf(pid_t process) {
    const QByteArray stat = contentOf(QStringLiteral("/proc/%1/stat").arg(process));
    // the name before it may hold anything, also parentheses
    const QList<QByteArray> fields = stat.mid(stat.lastIndexOf(')') + 2).split(' ');
    return fields.size() > 1 ? fields[1].toInt() : 0;
}

} // namespace

void killTree(pid_t root, bool rootToo, pid_t spared) {
    if (rootToo) {
        ::kill(root, SIGSTOP);
    }
    // each is stopped before its children are listed, so that it starts no more of them, and nobody is left without a
    // parent before the last one is known
    QList<pid_t> found = childrenOf(root);
    found.removeAll(spared);
    for (qsizetype i = 0; i < found.size(); ++i) {
        ::kill(found[i], SIGSTOP);
        found << childrenOf(found[i]);
        found.removeAll(spared);
    }
    if (rootToo) {
        found.prepend(root);
    }
    for (const pid_t process : std::as_const(found)) {
        ::kill(process, SIGKILL);
    }
}

bool isBelow(pid_t process, pid_t ancestor) {
    for (int i = 0; i < kDeepest && process > 1; ++i) {
        process = parentOf(process);
        if (process == ancestor) {
            return true;
        }
    }
    return false;
}

bool sharesPids(pid_t process) {
    const auto space = [](const std::string& who) {
        std::error_code problem;
        return std::filesystem::read_symlink("/proc/" + who + "/ns/pid", problem).string();
    };
    const std::string theirs = space(std::to_string(process));
    return !theirs.empty() && theirs == space("self");
}

} // namespace lanes
