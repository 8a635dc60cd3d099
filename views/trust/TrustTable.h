// A session's ledger as a table: every kind of problem, with the number of cases found.
#pragma once

#include "model/analysis/trust/Ledger.h"
#include "views/shared/table/TableModel.h"

#include <memory>
#include <vector>

namespace lanes {

enum class TrustColumn : std::uint8_t { What, Count, Where, Meaning };
inline constexpr int kTrustColumns = 4;

[[nodiscard]] std::vector<TableColumn> trustColumns();

class TrustTable : public TableModel {
public:
    struct Row {
        LedgerGroup group = LedgerGroup::Lost;
        const LedgerEntry* entry = nullptr; // null: the group's own row
        std::uint32_t parent = kNone;
    };

    // Keeps entries whose title or kind contains `filter`; all if `filter` is empty. `ledger` is of `trace`.
    TrustTable(std::shared_ptr<const Trace> trace, std::shared_ptr<const Ledger> ledger,
               const QString& filter);

    [[nodiscard]] const Trace& trace() const { return *trace_; }
    [[nodiscard]] const Ledger& ledger() const { return *ledger_; }
    [[nodiscard]] const Row& row(std::uint32_t row) const { return rows_[row]; }
    // Returns the row of the first entry of this kind; kNone if there is none.
    [[nodiscard]] std::uint32_t rowOf(const QString& key) const;
    [[nodiscard]] std::uint32_t firstEntry() const; // kNone if there is none
    [[nodiscard]] QString groupName(LedgerGroup group) const;
    // The number of cases found for a group: "3 812", "not known" or "none".
    [[nodiscard]] QString groupNote(LedgerGroup group) const;
    // The meaning of a group without entries, or of one that is unknown; empty if its entries explain it.
    [[nodiscard]] QString groupMeaning(LedgerGroup group) const;
    // The place of an entry's first case: "58.2 ms" or "byte 184 213"; empty if unknown.
    [[nodiscard]] QString whereText(const LedgerEntry& entry) const;

    [[nodiscard]] std::uint32_t rows() const override { return static_cast<std::uint32_t>(rows_.size()); }
    [[nodiscard]] std::uint32_t parent(std::uint32_t row) const override { return rows_[row].parent; }
    [[nodiscard]] TableCell cell(std::uint32_t row, int column, const Theme& theme) const override;
    [[nodiscard]] int compare(std::uint32_t a, std::uint32_t b, int column) const override;
    [[nodiscard]] QString exact(std::uint32_t row, int column) const override;
    [[nodiscard]] std::uint64_t identity(std::uint32_t row) const override;

private:
    [[nodiscard]] std::uint64_t countOf(LedgerGroup group) const;
    [[nodiscard]] bool isUnknown(LedgerGroup group) const;

    std::shared_ptr<const Trace> trace_;
    std::shared_ptr<const Ledger> ledger_;
    std::vector<Row> rows_;
};

} // namespace lanes
