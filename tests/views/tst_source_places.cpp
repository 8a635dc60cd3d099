// Where the sources are that a session names: elsewhere, here, or not to be shown before the user wants it.
#include "tests/support/RunTest.h"
#include "tests/support/SmallTraining.h"
#include "tests/support/TraceSketch.h"
#include "views/details/SourcePlaces.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

using namespace lanes;

class TestSourcePlaces : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void theLongestFolderThatFitsCounts();
    void foldersAreNotPartsOfNames();
    void relativeNamesAreTheSessions();
    void othersSlashesToo();
    void onlyBelowKnownFolders();
    void linksAreNoWayOut();
    void copiesStayInTheirFolder();
    void asksForAProjectOrALibrary();
    void aFolderSaysWhatItStandsFor_data();
    void aFolderSaysWhatItStandsFor();
    void aFileThatIsNotThereStandsForNothing();
    void listsWhatIsNotFound();
    void relativeNamesMayStandInSeveralFolders();
    void functionsOfAnImportedTraceNameFiles();

private:
    QString put(const QString& name) const {
        const QString path = folder_->filePath(name);
        QDir().mkpath(QFileInfo(path).path());
        QFile file(path);
        return file.open(QIODevice::WriteOnly) ? path : QString();
    }
    [[nodiscard]] QString path(const QString& name) const { return folder_->filePath(name); }

    std::unique_ptr<QTemporaryDir> folder_;
};

void TestSourcePlaces::init() {
    folder_ = std::make_unique<QTemporaryDir>();
}

void TestSourcePlaces::copiesStayInTheirFolder() {
    const SourcePlaces places{.origin = {.target = "ssh:gpu1", .copies = "/tmp/copies"}};
    QCOMPARE(places.copyOf("/far/train.py"), "/tmp/copies/far/train.py");
    QCOMPARE(places.copyOf("train.py"), "/tmp/copies/train.py");
    QCOMPARE(places.copyOf("/far/../../../etc/passwd"), "/tmp/copies/etc/passwd");
    QCOMPARE(places.copyOf("../../x.py"), "/tmp/copies/x.py");
    QCOMPARE(places.copyOf("C:\\far\\..\\..\\..\\x.py"), "/tmp/copies/x.py");
    QVERIFY(places.isElsewhere("/far/train.py"));
    QVERIFY(!SourcePlaces().isElsewhere("/far/train.py")); // nobody knows where it is from
    QVERIFY(SourcePlaces().copyOf("/far/train.py").isEmpty());
    const SourcePlaces mapped{.mappings = {{"/far", "/near"}}, .origin = places.origin};
    QVERIFY(!mapped.isElsewhere("/far/train.py"));
}

void TestSourcePlaces::theLongestFolderThatFitsCounts() {
    const SourcePlaces places{{{"/job", "/a"}, {"/job/lib", "/b"}, {"/", "/c"}}, {}, "/session"};
    QCOMPARE(places.placeOf("/job/train.py"), QStringLiteral("/a/train.py"));
    QCOMPARE(places.placeOf("/job/lib/x/y.py"), QStringLiteral("/b/x/y.py"));
    QCOMPARE(places.placeOf("/usr/x.py"), QStringLiteral("/c/usr/x.py"));
}

void TestSourcePlaces::foldersAreNotPartsOfNames() {
    const SourcePlaces places{{{"/job", "/a"}}, {}, "/session"};
    QCOMPARE(places.placeOf("/jobs/train.py"), QStringLiteral("/jobs/train.py"));
}

void TestSourcePlaces::relativeNamesAreTheSessions() {
    const SourcePlaces places{{{"src", "/a"}}, {}, "/session"};
    QCOMPARE(places.placeOf("train.py"), QStringLiteral("/session/train.py"));
    QCOMPARE(places.placeOf("src/train.py"), QStringLiteral("/a/train.py"));
}

void TestSourcePlaces::othersSlashesToo() {
    const SourcePlaces places{{{"C:/job", "/a"}}, {}, "/session"};
    QCOMPARE(places.placeOf("C:\\job\\net\\train.py"), QStringLiteral("/a/net/train.py"));
}

void TestSourcePlaces::onlyBelowKnownFolders() {
    const QString inside = put("project/train.py");
    const QString beside = put("project-2/train.py");
    SourcePlaces places{{}, {}, path("captures")};
    QVERIFY(!places.isKnown(inside));
    places.roots = QStringList{path("project")};
    QVERIFY(places.isKnown(inside));
    QVERIFY(!places.isKnown(beside));
    QVERIFY(!places.isKnown(path("project/../project-2/train.py")));
    places = {{{"/job", path("project")}}, {}, path("captures")};
    QVERIFY(places.isKnown(inside));
    QVERIFY(!places.isKnown(places.placeOf("/job/../project-2/train.py")));
    places = {{}, {}, path("project-2")}; // the session's own folder
    QVERIFY(places.isKnown(beside));
}

void TestSourcePlaces::linksAreNoWayOut() {
    put("secret/key");
    QDir().mkpath(path("project"));
    QVERIFY(QFile::link(path("secret"), path("project/link")));
    const SourcePlaces places{{}, {path("project")}, path("captures")};
    QVERIFY(!places.isKnown(path("project/link/key")));
}

void TestSourcePlaces::asksForAProjectOrALibrary() {
    put("project/.git/HEAD");
    QCOMPARE(rootOf(put("project/src/net/train.py")), path("project"));
    QCOMPARE(rootOf(put("loose/train.py")), path("loose"));
    QCOMPARE(rootOf(put("env/lib/python3.11/site-packages/torch/nn.py")),
             path("env/lib/python3.11/site-packages"));
    QCOMPARE(rootOf(put("env/lib/python3.11/asyncio/base.py")), path("env/lib/python3.11"));
}

void TestSourcePlaces::aFolderSaysWhatItStandsFor_data() {
    QTest::addColumn<QString>("recorded");
    QTest::addColumn<QString>("expected");
    QTest::newRow("the same folders") << "/workspace/net/train.py"
                                      << "/workspace";
    QTest::newRow("its own folder") << "/elsewhere/train.py"
                                    << "/elsewhere";
    QTest::newRow("relative") << "src/net/train.py"
                              << "src";
    QTest::newRow("relative, all of it") << "net/train.py"
                                         << ".";
    QTest::newRow("no folder at all") << "train.py"
                                      << ".";
    QTest::newRow("all of it") << "/net/train.py"
                               << "/";
    QTest::newRow("another system") << "D:\\job\\net\\train.py"
                                    << "D:/job";
}

void TestSourcePlaces::aFolderSaysWhatItStandsFor() {
    QFETCH(QString, recorded);
    QFETCH(QString, expected);
    const QString inside = put("here/net/train.py");
    const QString flat = put("here/train.py");
    const auto mapping = mappingBy(recorded, path("here"));
    QVERIFY(mapping.has_value());
    QCOMPARE(mapping->recorded, expected);
    QCOMPARE(mapping->here, path("here"));
    const SourcePlaces places{{*mapping}, {}, "/session"};
    QCOMPARE(places.placeOf(recorded), recorded.contains("net") ? inside : flat);
    QVERIFY(places.isKnown(places.placeOf(recorded)));
}

void TestSourcePlaces::aFileThatIsNotThereStandsForNothing() {
    put("here/other.py");
    QVERIFY(!mappingBy("/workspace/net/train.py", path("here")));
    QVERIFY(!mappingBy("/workspace/net/train.py", path("nowhere")));
}

void TestSourcePlaces::listsWhatIsNotFound() {
    const auto trace = test::smallTraining("/workspace/net/train.py");
    SourcePlaces places{{}, {}, path("captures")};
    MissingSources missing = missingSources(*trace, places, {});
    QVERIFY(missing.files.contains("/workspace/net/train.py"));
    const qsizetype before = missing.files.size();
    const std::int64_t found = missing.found; // what else a stack names may be on this machine
    put("here/net/train.py");
    places.mappings << *mappingBy("/workspace/net/train.py", path("here"));
    missing = missingSources(*trace, places, {});
    QCOMPARE(missing.files.size(), before - 1);
    QCOMPARE(missing.found, found + 1);
}

void TestSourcePlaces::relativeNamesMayStandInSeveralFolders() {
    const QString train = put("project/train.py");
    const QString linear = put("env/torch/nn/linear.py");
    const SourcePlaces places{
        {*mappingBy("train.py", path("project")), *mappingBy("torch/nn/linear.py", path("env"))},
        {},
        path("captures")};
    QCOMPARE(places.placeOf("train.py"), train);
    QCOMPARE(places.placeOf("torch/nn/linear.py"), linear);
    QVERIFY(places.isKnown(linear));
    QCOMPARE(places.placeOf("other.py"), path("captures/other.py"));
    QCOMPARE(places.placeOf("/train.py"), "/train.py");
    put("secret.py");
    QVERIFY(!places.isKnown(places.placeOf("../secret.py"))); // no way out of a folder
}

// As torch.profiler writes them with with_stack: slices, relative to the folder that they were imported from.
void TestSourcePlaces::functionsOfAnImportedTraceNameFiles() {
    test::TraceSketch sketch;
    sketch.slice("main", "python_function", "torch/nn/modules/module.py(1784): _call_impl", 0, 900);
    sketch.slice("main", "python_function", "train.py(27): forward", 100, 700);
    sketch.slice("main", "python_function", "train.py(31): helper", 200, 100);
    sketch.slice("main", "python_function", "<built-in function linear>", 350, 100);
    sketch.slice("main", "cpu_op", "aten::linear.py(3): x", 400, 10);
    const auto trace = sketch.build();
    SourcePlaces places{{}, {}, path("captures")};
    const QStringList own{"train.py", "torch/nn/modules/module.py"}; // the program's first
    QCOMPARE(missingSources(*trace, places, {}).files, own);
    put("project/train.py");
    places.mappings << *mappingBy("train.py", path("project"));
    const MissingSources missing = missingSources(*trace, places, {});
    QCOMPARE(missing.files, own.mid(1));
    QCOMPARE(missing.found, 1);
}

int run_tst_source_places(int argc, char** argv) {
    return lanes::test::runWithWidgets<TestSourcePlaces>(argc, argv);
}
#include "tst_source_places.moc"
