// A file takes its name once it is whole, and what stood there stays until then.
#include "model/base/PartFile.h"
#include "tests/support/RunTest.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>
#include <unistd.h>

using namespace lanes;

class TestPartFile : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        folder_ = std::make_unique<QTemporaryDir>();
        QVERIFY(folder_->isValid());
    }

    void whatIsNotCommittedLeavesNothing() {
        put("there", "before");
        {
            auto file = PartFile::create(path("there"));
            QVERIFY(file.ok());
            QCOMPARE(::write(file->descriptor(), "half", 4), 4);
        }
        QCOMPARE(contents("there"), QByteArray("before"));
        QCOMPARE(names(), QStringList{"there"});
    }

    void whatIsCommittedTakesItsPlaceWithItsRights() {
        put("there", "before");
        QCOMPARE(::chmod(path("there").c_str(), 0600), 0);
        auto file = PartFile::create(path("there"));
        QVERIFY(file.ok());
        QCOMPARE(::write(file->descriptor(), "after", 5), 5);
        QVERIFY(file->commit().ok());
        QCOMPARE(contents("there"), QByteArray("after"));
        QCOMPARE(names(), QStringList{"there"});
        struct stat info {};
        QCOMPARE(::stat(path("there").c_str(), &info), 0);
        QCOMPARE(info.st_mode & 0777U, 0600U);
    }

    void aLinkStaysALink() {
        put("real", "before");
        QVERIFY(QFile::link("real", folder_->filePath("link")));
        auto file = PartFile::create(path("link"));
        QVERIFY(file.ok());
        QCOMPARE(::write(file->descriptor(), "after", 5), 5);
        QVERIFY(file->commit().ok());
        QVERIFY(QFileInfo(folder_->filePath("link")).isSymLink());
        QCOMPARE(contents("real"), QByteArray("after"));
    }

    void whatStandsBesideIsNoneOfOurs() {
        put("new.part", "precious");
        auto one = PartFile::create(path("new"));
        auto other = PartFile::create(path("new"));
        QVERIFY(one.ok() && other.ok());
        QCOMPARE(::write(one->descriptor(), "one", 3), 3);
        QCOMPARE(::write(other->descriptor(), "other", 5), 5);
        QVERIFY(one->commit().ok());
        QCOMPARE(contents("new"), QByteArray("one"));
        QVERIFY(other->commit().ok());
        QCOMPARE(contents("new"), QByteArray("other"));
        QCOMPARE(contents("new.part"), QByteArray("precious"));
        QCOMPARE(names(), (QStringList{"new", "new.part"}));
    }

    void errorsNameTheFileAndTheRemedy() {
        const auto gone = PartFile::create(path("nowhere/new"));
        QVERIFY(!gone.ok());
        QCOMPARE(gone.error().message, path("nowhere/new") + " cannot be written: No such file or directory; "
                                                             "choose a folder that is there.");
        QCOMPARE(writeError("a", ENOSPC).message,
                 std::string("a cannot be written: No space left on device; "
                             "free some room there or choose another folder."));
        QCOMPARE(writeError("a", EROFS).message, std::string("a cannot be written: Read-only file system; "
                                                             "choose a folder that you may write to."));
    }

private:
    [[nodiscard]] std::string path(const QString& name) const {
        return folder_->filePath(name).toStdString();
    }
    void put(const QString& name, const QByteArray& bytes) const {
        QFile file(folder_->filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(bytes);
    }
    [[nodiscard]] QByteArray contents(const QString& name) const {
        QFile file(folder_->filePath(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("not there");
    }
    [[nodiscard]] QStringList names() const { return QDir(folder_->path()).entryList(QDir::Files); }

    std::unique_ptr<QTemporaryDir> folder_;
};

int run_tst_part_file(int argc, char** argv) {
    return lanes::test::runWithoutWindow<TestPartFile>(argc, argv);
}
#include "tst_part_file.moc"
