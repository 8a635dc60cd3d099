// Another host for tests of the window: an sshd on loopback (tests/capture/remote_host.py), and a docker and a kubectl that
// run their commands with that host's home.
#pragma once

#include "tests/support/Patience.h"

#include <QDir>
#include <QProcess>
#include <QStandardPaths>
#include <QString>

namespace lanes::test {

class FarHost {
public:
    // Whether this machine can play one.
    [[nodiscard]] static bool installed() {
        return !QStandardPaths::findExecutable("sshd", {"/usr/sbin", "/usr/bin", "/sbin"}).isEmpty();
    }
    FarHost() {
        host_.start("python3", {QStringLiteral(LANESCOPE_SOURCE_DIR "/tests/capture/remote_host.py")});
        folder_ = answer();
        before_ = qgetenv("PATH");
        qputenv("PATH", (folder_ + "/bin:").toUtf8() + before_);
        qputenv("XDG_RUNTIME_DIR", (folder_ + "/run").toUtf8());
        qputenv("XDG_STATE_HOME", (folder_ + "/state").toUtf8());
    }
    ~FarHost() {
        host_.closeWriteChannel();
        host_.waitForFinished(kPatience);
        qputenv("PATH", before_);
    }
    FarHost(const FarHost&) = delete;
    FarHost& operator=(const FarHost&) = delete;

    [[nodiscard]] bool good() const { return QDir(folder_).exists("home"); }
    // One of TOLD in remote_host.py: "cut" ends connections, "leave": cannot be reached until "start" ...
    void ask(const char* what) {
        host_.write(QByteArray(what) + "\n");
        answer();
    }
    // Captures that have not been taken away yet.
    [[nodiscard]] QStringList captures() const {
        QStringList found;
        for (const char* cache : {"cache", ".cache"}) {
            found += QDir(folder_ + "/home/" + cache + "/lanescope/captures")
                         .entryList(QDir::Dirs | QDir::NoDotAndDotDot);
        }
        return found;
    }

private:
    QString answer() {
        while (!host_.canReadLine() && host_.waitForReadyRead(kPatience)) {
        }
        return QString::fromUtf8(host_.readLine()).trimmed();
    }

    QProcess host_;
    QString folder_;
    QByteArray before_;
};

} // namespace lanes::test
