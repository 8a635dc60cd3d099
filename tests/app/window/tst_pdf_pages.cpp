#include "app/document/PdfPages.h"
#include "tests/support/RunTest.h"
#include "views/shared/look/Appearance.h"
#include "views/shared/painting/VectorPicture.h"
#include "views/shared/table/DataTable.h"

#include <QBuffer>
#include <QImage>
#include <QPainter>
#include <QRegularExpression>
#include <QtTest>

using namespace lanes;

namespace {

constexpr std::uint32_t kRows = 100;

class Numbers : public TableModel {
public:
    [[nodiscard]] std::uint32_t rows() const override { return kRows; }
    [[nodiscard]] TableCell cell(std::uint32_t row, int column, const Theme&) const override {
        return {.text = column == 0 ? QStringLiteral("row %1").arg(row) : QString::number(row * row)};
    }
    [[nodiscard]] int compare(std::uint32_t a, std::uint32_t b, int) const override {
        return a < b ? -1 : a > b ? 1 : 0;
    }
    [[nodiscard]] QString exact(std::uint32_t row, int) const override { return QString::number(row); }
    [[nodiscard]] std::uint64_t identity(std::uint32_t row) const override { return row; }
};

TablePages hundredRows() {
    Appearance look(Appearance::Mode::Dark);
    DataTable table(look);
    table.setColumns({{.key = "name", .title = "Name", .number = false},
                      {.key = "square", .title = "Square", .width = 120}},
                     -1);
    table.setModel(std::make_shared<Numbers>());
    return table.pages();
}

PrintMatter matterOf(const TablePages& table) {
    return {[](const QSizeF& size) {
                const int each = TablePages::rowsOn(size.height());
                return (static_cast<int>(kRows) + each - 1) / each;
            },
            [table](QPainter& painter, Appearance& look, const QSizeF& size, int page) {
                table.paint(painter, look, size, page * TablePages::rowsOn(size.height()));
            }};
}

QByteArray written(const PrintMatter& matter, const std::stop_token& stop = {}) {
    QBuffer file;
    file.open(QIODevice::WriteOnly);
    writePdf(file, {"training", "Operators", "Whole session", "today"}, matter, stop, [](double) {});
    return file.data();
}

int pagesIn(const QByteArray& pdf) {
    const auto count =
        QRegularExpression("/Type /Pages.*?/Count (\\d+)", QRegularExpression::DotMatchesEverythingOption)
            .match(QString::fromLatin1(pdf));
    return count.captured(1).toInt();
}

QImage painted(const TablePages& table, const QSizeF& size, int first) {
    QImage image(size.toSize(), QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    Appearance look(Appearance::Mode::Light);
    table.paint(painter, look, size, first);
    return image;
}

int inkedRows(const QImage& image) {
    int rows = 0;
    for (int y = 26 + 11; y < image.height(); y += 22) { // the middle of each row below the head
        bool ink = false;
        for (int x = 0; x < image.width() / 2; ++x) {
            ink = ink || qGray(image.pixel(x, y)) < 128;
        }
        rows += ink ? 1 : 0;
    }
    return rows;
}

} // namespace

/// Pages of paper: what stands on them, and where they end.
class TestPdfPages : public QObject {
    Q_OBJECT

private slots:
    void aTableGoesOverPages();
    void theLastPageHasTheRest();
    void isMadeOfShapesAndTexts();
    void cancelledItEndsSoon();
    void pagesOfAPictureEndBetweenRows();
    void aRowThatIsHigherThanAPageIsCut();
    void theHeadStandsOnEachPage();
};

void TestPdfPages::aTableGoesOverPages() {
    const TablePages table = hundredRows();
    int each = 0;
    PrintMatter matter = matterOf(table);
    const auto pages = matter.pages;
    matter.pages = [&](const QSizeF& size) {
        each = TablePages::rowsOn(size.height());
        return pages(size);
    };
    const QByteArray pdf = written(matter);
    QVERIFY(pdf.startsWith("%PDF"));
    QVERIFY2(each > 20 && each < 50, qPrintable(QString::number(each)));
    QCOMPARE(pagesIn(pdf), (static_cast<int>(kRows) + each - 1) / each);
}

void TestPdfPages::theLastPageHasTheRest() {
    const TablePages table = hundredRows();
    const QSizeF size(800, 26 + 30 * 22);
    QCOMPARE(TablePages::rowsOn(size.height()), 30);
    QCOMPARE(inkedRows(painted(table, size, 0)), 30);
    QCOMPARE(inkedRows(painted(table, size, 90)), 10);
}

void TestPdfPages::isMadeOfShapesAndTexts() {
    const QByteArray pdf = written(matterOf(hundredRows()));
    QVERIFY(!pdf.contains("/Subtype /Image"));
    QVERIFY(pdf.contains("/Type /Font"));
}

void TestPdfPages::cancelledItEndsSoon() {
    std::stop_source stop;
    int painted = 0;
    const PrintMatter endless{[](const QSizeF&) { return 1'000'000; },
                              [&](QPainter&, Appearance&, const QSizeF&, int) {
                                  if (++painted == 3) {
                                      stop.request_stop();
                                  }
                              }};
    static_cast<void>(written(endless, stop.get_token()));
    QCOMPARE(painted, 3);
}

void TestPdfPages::pagesOfAPictureEndBetweenRows() {
    VectorPicture picture(QSizeF(100, 100));
    picture.addRect(QRectF(0, 0, 100, 100), Qt::red);
    for (const qreal y : {30., 55., 80., 100.}) {
        picture.addBreak(y);
    }
    picture.beginHead(10);
    picture.addRect(QRectF(0, 0, 100, 10), Qt::blue);
    const std::vector<std::pair<qreal, qreal>> expected{{10, 55}, {55, 100}};
    QCOMPARE(picture.pages(60), expected);
    QCOMPARE(picture.pages(1000), (std::vector<std::pair<qreal, qreal>>{{10, 100}}));
}

void TestPdfPages::aRowThatIsHigherThanAPageIsCut() {
    VectorPicture picture(QSizeF(100, 100));
    picture.addBreak(100);
    QCOMPARE(picture.pages(40), (std::vector<std::pair<qreal, qreal>>{{0, 40}, {40, 80}, {80, 100}}));
}

void TestPdfPages::theHeadStandsOnEachPage() {
    VectorPicture picture(QSizeF(10, 100));
    picture.addRect(QRectF(0, 10, 10, 45), Qt::red);
    picture.addRect(QRectF(0, 55, 10, 45), Qt::green);
    picture.addBreak(55);
    picture.beginHead(10);
    picture.addRect(QRectF(0, 0, 10, 10), Qt::blue);
    const auto pages = picture.pages(60);
    QCOMPARE(pages.size(), 2U);
    for (std::size_t i = 0; i < pages.size(); ++i) {
        QImage image(10, 60, QImage::Format_RGB32);
        image.fill(Qt::white);
        QPainter painter(&image);
        picture.paintPage(painter, pages[i]);
        QCOMPARE(image.pixelColor(5, 5), QColor(Qt::blue));
        QCOMPARE(image.pixelColor(5, 30), QColor(i == 0 ? Qt::red : Qt::green));
        QCOMPARE(image.pixelColor(5, 58), QColor(Qt::white)); // the next row stands on the next page
    }
}

int run_tst_pdf_pages(int argc, char** argv) {
    return lanes::test::runWithWidgets<TestPdfPages>(argc, argv);
}
#include "tst_pdf_pages.moc"
