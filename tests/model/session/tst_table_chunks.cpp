// Points, memory and arrows of a session are unpacked chunk by chunk; what is damaged leaves no row in their tables.
#include "model/session/reading/SessionTables.h"
#include "model/session/session.pb.h"
#include "model/session/writing/ColumnEncoder.h"
#include "tests/support/RunTest.h"

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
    return {data.points.time.begin(), data.points.time.end()};
}

} // namespace

class tst_table_chunks : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void groupsAreTakenInTurn() {
        ColumnEncoder encoder;
        proto::Layouts layouts;
        for (const std::uint32_t id : {0u, 1u}) {
            layouts.add_layouts()->set_id(id);
            layouts.mutable_layouts(static_cast<int>(id))->add_columns()->set_key_plus1(1);
        }
        proto::Points message = points();
        for (int group = 0; group < 2; ++group) {
            const std::uint32_t count = message.groups(group).count();
            message.mutable_groups(group)->set_layout_plus1(static_cast<std::uint32_t>(group) + 1);
            proto::Rows& rows = *message.mutable_groups(group)->mutable_rows();
            rows.set_layout(static_cast<std::uint32_t>(group));
            rows.set_count(count);
            rows.add_columns(encoder.encode(Values(count, 7)));
            rows.set_types(std::string(1, '\0'));
        }
        proto::Tracks tracks;
        tracks.add_processes();
        tracks.add_tracks();
        SessionTables tables;
        QCOMPARE(tables.take(ChunkType::Layouts, layouts.SerializeAsString()), SessionTables::Taken::Yes);
        QCOMPARE(tables.take(ChunkType::Tracks, tracks.SerializeAsString()), SessionTables::Taken::Yes);
        for (int twice = 0; twice < 2; ++twice) {
            QCOMPARE(tables.take(ChunkType::Points, message.SerializeAsString()), SessionTables::Taken::Yes);
        }
        TraceData data;
        tables.snapshot(data);
        const PointTable& table = data.points;
        QCOMPARE(timesOf(tables), (Values{10, 15, 20, 25, 30, 10, 15, 20, 25, 30}));
        QCOMPARE(table.name[1], StringId(1));
        QCOMPARE(table.track[4], TrackId(0));
        QCOMPARE(table.layout[2], LayoutId(0));
        QCOMPARE(table.row[2], 1u);
        QCOMPARE(table.row[3], 1u);
        QCOMPARE(table.row[7], 4u); // behind the three of the first chunk
        QCOMPARE(data.args.value(LayoutId(1), table.row[8], 0)->integer, 7);
    }

    // Columns of one value cost hardly a byte: unpacked, as many rows as a chunk may hold would be half a gigabyte.
    void argumentsThatAreFarMoreThanTheirBytesAreLeftOut() {
        constexpr std::uint32_t kRows = 1U << 20;
        for (const int columns : {1, 64}) {
            ColumnEncoder encoder;
            proto::Layouts layouts;
            proto::Points message;
            message.set_count(kRows);
            message.set_group(encoder.encode(Values(kRows, 0)));
            proto::Points::Group& group = *message.add_groups();
            group.set_count(kRows);
            group.set_time(encoder.encode(Values(kRows, 10)));
            group.set_name_plus1(encoder.encode(Values(kRows, 1)));
            group.set_track_plus1(encoder.encode(Values(kRows, 0)));
            group.set_layout_plus1(1);
            proto::Rows& rows = *group.mutable_rows();
            rows.set_count(kRows);
            rows.set_types(std::string(static_cast<std::size_t>(columns), '\0'));
            const std::string seven = encoder.encode(Values(kRows, 7));
            proto::Layout& layout = *layouts.add_layouts();
            for (int column = 0; column < columns; ++column) {
                layout.add_columns()->set_key_plus1(1);
                rows.add_columns(seven);
            }
            SessionTables tables;
            QCOMPARE(tables.take(ChunkType::Layouts, layouts.SerializeAsString()), SessionTables::Taken::Yes);
            QCOMPARE(tables.take(ChunkType::Points, message.SerializeAsString()), SessionTables::Taken::Yes);
            TraceData data;
            tables.snapshot(data);
            QCOMPARE(data.points.size(), kRows);
            QCOMPARE(data.args.layouts[0]->pieces.size(), columns == 1 ? 1U : 0U);
        }
    }

    // They are not told with those of another point.
    void pointsWhoseArgumentsAreDamagedHaveNone() {
        ColumnEncoder encoder;
        proto::Layouts layouts;
        layouts.add_layouts()->add_columns()->set_key_plus1(1);
        SessionTables tables;
        QCOMPARE(tables.take(ChunkType::Layouts, layouts.SerializeAsString()), SessionTables::Taken::Yes);
        for (const std::uint32_t claimed : {3U, 2U}) { // the first group has three points
            proto::Points message = points();
            message.mutable_groups(0)->set_layout_plus1(1);
            proto::Rows& rows = *message.mutable_groups(0)->mutable_rows();
            rows.set_count(claimed);
            rows.add_columns(encoder.encode(Values(claimed, 7)));
            rows.set_types(std::string(1, '\0'));
            QCOMPARE(tables.take(ChunkType::Points, message.SerializeAsString()), SessionTables::Taken::Yes);
        }
        TraceData data;
        tables.snapshot(data);
        const auto at = [&](std::uint32_t point) {
            return data.args.value(data.points.layout[point], data.points.row[point], 0);
        };
        for (const std::uint32_t point : {0U, 2U, 4U}) {
            QCOMPARE(at(point)->integer, 7);
            QVERIFY(!at(point + 5));
        }
    }

    void groupsWithMoreOrFewerPointsThanTheChunkAreDamage() {
        proto::Points message = points();
        for (const std::uint32_t count : {6u, 4u, 0xffffffffu}) {
            message.set_count(count);
            QVERIFY(!TableChunk::parse(ChunkType::Points, message.SerializeAsString()));
        }
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

    // Differences of two times, and one that is moved by a clock's offset, are times too.
    void timesThatAreNoneAreDamage() {
        ColumnEncoder encoder;
        constexpr TimeNs kTooLate = kMostTime + 1;
        proto::Points point = points();
        point.mutable_groups(1)->set_time(encoder.encode(Values{15, kTooLate}));
        proto::Memory memory;
        memory.set_count(1);
        for (std::string* column :
             {memory.mutable_address(), memory.mutable_bytes(), memory.mutable_total_allocated(),
              memory.mutable_total_reserved(), memory.mutable_device_type(), memory.mutable_device_index(),
              memory.mutable_track_plus1(), memory.mutable_stack_plus1()}) {
            *column = encoder.encode(Values{1});
        }
        proto::Counters counters;
        counters.add_series()->set_count(1);
        counters.mutable_series(0)->set_value(encoder.encode(Values{1}));
        proto::Clocks clocks;
        clocks.add_clocks()->set_count(1);
        clocks.mutable_clocks(0)->set_clock(encoder.encode(Values{1}));
        clocks.mutable_clocks(0)->set_sample_error(encoder.encode(Values{1}));
        SessionTables tables;
        QCOMPARE(tables.take(ChunkType::Points, point.SerializeAsString()), SessionTables::Taken::Damaged);
        for (const TimeNs time : {kMostTime, kTooLate}) {
            const auto taken = time == kMostTime ? SessionTables::Taken::Yes : SessionTables::Taken::Damaged;
            for (const TimeNs either : {time, -time}) {
                memory.set_time(encoder.encode(Values{either}));
                counters.mutable_series(0)->set_time(encoder.encode(Values{either}));
                clocks.mutable_clocks(0)->set_session(encoder.encode(Values{either}));
                QCOMPARE(tables.take(ChunkType::Memory, memory.SerializeAsString()), taken);
                QCOMPARE(tables.take(ChunkType::Counters, counters.SerializeAsString()), taken);
                QCOMPARE(tables.take(ChunkType::Clocks, clocks.SerializeAsString()), taken);
            }
        }
        clocks.mutable_clocks(0)->set_session(encoder.encode(Values{1}));
        clocks.mutable_clocks(0)->set_offset(kTooLate);
        QCOMPARE(tables.take(ChunkType::Clocks, clocks.SerializeAsString()), SessionTables::Taken::Damaged);
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
        QCOMPARE(tables.links().size(), std::size_t(2));
        QCOMPARE(tables.links()[0][1].from, (SliceRef{TrackId(0), 1}));
        QCOMPARE(tables.links()[0][1].to, (SliceRef{TrackId(1), 6}));
        QCOMPARE(tables.links()[1][0].to, (SliceRef{TrackId(1), 5}));
        TraceData data;
        tables.snapshot(data);
        QCOMPARE(data.flowStarts, std::uint64_t(5));
        QCOMPARE(data.flowsLinked, std::uint64_t(3));
    }

    void anArrowOfAnUnknownKindIsAnyArrow() {
        SessionTables tables;
        QCOMPARE(tables.take(ChunkType::Links, links(1, 77).SerializeAsString()), SessionTables::Taken::Yes);
        QCOMPARE(tables.links()[0][0].kind, LinkKind::Flow);
    }

    void arrowsThatClaimMoreThanAChunkMayHoldAreDamage() {
        proto::Links message = links(1);
        message.set_count(0xffffffffu);
        QVERIFY(!TableChunk::parse(ChunkType::Links, message.SerializeAsString()));
    }

    void rowsThatComeLateArePutWhereTheyBelong() {
        ColumnEncoder encoder;
        const auto memory = [&](const Values& time) {
            proto::Memory message;
            message.set_count(static_cast<std::uint32_t>(time.size()));
            for (std::string* column :
                 {message.mutable_time(), message.mutable_bytes(), message.mutable_address(),
                  message.mutable_total_allocated(), message.mutable_total_reserved(),
                  message.mutable_device_type(), message.mutable_device_index(),
                  message.mutable_track_plus1(), message.mutable_stack_plus1()}) {
                *column = encoder.encode(time);
            }
            return message.SerializeAsString();
        };
        const auto counter = [&](const Values& time) {
            proto::Counters message;
            proto::Counter& series = *message.add_series();
            series.set_count(static_cast<std::uint32_t>(time.size()));
            series.set_integral(true);
            series.set_time(encoder.encode(time));
            series.set_value(encoder.encode(time));
            return message.SerializeAsString();
        };
        SessionTables tables;
        TraceData first;
        QCOMPARE(tables.take(ChunkType::Memory, memory({1, 5, 9})), SessionTables::Taken::Yes);
        QCOMPARE(tables.take(ChunkType::Counters, counter({2, 4, 6})), SessionTables::Taken::Yes);
        tables.snapshot(first);
        QVERIFY(first.diagnostics.empty());
        QCOMPARE(tables.take(ChunkType::Memory, memory({10, 3, 4, 11, 5})), SessionTables::Taken::Yes);
        QCOMPARE(tables.take(ChunkType::Memory, memory({12})), SessionTables::Taken::Yes);
        QCOMPARE(tables.take(ChunkType::Counters, counter({5, 7})), SessionTables::Taken::Yes);
        for (int twice = 0; twice < 2; ++twice) { // what has been put right stays so
            TraceData data;
            tables.snapshot(data);
            QCOMPARE(Values(data.memory.time.begin(), data.memory.time.end()),
                     (Values{1, 3, 4, 5, 5, 9, 10, 11, 12}));
            QVERIFY(std::ranges::equal(data.memory.bytes, data.memory.time)); // rows moved whole
            QCOMPARE(Values(data.counters[0].time.begin(), data.counters[0].time.end()),
                     (Values{2, 4, 5, 6, 7}));
            QCOMPARE(data.counters[0].value[2], 5.0);
            QCOMPARE(data.diagnostics.count("late-samples"), 4u);
        }
        QCOMPARE(Values(first.memory.time.begin(), first.memory.time.end()), (Values{1, 5, 9}));
    }

    void snapshotsStayAsTheyWere() {
        SessionTables tables;
        QCOMPARE(tables.take(ChunkType::Points, points().SerializeAsString()), SessionTables::Taken::Yes);
        TraceData before;
        tables.snapshot(before);
        QCOMPARE(tables.take(ChunkType::Points, points().SerializeAsString()), SessionTables::Taken::Yes);
        QCOMPARE(before.points.size(), 5u);
        QCOMPARE(timesOf(tables).size(), 10u);
    }
};

int run_tst_table_chunks(int argc, char** argv) {
    return lanes::test::runWithoutWindow<tst_table_chunks>(argc, argv);
}
#include "tst_table_chunks.moc"
