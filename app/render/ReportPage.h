// A session as one page of HTML that needs nothing else: no network, no script, no other file.
#pragma once

#include "model/analysis/time/OverviewNumbers.h"
#include "model/report/Table.h"

#include <QByteArray>
#include <QString>

#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace lanes {

struct ReportSection {
    QString title;
    report::Table table;
};

// Texts are plain: the page escapes them.
struct ReportContent {
    static constexpr std::size_t kMostRows = 15; // that a table shows

    std::shared_ptr<const Trace> trace;
    QString file;                                  // as the reader of the page can open it
    std::vector<std::pair<QString, QString>> head; // "Made by", "Lanescope 0.1.0"
    bool isSteady = false;                         // the figures are of the steady steps
    OverviewNumbers numbers;
    std::optional<report::Table> advice;
    std::vector<ReportSection> sections;  // those without rows are left out
    QByteArray lightPicture, darkPicture; // PNG of the timeline
};

// The whole page in UTF-8, in the language of the application. Rows and steps have links "FILE#t=BEGIN..END", which `lanescope`
// opens. Colours follow the reader's light or dark mode. O(rows shown + steps shown).
[[nodiscard]] QByteArray reportPage(const ReportContent& content);

} // namespace lanes
