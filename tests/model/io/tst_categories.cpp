// The user's own categories of kernels and calls: the file, and what they change.
#include "model/analysis/ranks/Collectives.h"
#include "model/analysis/text/Filter.h"
#include "model/analysis/time/TimeSplit.h"
#include "model/io/CategoriesFile.h"
#include "model/io/OpenTrace.h"
#include "model/io/joining/TraceMerge.h"
#include "model/session/writing/WriteTrace.h"
#include "tests/support/RunTest.h"
#include "tests/support/TraceSketch.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <fstream>
#include <set>

using namespace lanes;

namespace {

constexpr const char* kGood = R"([[category]]
name = "my exchange"
patterns = ["Ring_Exchange", "^void fast*gather"]
color = "#E4572E"
communication = true
events = "gpu"

[[category]]
name = "mine on the host"
patterns = ["mylib::"]
color = "#17BEBB"
events = "cpu"
)";

std::shared_ptr<const OwnClasses> exchange() {
    return std::make_shared<const OwnClasses>(
        std::vector<OwnClass>{{"my exchange", {"ring_exchange"}, 0xE4572E, OwnClass::Side::Device, true},
                              {"mine on the host", {"mylib::"}, 0x17BEBB, OwnClass::Side::Host, true},
                              {"quiet", {"nccl*quiet"}, 0x777777, OwnClass::Side::Both, false}});
}

// A product, an exchange of the user's own beside and behind it, and an operator of theirs.
std::shared_ptr<const Trace> trained() {
    test::TraceSketch sketch;
    sketch.op("main", "mylib::exchange", 0, 50);
    sketch.kernel("main", 10, "gpu0/7", "ampere_sgemm_128x64_nn", 100, 200);
    sketch.kernel("main", 20, "gpu0/9", "my_Ring_Exchange_kernel", 200, 300);
    sketch.kernel("main", 30, "gpu0/9", "ncclDevKernel_quiet", 600, 40);
    return sketch.build();
}

SliceId named(const Trace& trace, std::string_view name) {
    for (std::uint32_t i = 0; i < trace.sliceCount(); ++i) {
        if (trace.text(trace.slice(SliceId(i)).name) == name) {
            return SliceId(i);
        }
    }
    return {};
}

} // namespace

class TestCategories : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;

    std::string write(const std::string& text) {
        const std::string path = folder_.filePath("categories.toml").toStdString();
        std::ofstream(path, std::ios::binary) << text;
        return path;
    }

private Q_SLOTS:
    void aFileIsRead() {
        const auto own = readCategories(write(kGood));
        QVERIFY2(own.ok(), own.ok() ? "" : own.error().message.c_str());
        QCOMPARE(own.value()->all().size(), std::size_t(2));
        const OwnClass& first = own.value()->all().front();
        QCOMPARE(first.name, std::string("my exchange"));
        QCOMPARE(first.patterns, (std::vector<std::string>{"ring_exchange", "^void fast*gather"}));
        QCOMPARE(first.color, 0xE4572Eu);
        QVERIFY(first.communication);
        QVERIFY(!own.value()->all().back().communication);
    }

    void patternsMatch_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<bool>("device");
        QTest::addColumn<int>("index");
        QTest::newRow("in any case") << "void RING_exchange<float>" << true << 0;
        QTest::newRow("begins with") << "void fast_all_gather" << true << 0;
        QTest::newRow("does not begin with") << "a void fast_all_gather" << true << -1;
        QTest::newRow("order") << "void gather_fast" << true << -1;
        QTest::newRow("of the other side") << "mylib::run" << true << -1;
        QTest::newRow("of its side") << "mylib::run" << false << 1;
    }
    void patternsMatch() {
        QFETCH(QString, name);
        QFETCH(bool, device);
        QFETCH(int, index);
        const auto own = readCategories(write(kGood));
        const std::size_t found =
            own.value()->indexOf(device ? EventKind::Kernel : EventKind::Operator, name.toStdString());
        QCOMPARE(found == OwnClasses::kNone ? -1 : static_cast<int>(found), index);
    }

    void whatIsWrongIsSaid_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("place");
        QTest::addColumn<QByteArray>("remedy");
        const QByteArray head = "[[category]]\nname = \"a\"\npatterns = [\"x\"]\n";
        QTest::newRow("no TOML") << QByteArray("[[category]\nname") << QByteArray(":1: ")
                                 << QByteArray("TOML");
        QTest::newRow("no UTF-8") << QByteArray("\xff\xfe") << QByteArray(":1: ") << QByteArray("TOML");
        QTest::newRow("deep") << QByteArray("a = ") + QByteArray(100'000, '[') << QByteArray(":1: ")
                              << QByteArray("TOML");
        QTest::newRow("other table") << QByteArray("\n[colours]\n") << QByteArray(":2: ")
                                     << QByteArray("[[category]]");
        QTest::newRow("one table") << QByteArray("[category]\nname = \"a\"") << QByteArray(":1: ")
                                   << QByteArray("[[category]]");
        QTest::newRow("unknown key") << head + "color = \"#112233\"\ncomunication = true\n"
                                     << QByteArray(":5: ") << QByteArray("communication");
        QTest::newRow("no name") << QByteArray("[[category]]\npatterns = [\"x\"]") << QByteArray(":1: ")
                                 << QByteArray("name = ");
        QTest::newRow("no color") << head << QByteArray(":1: ") << QByteArray("color = ");
        QTest::newRow("a word for a color")
            << head + "color = \"red\"" << QByteArray(":4: ") << QByteArray("#E4572E");
        QTest::newRow("a number for a color")
            << head + "color = 12" << QByteArray(":4: ") << QByteArray("#E4572E");
        QTest::newRow("a short color")
            << head + "color = \"#12345\"" << QByteArray(":4: ") << QByteArray("#E4572E");
        QTest::newRow("no digit") << head + "color = \"#12345g\"" << QByteArray(":4: ")
                                  << QByteArray("#E4572E");
        QTest::newRow("quoted truth") << head + "color = \"#112233\"\ncommunication = \"true\""
                                      << QByteArray(":5: ") << QByteArray("without quotes");
        QTest::newRow("events") << head + "color = \"#112233\"\nevents = \"tpu\"" << QByteArray(":5: ")
                                << QByteArray("gpu");
        QTest::newRow("one pattern")
            << QByteArray("[[category]]\nname = \"a\"\npatterns = \"x\"\ncolor = \"#112233\"")
            << QByteArray(":3: ") << QByteArray("list");
        QTest::newRow("no pattern") << QByteArray(
                                           "[[category]]\nname = \"a\"\npatterns = []\ncolor = \"#112233\"")
                                    << QByteArray(":3: ") << QByteArray("list");
        QTest::newRow("every name")
            << QByteArray("[[category]]\nname = \"a\"\npatterns = [\"^*\"]\ncolor = \"#112233\"")
            << QByteArray(":3: ") << QByteArray("every name");
        QTest::newRow("a built-in name")
            << QByteArray("[[category]]\nname = \"gemm\"\npatterns = [\"x\"]\ncolor = \"#112233\"")
            << QByteArray(":2: ") << QByteArray("another name");
        QTest::newRow("twice") << head + "color = \"#112233\"\n" + head + "color = \"#112233\"\n"
                               << QByteArray(":6: ") << QByteArray("another name");
        QByteArray many;
        for (int i = 0; i <= kMostOwnClasses; ++i) {
            many += "[[category]]\nname = \"" + QByteArray::number(i) +
                    "\"\npatterns = [\"x\"]\ncolor = \"#112233\"\n";
        }
        QTest::newRow("too many") << many << QByteArray("11 categories") << QByteArray("at most 10");
    }
    void whatIsWrongIsSaid() {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, place);
        QFETCH(QByteArray, remedy);
        const std::string path = write(text.toStdString());
        const auto own = readCategories(path);
        QVERIFY(!own.ok());
        const QByteArray said = QByteArray::fromStdString(own.error().message);
        QVERIFY2(said.startsWith(QByteArray::fromStdString(path)) && said.contains(place) &&
                     said.contains(remedy),
                 said);
        QCOMPARE(said.count('\n'), 0);
    }

    void whatIsNoFileIsSaid() {
        for (const std::string& path : {folder_.path().toStdString(), std::string("/dev/zero"),
                                        folder_.filePath("none.toml").toStdString()}) {
            const auto own = readCategories(path);
            QVERIFY(!own.ok());
            QVERIFY2(own.error().message.find(path) == 0, own.error().message.c_str());
        }
    }

    void slicesGetTheCategory() {
        const auto plain = trained();
        const auto trace = withOwnClasses(plain, exchange());
        const Hue hue = trace->slice(named(*trace, "my_Ring_Exchange_kernel")).hue;
        QVERIFY(isOwn(hue));
        QCOMPARE(categoryName(hue, trace->ownClasses()), std::string_view("my exchange"));
        QCOMPARE(trace->slice(named(*trace, "ampere_sgemm_128x64_nn")).hue, Hue::Gemm);
        QVERIFY(!isOwn(plain->slice(named(*plain, "my_Ring_Exchange_kernel")).hue));
        const auto back = withOwnClasses(trace, nullptr);
        for (std::uint32_t i = 0; i < back->sliceCount(); ++i) {
            QCOMPARE(back->slice(SliceId(i)).hue, plain->slice(SliceId(i)).hue);
        }
    }

    void whatDoesNotChangeIsShared() {
        const auto plain = trained();
        OwnClassPainter painter(exchange());
        const auto once = painter.paint(plain);
        const auto again = painter.paint(plain);
        int shared = 0;
        for (std::size_t i = 0; i < plain->segments().size(); ++i) {
            QCOMPARE(once->segments()[i].get(), again->segments()[i].get());
            shared += once->segments()[i] == plain->segments()[i] ? 1 : 0;
        }
        QVERIFY(shared > 0); // that of the product alone
    }

    void anOwnCollectiveIsCommunication() {
        const auto plain = trained();
        const auto before = TimeSplit::build(*plain)->split(plain->span());
        QCOMPARE(before.ns[static_cast<std::size_t>(Activity::Communication)], TimeNs(40));
        const auto trace = withOwnClasses(plain, exchange());
        const auto after = TimeSplit::build(*trace)->split(trace->span());
        // 300 to 500 of the exchange are behind the product; the operator is a collective of the host; nccl's is none
        QCOMPARE(after.ns[static_cast<std::size_t>(Activity::Kernel)], TimeNs(240));
        QCOMPARE(after.ns[static_cast<std::size_t>(Activity::Communication)], TimeNs(250));
        std::multiset<std::string> calls;
        for (const CollectiveCall& call : collectivesOf(trace)) {
            calls.insert(call.name);
        }
        QCOMPARE(calls, (std::multiset<std::string>{"mylib::exchange", "my_Ring_Exchange_kernel"}));
    }

    void filtersKnowIt_data() {
        QTest::addColumn<QString>("filter");
        QTest::addColumn<int>("found");
        QTest::newRow("comm") << "comm:" << 2;
        QTest::newRow("category") << "category:\"my exchange\"" << 1;
        QTest::newRow("category of ours") << "category:gemm" << 1;
        QTest::newRow("negated") << "kernel: -category:exchange" << 2;
        QTest::newRow("none") << "category:nothing" << 0;
    }
    void filtersKnowIt() {
        QFETCH(QString, filter);
        QFETCH(int, found);
        const auto trace = withOwnClasses(trained(), exchange());
        FilterMatcher matcher(Filter::parse(filter.toStdString()).value(), trace);
        int matched = 0;
        for (std::uint32_t i = 0; i < trace->sliceCount(); ++i) {
            matched += matcher.matches(SliceId(i)) ? 1 : 0;
        }
        QCOMPARE(matched, found);
    }

    void filesKeepTheirOwnColours() {
        const std::string plain = folder_.filePath("plain.lanes").toStdString();
        const std::string painted = folder_.filePath("painted.lanes").toStdString();
        QVERIFY(session::writeTrace(*trained(), plain).ok());
        OpenOptions options;
        options.ownClasses = exchange();
        std::shared_ptr<const Trace> published;
        options.publish = [&](std::shared_ptr<const Trace> trace) { published = std::move(trace); };
        const auto trace = openTrace(plain, options);
        QVERIFY(isOwn(trace.value()->slice(named(*trace.value(), "my_Ring_Exchange_kernel")).hue));
        QVERIFY(published && isOwn(published->slice(named(*published, "my_Ring_Exchange_kernel")).hue));
        QVERIFY(session::writeTrace(*trace.value(), painted).ok());
        const auto again = openTrace(painted);
        for (std::uint32_t i = 0; i < again.value()->sliceCount(); ++i) {
            const Trace::Slice slice = again.value()->slice(SliceId(i));
            QCOMPARE(slice.hue, hueOf(slice.kind, again.value()->text(slice.name)));
        }
    }

    void theUsualFileLiesBesideTheSettings() {
        qputenv("XDG_CONFIG_HOME", folder_.path().toUtf8());
        QVERIFY(chosenCategories({}).ok() && chosenCategories({}).value() == nullptr);
        QVERIFY(QDir(folder_.path()).mkpath("lanescope"));
        QCOMPARE(usualCategoriesFile(), folder_.filePath("lanescope/categories.toml").toStdString());
        std::ofstream(usualCategoriesFile()) << kGood;
        QCOMPARE(chosenCategories({}).value()->all().size(), std::size_t(2));
        QVERIFY(!chosenCategories(folder_.filePath("none").toStdString()).ok());
    }
};

int run_tst_categories(int argc, char** argv) {
    return lanes::test::runWithoutWindow<TestCategories>(argc, argv);
}
#include "tst_categories.moc"
