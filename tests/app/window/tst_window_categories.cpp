// The user's own categories in the window: sessions have them, the timeline paints them, and a fault of their file is said.
#include "app/document/Document.h"
#include "tests/app/WindowFixture.h"
#include "tests/support/RunTest.h"
#include "tests/support/SmallTraining.h"
#include "views/shared/session/SessionView.h"

#include <QImage>
#include <QLabel>

#include <algorithm>
#include <memory>
#include <vector>

using namespace lanes;

namespace {

std::shared_ptr<const OwnClasses> mine() {
    return std::make_shared<const OwnClasses>(
        std::vector<OwnClass>{{.name = "mine", .patterns = {"aten::linear", "sgemm"}, .color = 0xE4572E}});
}

TraceResult loaded(const std::string&, const OpenOptions& options) {
    return withOwnClasses(test::smallTraining(), options.ownClasses);
}

bool isPainted(QWidget& view, const Theme& theme) {
    const QImage picture = view.grab().toImage().convertToFormat(QImage::Format_RGB32);
    const auto& fill = theme.fill[static_cast<std::size_t>(OwnClasses::hueOf(0))];
    for (int y = 0; y < picture.height(); ++y) {
        for (int x = 0; x < picture.width(); ++x) {
            if (std::ranges::find(fill, picture.pixel(x, y) | 0xff000000u) != fill.end()) {
                return true;
            }
        }
    }
    return false;
}

} // namespace

class TestWindowCategories : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theTimelinePaintsThem() {
        test::WindowFixture fixture(loaded);
        fixture.appearance.setOwnClasses(mine());
        DocumentPage* page = fixture.open(QStringLiteral("a.json"));
        QVERIFY(page != nullptr && fixture.isShown());
        QCOMPARE(page->document().trace()->ownClasses(), fixture.appearance.ownClasses().get());
        QTRY_VERIFY_WITH_TIMEOUT(isPainted(page->view(), fixture.appearance.theme()), kPatience);
        fixture.appearance.setMode(Appearance::Mode::Light); // the other theme has them, too
        QTRY_VERIFY_WITH_TIMEOUT(isPainted(page->view(), fixture.appearance.theme()), kPatience);
    }

    void aFaultOfTheirFileIsSaid() {
        test::WindowFixture fixture(loaded);
        const QString sentence = QStringLiteral("categories.toml:3: this is not a color");
        fixture.window->warn(sentence);
        const QList<QLabel*> labels = fixture.window->findChildren<QLabel*>();
        QVERIFY(std::ranges::any_of(labels, [&](const QLabel* label) { return label->text() == sentence; }));
    }
};

int run_tst_window_categories(int argc, char** argv) {
    return lanes::test::runWithWidgets<TestWindowCategories>(argc, argv);
}
#include "tst_window_categories.moc"
