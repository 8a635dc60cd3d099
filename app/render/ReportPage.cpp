#include "app/render/ReportPage.h"

#include "views/shared/look/Theme.h"
#include "views/shared/table/ReportTable.h"
#include "views/shared/text/ActivityText.h"
#include "views/shared/text/AdviceText.h"
#include "views/shared/text/SessionReference.h"
#include "views/shared/text/Text.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <utility>

namespace lanes {

namespace {

class PageWords {
    Q_DECLARE_TR_FUNCTIONS(ReportPage)
};

constexpr int kChartWidth = 1080;
constexpr int kChartHeight = 120;
constexpr double kOverP95 = 2.5; // a step that is longer is cut, or it would flatten the others

// What stands in the page for the colours of a theme.
constexpr std::array<std::pair<const char*, QColor Theme::*>, 10> kRoles{{{"canvas", &Theme::canvas},
                                                                          {"panel", &Theme::panel},
                                                                          {"line", &Theme::line},
                                                                          {"track", &Theme::track},
                                                                          {"text", &Theme::text},
                                                                          {"text2", &Theme::text2},
                                                                          {"text3", &Theme::text3},
                                                                          {"accent", &Theme::accent},
                                                                          {"good", &Theme::good},
                                                                          {"warn", &Theme::warn}}};

constexpr const char* kStyle = R"css(
body{margin:0;background:var(--canvas);color:var(--text);font:14px/1.45 system-ui,sans-serif}
main{max-width:1080px;margin:0 auto;padding:24px}
h1{font-size:22px;margin:0 0 4px}
h2{font-size:16px;margin:32px 0 8px}
a{color:var(--accent);text-decoration:none}
a:hover{text-decoration:underline}
.quiet{color:var(--text2)}
dl{display:flex;flex-wrap:wrap;gap:4px 32px;margin:12px 0}
dt{color:var(--text2);font-size:12px}
dd{margin:0;font-weight:600}
.split{display:flex;height:24px;border-radius:4px;overflow:hidden;background:var(--track)}
.legend{display:flex;flex-wrap:wrap;gap:4px 20px;margin:8px 0;color:var(--text2)}
.dot{display:inline-block;width:10px;height:10px;border-radius:2px;margin-right:6px}
.cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(330px,1fr));gap:12px}
.card{background:var(--panel);border:1px solid var(--line);border-radius:6px;padding:12px}
.card b{display:block}
.card .saves{color:var(--good);font-weight:600}
img{width:100%;border:1px solid var(--line);border-radius:6px}
.dark{display:none}
@media(prefers-color-scheme:dark){.dark{display:block}.light{display:none}}
.wide{overflow-x:auto}
table{border-collapse:collapse;width:100%}
th{color:var(--text2);font-size:12px;font-weight:500;white-space:nowrap}
th,td{text-align:left;padding:4px 10px;border-bottom:1px solid var(--line)}
td{max-width:420px;overflow-wrap:anywhere}
.number{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}
)css";

QString colors(const Theme& theme) {
    QString text;
    for (const auto& [name, role] : kRoles) {
        text += QStringLiteral("--%1:%2;").arg(QLatin1String(name), (theme.*role).name());
    }
    for (int hue = 0; hue < kHueCount; ++hue) {
        text += QStringLiteral("--hue%1:%2;").arg(hue).arg(theme.hueColor(static_cast<Hue>(hue)).name());
    }
    return text;
}

QString escaped(const QString& text) {
    return text.toHtmlEscaped();
}

QString hueOf(Activity activity) {
    return QStringLiteral("var(--hue%1)").arg(static_cast<int>(hueOfActivity(activity)));
}

class Page {
public:
    explicit Page(const ReportContent& content)
        : content_(content) {}

    QByteArray take() {
        addBegin();
        addHead();
        addSplit();
        addSteps();
        addAdvice();
        addPictures();
        for (const ReportSection& section : content_.sections) {
            addTable(section);
        }
        out_ += QStringLiteral("</main></body></html>\n");
        return out_.toUtf8();
    }

private:
    void addBegin() {
        out_ += QStringLiteral("<!DOCTYPE html><html><head><meta charset=\"utf-8\">"
                               "<meta name=\"viewport\" content=\"width=device-width\">"
                               "<meta name=\"color-scheme\" content=\"light dark\"><title>%1</title><style>")
                    .arg(escaped(content_.file));
        out_ += QStringLiteral(":root{%1}@media(prefers-color-scheme:dark){:root{%2}}")
                    .arg(colors(Theme::lightTheme()), colors(Theme::darkTheme()));
        out_ += QLatin1String(kStyle) + QStringLiteral("</style></head><body><main>");
    }

    // A link to a stretch of the session, as `lanescope` takes it.
    [[nodiscard]] QString link(TimeRange range, const QString& text) const {
        const TimeNs begin = content_.trace->span().begin;
        const QString place = referenceText(content_.file, {range.begin - begin, range.end - begin});
        return QStringLiteral("<a href=\"%1\" title=\"lanescope '%1'\">%2</a>").arg(escaped(place), text);
    }

    void addFigures(const std::vector<std::pair<QString, QString>>& figures) {
        out_ += QStringLiteral("<dl>");
        for (const auto& [name, value] : figures) {
            out_ += QStringLiteral("<div><dt>%1</dt><dd>%2</dd></div>").arg(escaped(name), escaped(value));
        }
        out_ += QStringLiteral("</dl>");
    }

    void addHead() {
        out_ += QStringLiteral("<h1>%1</h1>").arg(escaped(content_.file));
        addFigures(content_.head);
        const QString length = durationText(content_.numbers.range.length());
        const QString said = content_.isSteady ? PageWords::tr("Figures are of the steady steps: %1.")
                                               : PageWords::tr("Figures are of the whole session: %1.");
        out_ += QStringLiteral("<p class=\"quiet\">%1</p>")
                    .arg(link(content_.numbers.range, escaped(said.arg(length))));
    }

    void addSplit() {
        const SplitTimes& split = content_.numbers.split;
        const auto whole = static_cast<double>(std::max<TimeNs>(split.sum(), 1));
        QString legend;
        out_ += QStringLiteral("<h2>%1</h2><div class=\"split\">").arg(PageWords::tr("Where the time went"));
        for (int i = 0; i < kActivityCount; ++i) {
            const auto activity = static_cast<Activity>(i);
            const double percent = 100 * static_cast<double>(split.of(activity)) / whole;
            if (split.of(activity) == 0) {
                continue;
            }
            if (activity != Activity::Idle) {
                out_ += QStringLiteral("<div style=\"width:%1%;background:%2\"></div>")
                            .arg(percent)
                            .arg(hueOf(activity));
            }
            legend +=
                QStringLiteral("<span><span class=\"dot\" style=\"background:%1\"></span>%2 %3 (%4 %)</span>")
                    .arg(activity == Activity::Idle ? QStringLiteral("var(--track)") : hueOf(activity),
                         escaped(activityText(activity)), durationText(split.of(activity)))
                    .arg(percent, 0, 'f', 1);
        }
        out_ += QStringLiteral("</div><div class=\"legend\">%1</div>").arg(legend);
    }

    void addSteps() {
        const OverviewNumbers::Steps& steps = content_.numbers.steps;
        if (steps.bars.empty()) {
            return;
        }
        out_ += QStringLiteral("<h2>%1</h2>").arg(PageWords::tr("Step times"));
        if (steps.steadyMedian) {
            addFigures({{PageWords::tr("Median of steady steps"), durationText(*steps.steadyMedian)},
                        {PageWords::tr("Mean"), durationText(steps.steadyMean)},
                        {PageWords::tr("95th percentile"), durationText(steps.p95)},
                        {PageWords::tr("Slowest"), toQString(steps.slowest)}});
        }
        TimeNs longest = 1;
        for (const StepSplit& step : steps.bars) {
            longest = std::max(longest, step.range.length());
        }
        const double top = std::min(double(longest), std::max(1., double(steps.p95) * kOverP95));
        const double width = double(kChartWidth) / double(steps.bars.size());
        out_ += QStringLiteral("<svg viewBox=\"0 0 %1 %2\" role=\"img\" aria-label=\"%3\">")
                    .arg(kChartWidth)
                    .arg(kChartHeight)
                    .arg(PageWords::tr("Step times"));
        for (std::size_t i = 0; i < steps.bars.size(); ++i) {
            addStep(steps.bars[i], {double(i) * width, width}, top);
        }
        out_ += QStringLiteral("</svg>");
    }

    // `place`: left edge and width of the bar. `top`: the length that fills the height, ns.
    void addStep(const StepSplit& step, std::pair<double, double> place, double top) {
        const double height = kChartHeight * std::min(1., double(step.range.length()) / top);
        const auto& median = content_.numbers.steps.median;
        const auto excess = median ? excessOf(step, *median) : std::nullopt;
        QString said = PageWords::tr("%1: %2").arg(toQString(step.name), durationText(step.range.length()));
        if (excess) {
            said += QStringLiteral(", +%1 %2").arg(durationText(excess->by), activityText(excess->activity));
        }
        if (!step.step.why.empty()) {
            said += QStringLiteral(" (%1)").arg(toQString(step.step.why));
        }
        const QString bar =
            QStringLiteral(
                "<rect x=\"%1\" y=\"%2\" width=\"%3\" height=\"%4\" fill=\"%5\"><title>%6</title></rect>")
                .arg(place.first)
                .arg(kChartHeight - height)
                .arg(std::max(.5, place.second - (place.second > 3 ? 1 : 0)))
                .arg(height)
                .arg(excess ? hueOf(excess->activity)
                            : QStringLiteral("var(--hue%1)").arg(static_cast<int>(Hue::Other)),
                     escaped(said));
        out_ += link(step.range, bar);
    }

    void addAdvice() {
        if (!content_.advice || content_.advice->order.empty()) {
            return;
        }
        const ReportTable table(*content_.advice);
        const report::Table& rows = table.report();
        const auto sentence = [&](std::uint32_t row, std::string_view key) {
            return escaped(adviceText(textOf(rows.column(key)->get(row))));
        };
        out_ += QStringLiteral("<h2>%1</h2><div class=\"cards\">").arg(PageWords::tr("Advice"));
        for (const std::uint32_t row : rows.order) {
            out_ += QStringLiteral("<div class=\"card\"><b>%1</b><span class=\"saves\">%2</span> "
                                   "<span class=\"quiet\">%3</span><p>%4</p><p>%5</p></div>")
                        .arg(sentence(row, "title"),
                             PageWords::tr("saves %1").arg(escaped(table.text(row, "saves_ns"))),
                             PageWords::tr("confidence %1").arg(escaped(table.text(row, "confidence"))),
                             sentence(row, "seen"), sentence(row, "remedy"));
        }
        out_ += QStringLiteral("</div>");
    }

    void addPictures() {
        out_ += QStringLiteral("<h2>%1</h2>").arg(PageWords::tr("Timeline"));
        for (const auto& [name, picture] :
             {std::pair("light", &content_.lightPicture), std::pair("dark", &content_.darkPicture)}) {
            out_ += QStringLiteral("<img class=\"%1\" alt=\"%2\" src=\"data:image/png;base64,%3\">")
                        .arg(QLatin1String(name), PageWords::tr("Timeline"),
                             QString::fromLatin1(picture->toBase64()));
        }
    }

    void addTable(const ReportSection& section) {
        const ReportTable table(section.table);
        const report::Table& rows = table.report();
        if (rows.order.empty()) {
            return;
        }
        const std::vector<TableColumn> columns = columnsOf(rows);
        out_ += QStringLiteral("<h2>%1</h2><div class=\"wide\"><table><tr>").arg(escaped(section.title));
        for (const TableColumn& column : columns) {
            out_ += column.shown ? QStringLiteral("<th%1>%2</th>").arg(classOf(column), escaped(column.title))
                                 : QString();
        }
        out_ += QStringLiteral("</tr>");
        const std::size_t shown = std::min(ReportContent::kMostRows, rows.order.size());
        for (std::size_t i = 0; i < shown; ++i) {
            addRow(table, columns, rows.order[i]);
        }
        out_ += QStringLiteral("</table></div>");
        if (shown < rows.order.size()) {
            out_ += QStringLiteral("<p class=\"quiet\">%1</p>")
                        .arg(PageWords::tr("Shown: %1 of %2").arg(shown).arg(rows.order.size()));
        }
    }

    void addRow(const ReportTable& table, const std::vector<TableColumn>& columns, std::uint32_t row) {
        const report::Table& rows = table.report();
        const SliceId origin = rows.origin ? rows.origin(row) : SliceId();
        bool linked = !origin.valid(); // the first cell leads to the event
        out_ += QStringLiteral("<tr>");
        for (std::size_t i = 0; i < columns.size(); ++i) {
            if (!columns[i].shown) {
                continue;
            }
            const TableCell cell = table.cell(row, static_cast<int>(i), theme_);
            QString text =
                escaped(cell.note.isEmpty() ? cell.text : cell.text + QLatin1Char(' ') + cell.note);
            if (!linked) {
                const Trace::Slice slice = content_.trace->slice(origin);
                text = link({slice.start, slice.end()}, text);
                linked = true;
            }
            out_ += QStringLiteral("<td%1>%2</td>").arg(classOf(columns[i]), text);
        }
        out_ += QStringLiteral("</tr>");
    }

    static QString classOf(const TableColumn& column) {
        return column.number ? QStringLiteral(" class=\"number\"") : QString();
    }

    const ReportContent& content_;
    Theme theme_ = Theme::lightTheme(); // cells ask for one; the page takes their texts alone
    QString out_;
};

} // namespace

QByteArray reportPage(const ReportContent& content) {
    return Page(content).take();
}

} // namespace lanes
