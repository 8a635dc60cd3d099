#include "app/capture/sheet/OfferedWords.h"

#include "app/capture/ShellWords.h"

#include <QDir>
#include <QFileInfo>
#include <QStandardPaths>

#include <array>

namespace lanes {
namespace {

constexpr std::array kEnvironments{".venv", "venv", "env"}; // that interpreters of a folder stand in

// What programs with torch are steered by.
constexpr std::array kTorchVariables{
    "CUDA_VISIBLE_DEVICES",    "CUDA_LAUNCH_BLOCKING", "OMP_NUM_THREADS",
    "MKL_NUM_THREADS",         "NCCL_DEBUG",           "NCCL_SOCKET_IFNAME",
    "GLOO_SOCKET_IFNAME",      "MASTER_ADDR",          "MASTER_PORT",
    "PYTORCH_CUDA_ALLOC_CONF", "PYTHONPATH",           "PYTHONUNBUFFERED",
    "LD_LIBRARY_PATH",         "TORCH_LOGS",           "TORCHINDUCTOR_CACHE_DIR",
    "TOKENIZERS_PARALLELISM"};

} // namespace

QStringList offeredInterpreters(const QStringList& paths) {
    QStringList words = paths;
    for (const char* environment : kEnvironments) {
        const QString below = QLatin1String(environment) + QStringLiteral("/bin/python");
        if (!paths.filter(QLatin1Char('/') + below).isEmpty()) {
            words << below;
        }
    }
    return words;
}

QStringList offeredVariables(const QStringList& set) {
    QStringList words;
    for (const char* name : kTorchVariables) {
        words << QString::fromLatin1(name) + QLatin1Char('=');
    }
    for (const QString& name : set) {
        words << name + QLatin1Char('=');
    }
    words.removeDuplicates();
    words.sort();
    return words;
}

QStringList interpretersFor(const QString& folder) {
    QStringList found;
    const auto add = [&found](const QString& path) {
        const QFileInfo file(path);
        if (!path.isEmpty() && file.isFile() && file.isExecutable() &&
            !found.contains(file.absoluteFilePath())) {
            found << file.absoluteFilePath();
        }
    };
    for (const char* environment : kEnvironments) {
        add(QDir(expandHome(folder))
                .absoluteFilePath(QLatin1String(environment) + QStringLiteral("/bin/python")));
    }
    for (const char* active : {"VIRTUAL_ENV", "CONDA_PREFIX"}) {
        if (qEnvironmentVariableIsSet(active)) {
            add(qEnvironmentVariable(active) + QStringLiteral("/bin/python"));
        }
    }
    add(QStandardPaths::findExecutable(QStringLiteral("python3")));
    add(QStringLiteral("/usr/bin/python3"));
    return found;
}

} // namespace lanes
