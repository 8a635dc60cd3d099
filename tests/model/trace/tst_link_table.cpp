// Arrows are found from either end, whichever slices they join and however unevenly these are spread.
#include "model/trace/tables/LinkTable.h"
#include "tests/support/RunTest.h"

#include <QtTest>

#include <algorithm>
#include <random>
#include <set>
#include <vector>

using namespace lanes;

class LinkTableTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyArrowIsFoundFromBothEnds_data();
    void everyArrowIsFoundFromBothEnds();
    void whatHasNoArrowHasNone();
};

void LinkTableTest::everyArrowIsFoundFromBothEnds_data() {
    QTest::addColumn<quint32>("first");
    QTest::addColumn<quint32>("last");
    QTest::addColumn<int>("count");
    QTest::newRow("one") << 7u << 7u << 1;
    QTest::newRow("close together") << 1000u << 1020u << 600;
    QTest::newRow("spread") << 0u << 1'000'000u << 600;
    QTest::newRow("over all numbers") << 0u << 0xfffffffeu << 600;
    QTest::newRow("few over all numbers") << 0u << 0xfffffffeu << 2;
    QTest::newRow("the last numbers") << 0xffffff00u << 0xfffffffeu << 600;
}

void LinkTableTest::everyArrowIsFoundFromBothEnds() {
    QFETCH(quint32, first);
    QFETCH(quint32, last);
    QFETCH(int, count);
    std::mt19937 random(1);
    std::uniform_int_distribution<quint32> anywhere(first, last);
    std::uniform_int_distribution<int> kind(0, 4);
    std::set<Link> expected;
    LinkTable table;
    for (int part = 0; part < 3; ++part) { // as a session that grows
        UnwrittenVector<Link> links;
        for (int i = 0; i < count; ++i) {
            const Link link{SliceId(anywhere(random)), SliceId(anywhere(random)), LinkKind(kind(random))};
            links.push_back(link);
            expected.insert(link);
        }
        table.add(std::move(links));
    }
    QCOMPARE(table.size(), expected.size());
    const auto sorted = [](std::vector<Link> links) {
        std::ranges::sort(links);
        return links;
    };
    for (const Link& link : expected) {
        for (const SliceId slice :
             {link.from, link.to, SliceId(link.from.value - 1), SliceId(link.to.value + 1)}) {
            std::vector<Link> from;
            for (auto at = expected.lower_bound({slice, SliceId(0), LinkKind::Launch});
                 at != expected.end() && at->from == slice; ++at) {
                from.push_back(*at);
            }
            QCOMPARE(sorted(table.from(slice)), from);
        }
        const std::vector<Link> to = table.to(link.to);
        QVERIFY(std::ranges::find(to, link) != to.end());
        QVERIFY(
            std::ranges::all_of(to, [&](const Link& l) { return l.to == link.to && expected.contains(l); }));
    }
}

void LinkTableTest::whatHasNoArrowHasNone() {
    LinkTable table;
    QVERIFY(table.to(SliceId(0)).empty());
    table.add({{SliceId(10), SliceId(20), LinkKind::Launch}, {SliceId(10), SliceId(30), LinkKind::Flow}});
    for (const quint32 id : {0u, 9u, 11u, 20u, 21u, 29u, 31u, 0xfffffffeu, 0xffffffffu}) {
        QVERIFY(table.from(SliceId(id)).empty());
    }
    for (const quint32 id : {0u, 10u, 19u, 21u, 29u, 31u, 0xffffffffu}) {
        QVERIFY(table.to(SliceId(id)).empty());
    }
    QCOMPARE(table.firstFrom(SliceId(10), LinkKind::Flow), SliceId(30));
    QCOMPARE(table.firstTo(SliceId(20), LinkKind::Launch), SliceId(10));
    QVERIFY(!table.firstTo(SliceId(20), LinkKind::Flow).valid());
}

int run_tst_link_table(int argc, char** argv) {
    return lanes::test::runWithoutWindow<LinkTableTest>(argc, argv);
}
#include "tst_link_table.moc"
