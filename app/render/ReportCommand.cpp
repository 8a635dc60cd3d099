#include "app/render/ReportCommand.h"

#include "app/cli/Analysis.h"
#include "app/cli/TimeArgument.h"
#include "app/render/Offscreen.h"
#include "app/render/ReportPage.h"
#include "app/window/Views.h"
#include "model/base/SameFile.h"
#include "model/report/Answers.h"
#include "views/shared/look/Appearance.h"
#include "views/shared/session/RenderView.h"
#include "views/shared/table/ReportTable.h"
#include "views/shared/text/Text.h"

#include <QApplication>
#include <QBuffer>
#include <QCoreApplication>
#include <QDateTime>
#include <QFileInfo>
#include <QSaveFile>

#include <array>
#include <string>
#include <vector>

namespace lanes {
namespace {

using cli::kFailed;
using cli::kGood;
using cli::kUsage;

constexpr QSize kPicture(1080, 620); // px, as wide as the page
constexpr std::size_t kMostTop = 10;

class HeadWords {
    Q_DECLARE_TR_FUNCTIONS(ReportHead)
};

struct ReportWish {
    std::vector<std::string> files;
    std::string output;
    cli::PartArguments part{.scope = "steady"};
    std::string language = "en";
};

// The answers that a reader looks at first, each with the word of `stats --by`. Those without rows are left out.
constexpr std::array kAnswers{"operators",     "module",      "kernels", "syncs", "copies", "gaps",
                              "peak_category", "collectives", "awaited", "steps", "issues"};

std::vector<ReportSection> sectionsOf(TraceAnalyses& analyses, TimeRange range) {
    std::vector<ReportSection> sections;
    for (const std::string_view word : kAnswers) {
        const report::Answer* named = report::answerNamed(word);
        const report::Answer& answer = named != nullptr ? *named : *report::answerBy(word);
        const std::string_view by = named != nullptr ? answer.by.front() : word;
        if (auto table = answer.make(analyses, {.by = by, .range = range, .filter = {}}, {})) {
            (void)table->sortBy(table->sortedBy);
            table->leaveOutRepeats();
            const QString title = reportText(answer.title);
            sections.push_back({word == "module" ? HeadWords::tr("Modules") : title, std::move(*table)});
        }
    }
    return sections;
}

std::vector<std::pair<QString, QString>> headOf(const Trace& trace, const OverviewNumbers& numbers) {
    const SessionInfo& info = trace.info();
    std::vector<std::pair<QString, QString>> head{{HeadWords::tr("Made by"), toQString(info.producer)}};
    if (info.clockOriginUnixNs > 0) {
        constexpr std::int64_t kMillisecond = 1'000'000;
        const auto begin = (info.clockOriginUnixNs + trace.span().begin) / kMillisecond;
        head.emplace_back(
            HeadWords::tr("Begun (UTC)"),
            QDateTime::fromMSecsSinceEpoch(begin, Qt::UTC).toString(QStringLiteral("yyyy-MM-dd HH:mm:ss")));
    }
    head.emplace_back(HeadWords::tr("Length"), durationText(trace.span().length()));
    QStringList devices;
    for (const DeviceLimits& device : numbers.devices) {
        devices << toQString(device.name);
    }
    devices.removeDuplicates();
    if (!devices.isEmpty()) {
        head.emplace_back(HeadWords::tr("Devices"), devices.join(QStringLiteral(", ")));
    }
    if (numbers.memory) {
        head.emplace_back(HeadWords::tr("Peak memory"), bytesText(numbers.memory->peak));
    }
    return head;
}

QByteArray pictureOf(const std::shared_ptr<const Trace>& trace, TimeRange range, Appearance::Mode mode) {
    Appearance appearance(mode);
    appearance.applyTo(*qApp);
    RenderRequest request;
    request.size = kPicture;
    request.range = range;
    QByteArray bytes;
    QBuffer buffer(&bytes);
    viewSpec(QStringLiteral("timeline"))->render(trace, request, appearance).save(&buffer, "png");
    return bytes;
}

int writeReport(const CLI::App& parser, const ReportWish& wish) {
    const auto opened = cli::openFiles(parser, wish.files);
    if (!opened) {
        return cli::fail(parser, opened.error());
    }
    const std::shared_ptr<const Trace>& trace = opened.value();
    TraceAnalyses analyses(trace);
    const SessionSteps& steps = analyses.operators()->steps;
    const auto part = cli::partOf(wish.part, trace->span(), steps);
    if (!part) {
        return cli::fail(parser, part.error(), kUsage);
    }
    ReportContent content;
    content.trace = trace;
    content.file = QFileInfo(QFile::decodeName(wish.files.front().c_str())).fileName();
    const TimeRange range = part.value().value_or(trace->work());
    content.isSteady = part.value() && part.value() == steps.steadyRange();
    content.numbers = *overviewNumbers(analyses, range, range, kMostTop, {});
    content.head = headOf(*trace, content.numbers);
    content.advice =
        report::answerNamed("advice")->make(analyses, {.by = {}, .range = range, .filter = {}}, {});
    content.sections = sectionsOf(analyses, range);
    content.lightPicture = pictureOf(trace, range, Appearance::Mode::Light);
    content.darkPicture = pictureOf(trace, range, Appearance::Mode::Dark);
    QSaveFile file(QFile::decodeName(wish.output.c_str()));
    if (!file.open(QIODevice::WriteOnly) || file.write(reportPage(content)) < 0 || !file.commit()) {
        return cli::fail(parser, Error{wish.output + " cannot be written: " +
                                       file.errorString().toStdString() + ". Name another file with -o."});
    }
    return kGood;
}

} // namespace

int runReport(int argc, char** argv) {
    CLI::App parser("Writes a session as one page of HTML that needs no network", "lanescope report");
    ReportWish wish;
    cli::addFilesOption(parser, wish.files);
    parser.add_option("-o,--output", wish.output, "the page: NAME.html")->required();
    parser.add_option("--range", wish.part.range,
                      "only A..B, as 10ms..20ms from the start or as recorded in ns");
    parser.add_option("--step", wish.part.step, "only step N")->check(cli::wholeNumber());
    cli::addScopeOption(parser, wish.part.scope);
    parser.add_option("--lang", wish.language, "en or zh_CN")
        ->check(CLI::IsMember({"en", "zh_CN"}))
        ->capture_default_str();
    if (const auto code = cli::parseArguments(parser, argc, argv)) {
        return *code;
    }
    if (isOneOf(wish.output, wish.files)) {
        return cli::fail(parser, Error{wish.output + " is what is to be read; name another file"}, kUsage);
    }
    return drawOffscreen(argv, wish.language, [&] { return writeReport(parser, wish); });
}

} // namespace lanes
