// How much memory a process may have, as its control groups say; and that threads say when there is none left.
#include "model/base/MemoryLimit.h"
#include "model/base/Threads.h"
#include "tests/support/RunTest.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <atomic>
#include <cstdint>
#include <new>

using namespace lanes;

class tst_memory_limit : public QObject {
    Q_OBJECT

    static void put(const QTemporaryDir& root, const QString& path, const QByteArray& text) {
        const QString file = root.filePath(path);
        QVERIFY(QDir().mkpath(QFileInfo(file).path()));
        QFile out(file);
        QVERIFY(out.open(QIODevice::WriteOnly));
        out.write(text);
    }
    static std::size_t limitOf(const QTemporaryDir& root) {
        return controlGroupLimit(root.path().toStdString());
    }

private Q_SLOTS:
    void noGroups() {
        const QTemporaryDir root;
        QCOMPARE(limitOf(root), SIZE_MAX);
    }

    void theLeastOfAllAround() {
        const QTemporaryDir root;
        put(root, "proc/self/cgroup", "0::/user.slice/job/step\n");
        put(root, "sys/fs/cgroup/user.slice/job/step/memory.max", "max\n");
        QCOMPARE(limitOf(root), SIZE_MAX);
        put(root, "sys/fs/cgroup/user.slice/memory.max", "900000000\n");
        QCOMPARE(limitOf(root), std::size_t(900'000'000));
        put(root, "sys/fs/cgroup/user.slice/job/memory.max", "400000000\n");
        QCOMPARE(limitOf(root), std::size_t(400'000'000));
        put(root, "sys/fs/cgroup/user.slice/job/step/memory.max", "500000000\n");
        QCOMPARE(limitOf(root), std::size_t(400'000'000));
    }

    void inAContainerTheTopIsTheOwnGroup() {
        const QTemporaryDir root;
        put(root, "proc/self/cgroup", "0::/system.slice/docker-1234.scope\n");
        put(root, "sys/fs/cgroup/memory.max", "268435456\n");
        QCOMPARE(limitOf(root), std::size_t(268'435'456));
    }

    void theFirstVersion() {
        const QTemporaryDir root;
        put(root, "proc/self/cgroup", "12:cpu,cpuacct:/a\n4:hugetlb,memory:/a/b\n0::/\n");
        put(root, "sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
        put(root, "sys/fs/cgroup/memory/a/b/memory.limit_in_bytes", "1000000\n");
        put(root, "sys/fs/cgroup/memory.max", "max\n");
        QCOMPARE(limitOf(root), std::size_t(1'000'000));
    }

    void damagedFilesLimitNothing() {
        const QTemporaryDir root;
        put(root, "proc/self/cgroup", "0::/a\n::\nnonsense\n");
        put(root, "sys/fs/cgroup/a/memory.max", "many\n");
        QCOMPARE(limitOf(root), SIZE_MAX);
    }

    void thereIsALimit() {
        QVERIFY(usualMemoryLimit() > 0);
        QVERIFY(usualMemoryLimit() < SIZE_MAX / 2);
    }

    // Thrown on a thread that nobody catches on it would end the program.
    void aThreadWithoutMemoryTellsTheCaller() {
        for (const unsigned failing : {0u, 1u, 3u}) {
            std::atomic<int> done = 0;
            QVERIFY_EXCEPTION_THROWN(onThreads(4,
                                               [&](unsigned worker) {
                                                   if (worker == failing) {
                                                       throw std::bad_alloc();
                                                   }
                                                   ++done;
                                               }),
                                     std::bad_alloc);
            QCOMPARE(done.load(), 3); // the others' work is done
        }
    }
};

int run_tst_memory_limit(int argc, char** argv) {
    return lanes::test::runWithoutWindow<tst_memory_limit>(argc, argv);
}
#include "tst_memory_limit.moc"
