#include "views/trust/TrustTable.h"

#include "views/shared/text/NoteText.h"
#include "views/shared/text/Text.h"

#include <QCoreApplication>

#include <array>
#include <functional>

namespace lanes {
namespace {

class Words {
    Q_DECLARE_TR_FUNCTIONS(TrustTable)
};

constexpr int kLeastWhat = 300;

constexpr std::array<const char*, kLedgerGroups> kGroupNames{
    QT_TRANSLATE_NOOP("TrustTable", "Lost"),      QT_TRANSLATE_NOOP("TrustTable", "Repaired"),
    QT_TRANSLATE_NOOP("TrustTable", "Unmatched"), QT_TRANSLATE_NOOP("TrustTable", "Clocks"),
    QT_TRANSLATE_NOOP("TrustTable", "Rules"),     QT_TRANSLATE_NOOP("TrustTable", "Not recorded")};

constexpr std::array<const char*, kLedgerGroups> kNothingFound{
    QT_TRANSLATE_NOOP("TrustTable", "All figures include everything that was recorded."),
    QT_TRANSLATE_NOOP("TrustTable", "No event had to be repaired."),
    QT_TRANSLATE_NOOP("TrustTable", "Every arrow, launch and free has its other end."),
    QT_TRANSLATE_NOOP("TrustTable", "Times of all clocks can be compared."),
    QT_TRANSLATE_NOOP("TrustTable", "Threads, arrows, ids, times and nesting are consistent."),
    QT_TRANSLATE_NOOP("TrustTable", "Nothing was left out.")};

} // namespace

std::vector<TableColumn> trustColumns() {
    return {
        {.key = QStringLiteral("what"), .title = Words::tr("What"), .least = kLeastWhat, .number = false},
        {.key = QStringLiteral("count"), .title = Words::tr("Count"), .width = 84},
        {.key = QStringLiteral("first"),
         .title = Words::tr("First at"),
         .width = 116,
         .tip = Words::tr("Since the session's begin, or the byte in its file")},
        {.key = QStringLiteral("meaning"),
         .title = Words::tr("Effect on the figures"),
         .least = kLeastWhat,
         .number = false,
         .yields = 1},
    };
}

TrustTable::TrustTable(std::shared_ptr<const Trace> trace, std::shared_ptr<const Ledger> ledger,
                       const QString& filter)
    : trace_(std::move(trace))
    , ledger_(std::move(ledger)) {
    const auto matches = [&](const LedgerEntry& entry) {
        return noteText(entry.title).contains(filter, Qt::CaseInsensitive) ||
               toQString(entry.key).contains(filter, Qt::CaseInsensitive);
    };
    for (int i = 0; i < kLedgerGroups; ++i) {
        const auto group = static_cast<LedgerGroup>(i);
        const std::uint32_t head = rows();
        rows_.push_back({group, nullptr, kNone});
        for (const LedgerEntry& entry : ledger_->entries) {
            if (entry.group == group && matches(entry)) {
                rows_.push_back({group, &entry, head});
            }
        }
        if (!filter.isEmpty() && rows() == head + 1) {
            rows_.pop_back();
        }
    }
}

std::uint32_t TrustTable::rowOf(const QString& key) const {
    const auto found = std::ranges::find_if(
        rows_, [&](const Row& row) { return row.entry != nullptr && toQString(row.entry->key) == key; });
    return found != rows_.end() ? static_cast<std::uint32_t>(found - rows_.begin()) : kNone;
}

std::uint32_t TrustTable::firstEntry() const {
    const auto found = std::ranges::find_if(rows_, [](const Row& row) { return row.entry != nullptr; });
    return found != rows_.end() ? static_cast<std::uint32_t>(found - rows_.begin()) : kNone;
}

QString TrustTable::groupName(LedgerGroup group) const {
    return Words::tr(kGroupNames[static_cast<std::size_t>(group)]);
}

QString TrustTable::groupNote(LedgerGroup group) const {
    if (const std::uint64_t count = countOf(group); count > 0) {
        return countText(static_cast<std::int64_t>(count));
    }
    return isUnknown(group) ? Words::tr("not known") : Words::tr("none");
}

QString TrustTable::groupMeaning(LedgerGroup group) const {
    if (countOf(group) > 0) {
        return {};
    }
    if (!isUnknown(group)) {
        return Words::tr(kNothingFound[static_cast<std::size_t>(group)]);
    }
    return group == LedgerGroup::Lost
               ? Words::tr("The format does not count what it loses; a recording by Lanescope does.")
               : Words::tr("No two clocks were compared: times stand as they were written.");
}

std::uint64_t TrustTable::countOf(LedgerGroup group) const {
    std::uint64_t count = 0;
    for (const LedgerEntry& entry : ledger_->entries) {
        count += entry.group == group ? entry.count : 0;
    }
    return count;
}

bool TrustTable::isUnknown(LedgerGroup group) const {
    return (group == LedgerGroup::Lost && !ledger_->lost) ||
           (group == LedgerGroup::Clocks && !ledger_->clockError);
}

QString TrustTable::whereText(const LedgerEntry& entry) const {
    if (entry.time) {
        return durationText(*entry.time - trace_->span().begin);
    }
    return entry.offset >= 0 ? Words::tr("byte %1").arg(countText(entry.offset)) : QString();
}

TableCell TrustTable::cell(std::uint32_t index, int columnIndex, const Theme& theme) const {
    const Row& row = rows_[index];
    const auto column = static_cast<TrustColumn>(columnIndex);
    TableCell cell;
    if (row.entry == nullptr) {
        if (column == TrustColumn::What) {
            cell.text = groupName(row.group);
            cell.note = groupNote(row.group);
        } else if (column == TrustColumn::Meaning) {
            cell.text = groupMeaning(row.group);
            cell.ink = TableCell::Ink::Text2;
        }
        return cell;
    }
    const LedgerEntry& entry = *row.entry;
    switch (column) {
    case TrustColumn::What:
        cell.text = noteText(entry.title);
        cell.dot = entry.fault ? theme.bad : theme.warn;
        break;
    case TrustColumn::Count:
        cell.text = countText(static_cast<std::int64_t>(entry.count));
        break;
    case TrustColumn::Where:
        cell.text = whereText(entry);
        cell.ink = entry.slice.valid() || entry.time ? TableCell::Ink::Accent : TableCell::Ink::Text2;
        if (cell.text.isEmpty()) {
            cell.text = QStringLiteral("\u2013");
            cell.ink = TableCell::Ink::Text3;
        }
        break;
    case TrustColumn::Meaning:
        cell.text = noteText(entry.meaning);
        cell.ink = TableCell::Ink::Text2;
        break;
    }
    return cell;
}

int TrustTable::compare(std::uint32_t a, std::uint32_t b, int column) const {
    const LedgerEntry* left = rows_[a].entry;
    const LedgerEntry* right = rows_[b].entry;
    if (left == nullptr || right == nullptr) {
        return static_cast<int>(rows_[a].group) - static_cast<int>(rows_[b].group);
    }
    const auto order = [](const auto& x, const auto& y) { return x < y ? -1 : int(y < x); };
    switch (static_cast<TrustColumn>(column)) {
    case TrustColumn::Count:
        return order(left->count, right->count);
    case TrustColumn::Where:
        return order(std::pair(left->time, left->offset), std::pair(right->time, right->offset));
    case TrustColumn::Meaning:
        return order(left->meaning, right->meaning);
    case TrustColumn::What:
        break;
    }
    return order(a, b);
}

QString TrustTable::exact(std::uint32_t index, int columnIndex) const {
    const Row& row = rows_[index];
    const auto column = static_cast<TrustColumn>(columnIndex);
    if (row.entry == nullptr) {
        return column == TrustColumn::What      ? toQString(ledgerGroupKey(row.group))
               : column == TrustColumn::Meaning ? groupMeaning(row.group)
                                                : QString();
    }
    switch (column) {
    case TrustColumn::What:
        return toQString(row.entry->title);
    case TrustColumn::Count:
        return QString::number(row.entry->count);
    case TrustColumn::Where:
        return row.entry->time ? QString::number(*row.entry->time) : QString();
    case TrustColumn::Meaning:
        break;
    }
    return toQString(row.entry->meaning);
}

std::uint64_t TrustTable::identity(std::uint32_t index) const {
    const Row& row = rows_[index];
    return row.entry == nullptr ? static_cast<std::uint64_t>(row.group)
                                : std::hash<std::string>{}(row.entry->key + row.entry->title);
}

} // namespace lanes
