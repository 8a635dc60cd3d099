#include "views/path/PathView.h"

#include "views/path/PathPanel.h"
#include "views/path/WhatIfRow.h"
#include "views/shared/controls/EmptyState.h"
#include "views/shared/controls/FilterField.h"
#include "views/shared/controls/SegmentedControl.h"
#include "views/shared/text/Text.h"

#include <QKeyEvent>

#include <array>
#include <utility>
#include <vector>

namespace lanes {
namespace {

constexpr std::array kGroups{PathBy::Name, PathBy::Kind, PathBy::Module, PathBy::Line};

// The path that is shown already serves as long as it is of the same graph and range.
std::shared_ptr<const report::FoundPath> findPath(TraceAnalyses& analyses, TimeRange range,
                                                  const std::shared_ptr<const report::FoundPath>& known,
                                                  const std::stop_token& stop) {
    auto graph = analyses.path(stop);
    if (graph == nullptr || (known && known->graph == graph && known->path.range == range)) {
        return graph != nullptr ? known : nullptr;
    }
    auto origins =
        known && known->graph == graph ? known->origins : std::make_shared<const PathOrigins>(*graph);
    CriticalPath path = criticalPath(*graph, range, stop);
    return stop.stop_requested() ? nullptr
                                 : std::make_shared<const report::FoundPath>(report::FoundPath{
                                       std::move(graph), std::move(origins), std::move(path)});
}

} // namespace

PathView::PathView(Appearance& appearance, QWidget* parent)
    : TableView(appearance, Form::Whole,
                {QStringLiteral("path"), tr("Critical path"), tr("Filter rows"), QStringLiteral("path.csv")},
                parent)
    , groups_(new SegmentedControl(appearance, {tr("Names"), tr("Kinds"), tr("Modules"), tr("Lines")}))
    , pathPanel_(new PathPanel(appearance, panel(), this)) {
    addGroups(groups_);
    const report::Table columns = report::pathTable(nullptr, nullptr, PathBy::Name);
    setColumns(columnsOf(columns), columnNamed(columns, columns.sortedBy));
    groups_->setAccessibleName(tr("Sum up by"));
    connect(pathPanel_, &PathPanel::sliceChosen, this, &PathView::goTo);
    connect(pathPanel_, &PathPanel::speedupChosen, this, &PathView::replay);
}

void PathView::refresh() {
    const auto analyses = state() != nullptr ? state()->analyses() : nullptr;
    if (!analyses) {
        looking_ = false;
        showRows(nullptr);
        return;
    }
    looking_ = true;
    if (!rows_) {
        showRows(nullptr);
    }
    runRows(
        [analyses, range = state()->focus(), known = rows_ ? rows_->found() : nullptr,
         by = kGroups[static_cast<std::size_t>(groups_->current())],
         filter = QString::fromStdString(filterField().filter().text())](
            const std::stop_token& stop) -> std::shared_ptr<const PathTable> {
            auto found = findPath(*analyses, range, known, stop);
            if (!found) {
                return nullptr;
            }
            auto rows = pathRows(*found->graph, *found->origins, found->path, by, stop);
            return PathTable::make(std::move(found), std::move(rows), by, filter);
        },
        [this](std::shared_ptr<const PathTable> rows) {
            looking_ = false;
            showRows(std::move(rows));
        });
}

void PathView::showRows(std::shared_ptr<const PathTable> rows) {
    rows_ = std::move(rows);
    present(rows_,
            rows_ ? tr("the chain of work that decided %1").arg(durationText(rows_->total())) : QString());
}

void PathView::sayWhyEmpty(EmptyState& empty) {
    if (state() == nullptr || !state()->trace()) {
        empty.setText(tr("No session"), tr("Open a trace or capture a program."));
    } else if (looking_) {
        empty.setText(tr("Looking for the critical path"), tr("Brushing another range ends it."));
    } else if (!filterField().filter().empty()) {
        empty.setText(tr("No row matches the filter"), tr("Press Esc in the filter to see all of them."));
    } else {
        empty.setText(tr("Nothing ran in this range"),
                      tr("A path needs events of threads or devices; brush another range, or choose the "
                         "whole session."));
    }
}

void PathView::showRow(std::uint32_t row) {
    pathPanel_->show(*rows_, row);
}

WhatIfRow* PathView::whatIf() const {
    return rows_ ? pathPanel_->whatIf() : nullptr;
}

void PathView::replay(const Speedup& faster) {
    runAside(
        [found = rows_->found(), faster = std::vector{faster}](const std::stop_token& stop) {
            return rangeIfFaster(*found->graph, found->path.range, faster, stop);
        },
        [this](std::optional<TimeNs> after) {
            if (after) {
                pathPanel_->setAfter(*after);
            }
        });
}

bool PathView::ownsKey(const QKeyEvent& key) const {
    static constexpr std::array kKeys{Qt::Key_Plus, Qt::Key_Minus};
    const bool plain = (key.modifiers() & ~(Qt::KeypadModifier | Qt::ShiftModifier)) == Qt::NoModifier;
    return (plain && std::ranges::find(kKeys, key.key()) != kKeys.end()) || TableView::ownsKey(key);
}

void PathView::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Plus || event->key() == Qt::Key_Minus) {
        if (WhatIfRow* row = whatIf()) {
            row->stepBy(event->key() == Qt::Key_Plus ? 1 : -1);
        }
    } else {
        TableView::keyPressEvent(event);
    }
}

} // namespace lanes
