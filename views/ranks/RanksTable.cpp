#include "views/ranks/RanksTable.h"

#include "views/shared/text/Text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

namespace lanes {
namespace {

class Words {
    Q_DECLARE_TR_FUNCTIONS(RanksTable)
};

constexpr int kLeastName = 150;
constexpr int kLeastArrivals = 120;
constexpr double kNoticed = 1. / 3; // of a value, beyond which its error is

QString unknownText() {
    return QStringLiteral("\u2013");
}

} // namespace

std::int64_t bytesPerSecond(const SharedCollective& one) {
    constexpr double kSecond = 1e9;
    return one.bytes < 0 || one.transfer <= 0
               ? -1
               : std::llround(double(one.bytes) * kSecond / double(one.transfer));
}

std::vector<TableColumn> ranksColumns() {
    return {
        {.key = QStringLiteral("collective"),
         .title = Words::tr("Collective"),
         .least = kLeastName,
         .number = false},
        {.key = QStringLiteral("begin_ns"), .title = Words::tr("First entry"), .width = 96, .yields = 2},
        {.key = QStringLiteral("arrivals"),
         .title = Words::tr("Arrivals of the ranks"),
         .least = kLeastArrivals,
         .number = false,
         .yields = 3,
         .tip = Words::tr("Each rank is a dot, the last one a line")},
        {.key = QStringLiteral("spread_ns"),
         .title = Words::tr("Spread"),
         .width = 140,
         .most = 200,
         .bar = true,
         .tip = Words::tr("From the first rank's entry to the last one's")},
        {.key = QStringLiteral("last_rank"), .title = Words::tr("Last"), .width = 72},
        {.key = QStringLiteral("error_ns"),
         .title = Words::tr("Clock error"),
         .width = 92,
         .yields = 1,
         .tip = Words::tr("The clocks are no better known than this")},
        {.key = QStringLiteral("waited_ns"),
         .title = Words::tr("Waited, sum"),
         .width = 92,
         .yields = 4,
         .tip = Words::tr("By all ranks for the last one")},
        {.key = QStringLiteral("bytes"), .title = Words::tr("Bytes"), .width = 84, .yields = 5},
        {.key = QStringLiteral("transfer_ns"),
         .title = Words::tr("Transfer"),
         .width = 84,
         .tip = Words::tr("From the last entry to the first end")},
        {.key = QStringLiteral("bytes_per_s"),
         .title = Words::tr("Bandwidth"),
         .width = 100,
         .yields = 6,
         .tip = Words::tr("Bytes that one rank gave, for each second of the transfer")},
    };
}

RanksTable::RanksTable(JobRanks job, const QString& filter)
    : job_(std::move(job))
    , steps_(rankStepsOf(job_)) {
    for (std::uint32_t i = 0; i < job_.collectives.size(); ++i) {
        const SharedCollective& one = job_.collectives[i];
        if (filter.isEmpty() || toQString(one.name + ' ' + one.group).contains(filter, Qt::CaseInsensitive)) {
            rows_.push_back(i);
            widest_ = std::max(widest_, one.spread);
        }
    }
    for (std::size_t i = 0; i < job_.records.size(); ++i) {
        if (!job_.clocks[i].known()) {
            apart_.push_back(i);
        }
    }
}

QString RanksTable::rankName(std::size_t record) const {
    return Words::tr("Rank %1").arg(job_.records[record].rank);
}

QString RanksTable::apartText() const {
    QStringList names;
    for (const std::size_t record : apart_) {
        names << rankName(record);
    }
    return names.join(QStringLiteral(", "));
}

const RankRecord& RanksTable::lastOf(const SharedCollective& one) const {
    return job_.records[one.entries[one.last].rank];
}

TimeNs RanksTable::errorOf(const SharedCollective& one) const {
    TimeNs error = 0;
    for (const SharedCollective::Entry& entry : one.entries) {
        error = std::max(error, job_.clocks[entry.rank].error);
    }
    return error;
}

TimeNs RanksTable::waitedIn(const SharedCollective& one) {
    TimeNs sum = 0;
    for (const SharedCollective::Entry& entry : one.entries) {
        sum += entry.wait;
    }
    return sum;
}

TimeNs RanksTable::beginOf(const SharedCollective& one) const {
    const auto first = std::ranges::min_element(
        one.entries, {}, [](const SharedCollective::Entry& entry) { return entry.range.begin; });
    return first->range.begin - job_.records.front().span.begin;
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

TableCell RanksTable::cell(std::uint32_t row, int columnIndex, const Theme& theme) const {
    const SharedCollective& one = collective(row);
    const auto column = static_cast<RanksColumn>(columnIndex);
    const std::int64_t value = valueOf(one, column);
    TableCell cell;
    switch (column) {
    case RanksColumn::Collective:
        cell.text = toQString(one.name);
        cell.elide = Qt::ElideMiddle;
        cell.note = toQString(one.group);
        cell.dot = theme.hueColor(Hue::Communication);
        return cell;
    case RanksColumn::Begin:
        cell.ink = TableCell::Ink::Accent;
        break;
    case RanksColumn::Arrivals:
        return arrivals(one, theme);
    case RanksColumn::Spread:
        cell.bar = theme.hueColor(Hue::Communication);
        cell.share = double(one.spread) / double(widest_);
        break;
    case RanksColumn::Last:
        cell.text = Words::tr("rank %1").arg(value);
        return cell;
    case RanksColumn::Error:
        cell.text = QStringLiteral("\u00b1") + durationText(value, 2);
        cell.ink =
            double(value) > kNoticed * double(one.spread) ? TableCell::Ink::Warn : TableCell::Ink::Text2;
        return cell;
    case RanksColumn::Bytes:
    case RanksColumn::Bandwidth:
        cell.text = value < 0 ? unknownText() : bytesText(value);
        cell.text += value >= 0 && column == RanksColumn::Bandwidth ? QStringLiteral("/s") : QString();
        cell.ink = value < 0 ? TableCell::Ink::Text3 : TableCell::Ink::Text2;
        return cell;
    case RanksColumn::Waited:
    case RanksColumn::Transfer:
        break;
    }
    cell.text = durationText(value);
    return cell;
}

std::int64_t RanksTable::valueOf(const SharedCollective& one, RanksColumn column) const {
    switch (column) {
    case RanksColumn::Collective:
    case RanksColumn::Begin:
        return beginOf(one);
    case RanksColumn::Arrivals:
    case RanksColumn::Spread:
        return one.spread;
    case RanksColumn::Last:
        return lastOf(one).rank;
    case RanksColumn::Error:
        return errorOf(one);
    case RanksColumn::Waited:
        return waitedIn(one);
    case RanksColumn::Bytes:
        return one.bytes;
    case RanksColumn::Transfer:
        return one.transfer;
    case RanksColumn::Bandwidth:
        break;
    }
    return bytesPerSecond(one);
}

int RanksTable::compare(std::uint32_t a, std::uint32_t b, int columnIndex) const {
    const auto column = static_cast<RanksColumn>(columnIndex);
    if (column == RanksColumn::Collective) {
        return collective(a).name.compare(collective(b).name);
    }
    const std::int64_t left = valueOf(collective(a), column);
    const std::int64_t right = valueOf(collective(b), column);
    return left < right ? -1 : int(right < left);
}

QString RanksTable::exact(std::uint32_t row, int columnIndex) const {
    const SharedCollective& one = collective(row);
    const auto column = static_cast<RanksColumn>(columnIndex);
    if (column == RanksColumn::Collective) {
        return toQString(one.name);
    }
    if (column == RanksColumn::Arrivals) { // as JSON has them
        QStringList waits;
        for (const SharedCollective::Entry& entry : one.entries) {
            waits << QStringLiteral("%1:%2").arg(job_.records[entry.rank].rank).arg(entry.wait);
        }
        return waits.join(QLatin1Char(' '));
    }
    const std::int64_t value = valueOf(one, column);
    return value < 0 && (column == RanksColumn::Bytes || column == RanksColumn::Bandwidth)
               ? QString()
               : QString::number(value);
}

std::uint64_t RanksTable::identity(std::uint32_t row) const {
    const SharedCollective& one = collective(row);
    return std::hash<std::string>{}(one.name + '\n' + one.group) + static_cast<std::uint64_t>(one.sequence);
}

} // namespace lanes
