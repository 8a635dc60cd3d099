// Who lives is asked of the kernel: locks that end with their holder, whatever became of pids, forks and descriptors.
#include "collector/ring/FileLock.h"
#include "tests/support/Patience.h"

#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <string>

using lanes::kPatience;

using lanes::ring::FileLock;
using Holder = FileLock::Holder;

namespace {

// A one-way word between two processes.
class Signal {
public:
    Signal() { valid_ = pipe2(ends_.data(), O_CLOEXEC) == 0; }
    ~Signal() {
        close(ends_[0]);
        close(ends_[1]);
    }
    void give() const {
        if (valid_) {
            [[maybe_unused]] const ssize_t written = write(ends_[1], "", 1);
        }
    }
    [[nodiscard]] bool take() const {
        char byte = 0;
        return valid_ && read(ends_[0], &byte, 1) == 1;
    }

private:
    std::array<int, 2> ends_{-1, -1};
    bool valid_ = false;
};

// A child that does `body` and then waits to be killed.
template<class Body>
pid_t childThat(const Body& body) {
    const Signal done;
    const pid_t child = fork();
    if (child == 0) {
        body();
        done.give();
        for (;;) {
            pause();
        }
    }
    return done.take() ? child : -1;
}

void end(pid_t child) {
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
}

} // namespace

class tst_file_lock : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    int files_ = 0;

    std::string newFile() {
        const QString path = folder_.filePath(QStringLiteral("file%1").arg(++files_));
        QFile file(path);
        return file.open(QIODevice::WriteOnly) ? path.toStdString() : std::string();
    }

private Q_SLOTS:
    void oneHoldsItAndOthersSee() {
        const std::string path = newFile();
        QVERIFY(FileLock::holderOf(path) == Holder::Nobody);
        {
            const FileLock lock = FileLock::take(path);
            QVERIFY(lock);
            QVERIFY(FileLock::holderOf(path) == Holder::Somebody); // asking, and closing what one asked with,
            QVERIFY(FileLock::holderOf(path) == Holder::Somebody); // does not let go of it
            QVERIFY(!FileLock::take(path));
            QCOMPARE(errno, EAGAIN);
        }
        QVERIFY(FileLock::holderOf(path) == Holder::Nobody);
        QVERIFY(FileLock::take(path));
    }

    void itMovesWithItsObject() {
        const std::string path = newFile();
        FileLock first = FileLock::take(path);
        const FileLock second = std::move(first);
        QVERIFY(second);
        QVERIFY(FileLock::holderOf(path) == Holder::Somebody);
    }

    void deathLetsGo() {
        const std::string path = newFile();
        const pid_t child = childThat([&] { new FileLock(FileLock::take(path)); });
        QVERIFY(FileLock::holderOf(path) == Holder::Somebody);
        end(child);
        QVERIFY(FileLock::holderOf(path) == Holder::Nobody);
    }

    void forkedChildrenDoNotHoldIt() {
        const std::string path = newFile();
        FileLock lock = FileLock::take(path);
        const pid_t child = childThat([] {});
        lock = {};
        QVERIFY(FileLock::holderOf(path) == Holder::Nobody);
        end(child);
    }

    void aForkedChildThatEndsTakesNothingAway() {
        const std::string path = newFile();
        const FileLock lock = FileLock::take(path);
        end(childThat([] {}));
        QVERIFY(FileLock::holderOf(path) == Holder::Somebody);
    }

    void anotherProgramInItsPlaceDoesNotHoldIt() {
        const std::string path = newFile();
        // What a shell prints after exec comes from the new program.
        const Signal held;
        std::array<int, 2> out{};
        QCOMPARE(pipe(out.data()), 0);
        const pid_t child = fork();
        if (child == 0) {
            new FileLock(FileLock::take(path));
            held.give();
            dup2(out[1], STDOUT_FILENO);
            execlp("sh", "sh", "-c", "echo begun; exec sleep 1000", nullptr);
            _exit(1);
        }
        QVERIFY(held.take());
        char byte = 0;
        QCOMPARE(read(out[0], &byte, 1), ssize_t{1});
        QVERIFY(FileLock::holderOf(path) == Holder::Nobody);
        QCOMPARE(kill(child, 0), 0);
        end(child);
        close(out[0]);
        close(out[1]);
    }

    void closingAllDescriptorsKeepsIt() {
        const std::string path = newFile();
        const Signal done;
        const Signal over;
        const pid_t child = fork();
        if (child == 0) {
            new FileLock(FileLock::take(path));
            // Over all but the two words: as daemons do.
            for (int descriptor = 3; descriptor < 256; ++descriptor) {
                struct stat facts {};
                if (fstat(descriptor, &facts) == 0 && !S_ISFIFO(facts.st_mode)) {
                    close(descriptor);
                }
            }
            done.give();
            [[maybe_unused]] const bool asked = over.take();
            _exit(0);
        }
        QVERIFY(done.take());
        QVERIFY(FileLock::holderOf(path) == Holder::Somebody);
        over.give();
        QCOMPARE(waitpid(child, nullptr, 0), child);
        QVERIFY(FileLock::holderOf(path) == Holder::Nobody);
    }

    void noDescriptorStaysOpen() {
        const std::string path = newFile();
        const int before = open("/dev/null", O_RDONLY | O_CLOEXEC);
        close(before);
        const FileLock lock = FileLock::take(path);
        const int after = open("/dev/null", O_RDONLY | O_CLOEXEC);
        close(after);
        QVERIFY(lock);
        QCOMPARE(after, before);
    }

    void anotherPidNamespaceIsNoWall() {
        const QStringList apart{QStringLiteral("-rpf"), QStringLiteral("--mount-proc")};
        if (QProcess::execute(QStringLiteral("unshare"), apart + QStringList{QStringLiteral("true")}) != 0) {
            QSKIP("unshare -rpf is not allowed here: no pid namespace of our own");
        }
        const QString name = QStringLiteral("tst_file_lock"); // our class among those of the program
        const QString self = QCoreApplication::applicationFilePath();
        const std::string path = newFile();
        const QString file = QString::fromStdString(path);
        {
            const FileLock lock = FileLock::take(path);
            QProcess inside;
            inside.start(QStringLiteral("unshare"),
                         apart + QStringList{self, name, QStringLiteral("ask"), file});
            QVERIFY(inside.waitForFinished(kPatience));
            QCOMPARE(inside.readAllStandardOutput(), QByteArray("somebody\n"));
        }
        QProcess inside;
        inside.start(QStringLiteral("unshare"),
                     apart + QStringList{self, name, QStringLiteral("hold"), file});
        QVERIFY(inside.waitForReadyRead(kPatience));
        QVERIFY(FileLock::holderOf(path) == Holder::Somebody);
        inside.closeWriteChannel();
        QVERIFY(inside.waitForFinished(kPatience));
        QVERIFY(FileLock::holderOf(path) == Holder::Nobody);
    }

    void whatIsNoFileIsUnknown() {
        const QString pipe = folder_.filePath(QStringLiteral("pipe"));
        QCOMPARE(mkfifo(pipe.toLocal8Bit().constData(), 0600), 0);
        const QString link = folder_.filePath(QStringLiteral("link"));
        QVERIFY(QFile::link(QString::fromStdString(newFile()), link));
        for (const QString& path : {pipe, link, folder_.path(), QStringLiteral("/dev/zero"),
                                    folder_.filePath(QStringLiteral("missing"))}) {
            QVERIFY(FileLock::holderOf(path.toStdString()) == Holder::Unknown);
            QVERIFY(!FileLock::take(path.toStdString()));
        }
    }
};

// In the other pid namespace this program asks, or holds until its input ends.
int run_tst_file_lock(int argc, char** argv) {
    if (argc == 3 && std::strcmp(argv[1], "ask") == 0) {
        std::puts(FileLock::holderOf(argv[2]) == Holder::Somebody ? "somebody" : "nobody");
        return 0;
    }
    if (argc == 3 && std::strcmp(argv[1], "hold") == 0) {
        const FileLock lock = FileLock::take(argv[2]);
        std::puts(lock ? "held" : "refused");
        std::fflush(stdout);
        return std::getchar() == EOF ? 0 : 1;
    }
    QCoreApplication application(argc, argv);
    tst_file_lock test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_file_lock.moc"
