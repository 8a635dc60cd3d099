// What the window's UI thread does at most in one go, act by act, with a session of ten million slices: a user's
// journey through every view of the real window. An act that takes longer than kHandlerMs is felt.
//
//   bench_ui [SLICES]       over a generated session of so many slices
#include "app/settings/Settings.h"
#include "tests/app/WindowFixture.h"
#include "tests/app/window/WindowJourney.h"
#include "tests/bench/Report.h"
#include "tests/bench/Session.h"

#include <QElapsedTimer>

#include <cstdio>
#include <map>
#include <utility>
#include <vector>

using namespace lanes;

namespace {

constexpr double kHandlerMs = 10;

// The longest of each name, in the order of their first.
class Longest {
public:
    void add(const QString& act, const test::HandledEvent& event) {
        const auto [place, isNew] = longest_.try_emplace(act, event);
        if (isNew) {
            order_.push_back(act);
        } else if (event.ms > place->second.ms) {
            place->second = event;
        }
    }
    void report() const {
        for (const QString& act : order_) {
            const test::HandledEvent& event = longest_.at(act);
            bench::row(QStringLiteral("%1 (%2)").arg(act, event.what).toStdString(), event.ms, "ms",
                       kHandlerMs);
        }
    }

private:
    std::map<QString, test::HandledEvent> longest_;
    std::vector<QString> order_;
};

} // namespace

int main(int argc, char** argv) {
    const std::uint64_t slices = bench::countArgument(argc, argv, 10'000'000, "usage: bench_ui [SLICES]");
    const std::string path = bench::sessionOf(slices);
    test::UiWatch app(argc, argv);
    test::WindowFixture fixture(openTrace);
    if (!fixture.isShown()) {
        bench::fail("the window was not shown");
    }
    Longest longest;
    (void)app.takeLongest();
    DocumentPage* const page = fixture.window->openFile(QString::fromStdString(path));
    if (!QTest::qWaitFor([&] { return page->document().state() == Document::State::Ready; }, kPatience)) {
        bench::fail(path + " was not read in time");
    }
    longest.add(QStringLiteral("opening"), app.takeLongest());
    test::WindowJourney journey(
        app, *fixture.window, *page,
        [&](const QString& act, const test::HandledEvent& event) { longest.add(act, event); });
    if (!journey.travel()) {
        bench::fail("the window did not come to rest");
    }
    (void)app.takeLongest();
    app.act([&] { fixture.window->closePage(0); });
    QCoreApplication::processEvents();
    longest.add(QStringLiteral("closing"), app.takeLongest());
    longest.report();
    return 0;
}
