// The library as programs load it: what fork() leaves of it in the child.
#include "tests/collector/SessionPage.h"
#include "tests/support/RunTest.h"

#include <QTemporaryDir>
#include <QTest>

#include <dlfcn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <string>
#include <thread>

using namespace lanes;

namespace {

constexpr unsigned kHangs = 60; // seconds

using Join = void (*)(const char* folder, char* error);

Join loadedJoin() {
    void* library =
        dlopen(LANESCOPE_BINARY_DIR "/lib/lanescope/boot/lanescope_probe/liblanescope_probe.so", RTLD_NOW);
    return library != nullptr ? reinterpret_cast<Join>(dlsym(library, "lanes_probe_join")) : nullptr;
}

} // namespace

class tst_probe_fork : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aChildOfAProcessThatJustJoinsCanJoin() {
        const Join join = loadedJoin();
        QVERIFY(join != nullptr);
        char error[512] = {};
        std::atomic<bool> over{false};
        std::thread other([&] {
            char unused[512];
            while (!over) {
                join("/nowhere", unused);
            }
        });
        int failed = 0;
        for (int i = 0; i < 100 && failed == 0; ++i) {
            const pid_t child = fork();
            if (child == 0) {
                alarm(kHangs); // which ends it
                join("/nowhere", error);
                _exit(error[0] == 0 ? 1 : 0);
            }
            int status = -1;
            waitpid(child, &status, 0);
            failed += status != 0 ? 1 : 0;
        }
        over = true;
        other.join();
        QCOMPARE(failed, 0);
    }

    // As where torch is imported by a second interpreter of the process.
    void aProcessThatJoinsTwiceCanFork() {
        const Join join = loadedJoin();
        QVERIFY(join != nullptr);
        QTemporaryDir folder(QStringLiteral("/dev/shm/tst_probe_fork-XXXXXX"));
        const std::string path = folder.path().toStdString();
        const test::SessionPage page(path, ring::kMinRingBytes, 1 << 20);
        const pid_t joining = fork(); // this one belongs to no session
        if (joining == 0) {
            alarm(kHangs);
            char first[512] = {};
            char second[512] = {};
            join(path.c_str(), first);
            join(path.c_str(), second);
            const pid_t child = fork();
            if (child == 0) {
                _exit(7);
            }
            int status = -1;
            const bool ended = waitpid(child, &status, 0) == child && WIFEXITED(status);
            _exit(first[0] == 0 && second[0] == 0 && ended ? WEXITSTATUS(status) : 1);
        }
        int status = -1;
        QCOMPARE(waitpid(joining, &status, 0), joining);
        QVERIFY(WIFEXITED(status)); // no signal ended it
        QCOMPARE(WEXITSTATUS(status), 7);
    }
};

int run_tst_probe_fork(int argc, char** argv) {
    return lanes::test::runWithoutWindow<tst_probe_fork>(argc, argv);
}
#include "tst_probe_fork.moc"
