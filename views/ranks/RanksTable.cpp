#include "views/ranks/RanksTable.h"

#include "views/shared/text/Text.h"

#include <QCoreApplication>

#include <algorithm>
#include <utility>

namespace lanes {
namespace {

class Words {
    Q_DECLARE_TR_FUNCTIONS(RanksTable)
};

constexpr double kNoticed = 1. / 3; // of a value, beyond which its error is

} // namespace

std::shared_ptr<const RanksTable> RanksTable::make(JobRanks job, const QString& filter) {
    std::vector<std::uint32_t> shown;
    for (std::uint32_t i = 0; i < job.collectives.size(); ++i) {
        const SharedCollective& one = job.collectives[i];
        if (filter.isEmpty() || toQString(one.name + ' ' + one.group).contains(filter, Qt::CaseInsensitive)) {
            shown.push_back(i);
        }
    }
    return std::make_shared<const RanksTable>(
        std::make_shared<const JobRanks>(std::move(job)),
        std::make_shared<const std::vector<std::uint32_t>>(std::move(shown)));
}

RanksTable::RanksTable(std::shared_ptr<const JobRanks> job,
                       std::shared_ptr<const std::vector<std::uint32_t>> shown)
    : ReportTable(report::collectiveTable(job, shown))
    , job_(std::move(job))
    , shown_(std::move(shown))
    , steps_(rankStepsOf(*job_)) {
    for (const std::uint32_t i : *shown_) {
        widest_ = std::max(widest_, job_->collectives[i].spread);
    }
    for (std::size_t i = 0; i < job_->records.size(); ++i) {
        if (!job_->clocks[i].known()) {
            apart_.push_back(i);
        }
    }
}

QString RanksTable::rankName(std::size_t record) const {
    return Words::tr("Rank %1").arg(job_->records[record].rank);
}

QString RanksTable::apartText() const {
    QStringList names;
    for (const std::size_t record : apart_) {
        names << rankName(record);
    }
    return names.join(QStringLiteral(", "));
}

const RankRecord& RanksTable::lastOf(const SharedCollective& one) const {
    return job_->records[one.entries[one.last].rank];
}

TableCell RanksTable::arrivals(const SharedCollective& one, const Theme& theme) const {
    TableCell cell;
    const TimeNs entered = one.entries[one.last].range.begin;
    cell.bar = theme.hueColor(Hue::Communication);
    for (std::size_t i = 0; i < one.entries.size(); ++i) {
        const double place = 1 - double(entered - one.entries[i].range.begin) / double(widest_);
        if (i == one.last) {
            cell.tick = place;
        } else {
            cell.dots.push_back(place);
        }
    }
    return cell;
}

TableCell RanksTable::cell(std::uint32_t row, int column, const Theme& theme) const {
    const SharedCollective& one = collective(row);
    if (column == this->column("arrivals")) {
        return arrivals(one, theme);
    }
    TableCell cell = ReportTable::cell(row, column, theme);
    if (column == this->column("name")) {
        cell.note = toQString(one.group);
    } else if (column == this->column("error_ns")) {
        cell.text.prepend(QChar(0xb1));
        const bool noticed = double(report::clockErrorOf(*job_, one)) > kNoticed * double(one.spread);
        cell.ink = noticed ? TableCell::Ink::Warn : cell.ink;
    } else if (const auto rate = report::bytesPerSecond(one);
               column == this->column("bytes_per_s") && !report::isUnknown(rate)) {
        cell.text = bytesText(std::get<std::int64_t>(rate)) + QStringLiteral("/s");
    }
    return cell;
}

int RanksTable::compare(std::uint32_t a, std::uint32_t b, int column) const {
    return ReportTable::compare(a, b,
                                column == this->column("arrivals") ? this->column("spread_ns") : column);
}

} // namespace lanes
