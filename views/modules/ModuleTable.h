// The tree of nn.Modules as a table. Siblings of one class share a row.
#pragma once

#include "model/analysis/flame/FlameTree.h"
#include "views/shared/table/TableModel.h"

#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace lanes {

enum class ModuleColumn : std::uint8_t { Name, Calls, Host, HostSelf, Device, Backward, Share, Allocated };
inline constexpr int kModuleColumns = 8;

// The kinds of data that the session has about modules. Other values are unknown, and their columns hidden by default.
struct ModuleFacts {
    bool device = true; // kernels with their launches: then a value of 0 is measured
    bool backward = true;
    friend bool operator==(const ModuleFacts&, const ModuleFacts&) = default;
};

[[nodiscard]] std::vector<TableColumn> moduleColumns(const ModuleFacts& facts);

class ModuleTable : public TableModel {
public:
    struct Row {
        std::string name; // the class, or a single module's own name below its parent
        std::uint32_t parent = kNone;
        std::vector<std::uint32_t> nodes; // one node of the tree for each module
        FlameNode::Weights self{};
        FlameNode::Weights total{};
        SliceId longest; // longest call of the row
    };

    // `tree` is of FlameSource::Modules and made from `data`. Keeps rows that contain `filter` in their names, and the rows
    // above them; all if `filter` is empty.
    ModuleTable(const OperatorData& data, std::shared_ptr<const FlameTree> tree, const std::string& filter,
                bool mergeSiblings);

    [[nodiscard]] const FlameTree& tree() const { return *tree_; }
    [[nodiscard]] const Row& row(std::uint32_t row) const { return rows_[row]; }
    [[nodiscard]] const ModuleFacts& facts() const { return facts_; }
    [[nodiscard]] std::vector<std::uint32_t> childrenOf(std::uint32_t row) const; // O(rows)
    [[nodiscard]] std::set<std::string_view> namesOf(std::uint32_t row) const;    // as recorded
    // Returns the row that contains the module of this recorded name; kNone if there is none. O(nodes).
    [[nodiscard]] std::uint32_t rowNamed(std::string_view name) const;
    // Returns the row of the innermost module around an operator or the work that it launched; kNone if there is none.
    // O(nodes).
    [[nodiscard]] std::uint32_t rowOf(SliceId slice) const;
    [[nodiscard]] static std::int64_t of(const FlameNode::Weights& weights, FlameWeight weight) {
        return weights[static_cast<std::size_t>(weight)];
    }

    [[nodiscard]] std::uint32_t rows() const override { return static_cast<std::uint32_t>(rows_.size()); }
    [[nodiscard]] std::uint32_t parent(std::uint32_t row) const override { return rows_[row].parent; }
    [[nodiscard]] TableCell cell(std::uint32_t row, int column, const Theme& theme) const override;
    [[nodiscard]] int compare(std::uint32_t a, std::uint32_t b, int column) const override;
    [[nodiscard]] QString exact(std::uint32_t row, int column) const override;
    [[nodiscard]] std::uint64_t identity(std::uint32_t row) const override;

private:
    void addChildren(std::uint32_t parent, const std::vector<std::uint32_t>& nodes);
    void keepMatching(const std::string& filter);
    [[nodiscard]] std::int64_t number(const Row& row, ModuleColumn column) const;
    // Device time if the session has a device, else host time.
    [[nodiscard]] FlameWeight mainTime() const;
    [[nodiscard]] FlameWeight backwardTime() const;

    std::shared_ptr<const FlameTree> tree_;
    std::shared_ptr<const OperatorForest> forest_;
    std::shared_ptr<const CallContext> context_;
    bool merge_;
    ModuleFacts facts_;
    bool hasMemory_;
    ChildLists children_; // of the tree's nodes
    std::vector<Row> rows_;
    FlameNode::Weights whole_{};
};

} // namespace lanes
