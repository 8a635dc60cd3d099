// Points and arrows of a session are unpacked right into their tables; what is damaged leaves no row there.
#include "model/session/ColumnCodec.h"
#include "model/session/PointChunks.h"
#include "model/session/SessionTables.h"
#include "model/session/session.pb.h"

#include <QTest>

using namespace lanes;
using namespace lanes::session;

namespace {

using Values = std::vector<std::int64_t>;

// Points of two groups, in turn: times 10, 20, 30 with name 0 and times 15, 25 with name 1.
proto::Points points() {
    ColumnEncoder encoder;
    proto::Points message;
    message.set_count(5);
    message.set_group(encoder.encode(Values{0, 1, 0, 1, 0}));
    const auto add = [&](const Values& time, std::int64_t namePlus1) {
        proto::Points::Group& group = *message.add_groups();
        group.set_count(static_cast<std::uint32_t>(time.size()));
        group.set_time(encoder.encode(time));
        group.set_name_plus1(encoder.encode(Values(time.size(), namePlus1)));
        group.set_track_plus1(encoder.encode(Values(time.size(), 1)));
    };
    add({10, 20, 30}, 1);
    add({15, 25}, 2);
    return message;
}

// Arrows from slices 0, 1, 2... of track 0 to slices 5, 6, 7... of track 1.
proto::Links links(std::uint32_t count, std::int64_t kind = 0) {
    ColumnEncoder encoder;
    Values from;
    Values to;
    for (std::uint32_t i = 0; i < count; ++i) {
        from.push_back(i);
        to.push_back(i + 5);
    }
    proto::Links message;
    message.set_count(count);
    message.set_kind(encoder.encode(Values(count, kind)));
    message.set_from_track(encoder.encode(Values(count, 0)));
    message.set_from(encoder.encode(from));
    message.set_to_track(encoder.encode(Values(count, 1)));
    message.set_to(encoder.encode(to));
    message.set_flow_starts(count + 1);
    message.set_flows_linked(count);
    return message;
}

Values timesOf(SessionTables& tables) {
    TraceData data;
    tables.snapshot(data);
    return {data.points->time.begin(), data.points->time.end()};
}

} // namespace

class tst_point_chunks : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void groupsAreTakenInTurn() {
        const auto chunk = PointsChunk::parse(points().SerializeAsString());
        QVERIFY(chunk);
        chunk->setGroups({{LayoutId(4), 100}, {LayoutId(5), 200}});
        PointTable table;
        table.time.resize(6, 0);
        table.name.resize(6);
        table.track.resize(6);
        table.layout.resize(6);
        table.row.resize(6);
        ColumnTools tools;
        QVERIFY(chunk->unpack(tools, 1, table, 1));
        QCOMPARE(Values(table.time.begin(), table.time.end()), (Values{0, 10, 15, 20, 25, 30}));
        QCOMPARE(table.name[2], StringId(1));
        QCOMPARE(table.track[5], TrackId(0));
        QCOMPARE(table.layout[3], LayoutId(4));
        QCOMPARE(table.row[3], 101u);
        QCOMPARE(table.row[4], 201u);
    }

    void groupsWithMoreOrFewerPointsThanTheChunkAreDamage() {
        proto::Points message = points();
        message.set_count(6);
        QVERIFY(!PointsChunk::parse(message.SerializeAsString()));
        message.set_count(4);
        QVERIFY(!PointsChunk::parse(message.SerializeAsString()));
        message.set_count(0xffffffffu);
        QVERIFY(!PointsChunk::parse(message.SerializeAsString()));
    }

    void damagedColumnsLeaveNoRow_data() {
        QTest::addColumn<int>("damage");
        QTest::newRow("a time column that is cut") << 0;
        QTest::newRow("a group that there is not") << 1;
        QTest::newRow("more points of a group than it has") << 2;
    }
    void damagedColumnsLeaveNoRow() {
        QFETCH(int, damage);
        ColumnEncoder encoder;
        proto::Points broken = points();
        if (damage == 0) {
            broken.mutable_groups(1)->set_time("\x04");
        } else {
            broken.set_group(encoder.encode(damage == 1 ? Values{0, 1, 0, 2, 0} : Values{0, 1, 0, 1, 1}));
        }
        SessionTables tables;
        const auto take = [&](const proto::Points& message) {
            return tables.take(ChunkType::Points, message.SerializeAsString());
        };
        QCOMPARE(take(points()), SessionTables::Taken::Yes);
        QCOMPARE(take(broken), SessionTables::Taken::Damaged);
        QCOMPARE(take(points()), SessionTables::Taken::Yes);
        QCOMPARE(timesOf(tables), (Values{10, 15, 20, 25, 30, 10, 15, 20, 25, 30}));
    }

    void damagedArrowsLeaveNoneAndAreNotCounted() {
        proto::Links broken = links(3);
        broken.set_to("\x04");
        SessionTables tables;
        const auto take = [&](const proto::Links& message) {
            return tables.take(ChunkType::Links, message.SerializeAsString());
        };
        QCOMPARE(take(links(2)), SessionTables::Taken::Yes);
        QCOMPARE(take(broken), SessionTables::Taken::Damaged);
        QCOMPARE(take(links(1)), SessionTables::Taken::Yes);
        QCOMPARE(tables.links().size(), std::size_t(3));
        QCOMPARE(tables.links()[1].from, (SliceRef{TrackId(0), 1}));
        QCOMPARE(tables.links()[1].to, (SliceRef{TrackId(1), 6}));
        QCOMPARE(tables.links()[2].to, (SliceRef{TrackId(1), 5}));
        TraceData data;
        tables.snapshot(data);
        QCOMPARE(data.flowStarts, std::uint64_t(5));
        QCOMPARE(data.flowsLinked, std::uint64_t(3));
    }

    void anArrowOfAnUnknownKindIsAnyArrow() {
        SessionTables tables;
        QCOMPARE(tables.take(ChunkType::Links, links(1, 77).SerializeAsString()), SessionTables::Taken::Yes);
        QCOMPARE(tables.links()[0].kind, LinkKind::Flow);
    }

    void arrowsThatClaimMoreThanAChunkMayHoldAreDamage() {
        proto::Links message = links(1);
        message.set_count(0xffffffffu);
        QVERIFY(!LinksChunk::parse(message.SerializeAsString()));
    }

    void snapshotsStayAsTheyWere() {
        SessionTables tables;
        QCOMPARE(tables.take(ChunkType::Points, points().SerializeAsString()), SessionTables::Taken::Yes);
        TraceData before;
        tables.snapshot(before);
        QCOMPARE(tables.take(ChunkType::Points, points().SerializeAsString()), SessionTables::Taken::Yes);
        QCOMPARE(before.points->size(), 5u);
        QCOMPARE(timesOf(tables).size(), 10u);
    }
};

QTEST_APPLESS_MAIN(tst_point_chunks)
#include "tst_point_chunks.moc"
