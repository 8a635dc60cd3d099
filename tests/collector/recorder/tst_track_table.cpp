// Tracks are told apart by what they are, whose they are, and their number there.
#include "collector/recorder/sink/TrackTable.h"
#include "tests/support/RunTest.h"
#include "tests/support/SessionOutput.h"

#include <QTemporaryDir>
#include <QTest>

#include <set>
#include <string>

using namespace lanes;
using recorder::TrackKey;
using recorder::TrackTable;

class tst_track_table : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;

private Q_SLOTS:
    void whatHasTheSameNumberIsNotTheSame() {
        auto writer = session::SessionWriter::create(
            test::outputAt(folder_.filePath(QStringLiteral("a.lanes")).toStdString()));
        QVERIFY(writer.ok());
        TrackTable tracks(writer.value());
        const ProcessId process = writer->addProcess({.key = "1"});
        const ProcessId device = writer->addProcess({.key = "GPU 0", .kind = Process::Kind::Device});
        const auto of = [&](Track::Kind kind, ProcessId owner, std::uint64_t lane) {
            return tracks.track({kind, owner, lane}, "", 0);
        };
        const TrackId thread = of(Track::Kind::Thread, process, 7);
        const TrackId counter = of(Track::Kind::Counter, process, 7);
        const std::set<TrackId> all{thread, counter, of(Track::Kind::Stream, device, 7),
                                    of(Track::Kind::Thread, process, 8)};
        QCOMPARE(all.size(), std::size_t{4});
        QCOMPARE(of(Track::Kind::Thread, process, 7), thread);
        QCOMPARE(writer->track(counter).kind, Track::Kind::Counter);
        QCOMPARE(writer->track(counter).process, process);
        QVERIFY(writer->track(counter).key != writer->track(thread).key);
    }

    void aNameIsReplacedByAnother() {
        auto writer = session::SessionWriter::create(
            test::outputAt(folder_.filePath(QStringLiteral("b.lanes")).toStdString()));
        QVERIFY(writer.ok());
        TrackTable tracks(writer.value());
        const TrackKey key{Track::Kind::Thread, writer->addProcess({.key = "1"}), 7};
        const TrackId track = tracks.track(key, "first", -1);
        QCOMPARE(tracks.track(key, "", 5), track);
        QCOMPARE(writer->track(track).name, std::string("first"));
        QCOMPARE(tracks.track(key, "second", 5), track);
        QCOMPARE(writer->track(track).name, std::string("second"));
        QCOMPARE(writer->track(track).sortIndex, std::int64_t{-1});
        tracks.forget(key.owner);
        QVERIFY(tracks.track(key, "third", 0) != track);
        QCOMPARE(writer->track(track).name, std::string("second"));
    }
};

int run_tst_track_table(int argc, char** argv) {
    return lanes::test::runWithoutWindow<tst_track_table>(argc, argv);
}
#include "tst_track_table.moc"
