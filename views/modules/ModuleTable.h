// The tree of nn.Modules as a table: siblings of one class share a row.
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

// What a session knows of its modules; of the rest nothing is said.
struct ModuleFacts {
    bool device = true; // kernels with their launches: 0 is then measured, wherever one looks
    bool backward = true;
    friend bool operator==(const ModuleFacts&, const ModuleFacts&) = default;
};

[[nodiscard]] std::vector<TableColumn> moduleColumns(const ModuleFacts& facts);

class ModuleTable : public TableModel {
public:
    struct Row {
        std::string name; // the class, or the one module's own name below the one above
        std::uint32_t parent = kNone;
        std::vector<std::uint32_t> nodes; // of the tree: one per module
        FlameNode::Weights self{};
        FlameNode::Weights total{};
        SliceId longest; // its longest call
    };

    // `tree` of FlameSource::Modules, made of `data`. Rows whose name, or one below, contains `filter`; all if it is
    // empty.
    ModuleTable(const OperatorData& data, std::shared_ptr<const FlameTree> tree, const std::string& filter,
                bool mergeSiblings);

    [[nodiscard]] const FlameTree& tree() const { return *tree_; }
    [[nodiscard]] const Row& row(std::uint32_t row) const { return rows_[row]; }
    [[nodiscard]] const ModuleFacts& facts() const { return facts_; }
    [[nodiscard]] std::vector<std::uint32_t> childrenOf(std::uint32_t row) const; // O(rows)
    [[nodiscard]] std::set<std::string_view> namesOf(std::uint32_t row) const;    // as recorded
    // The row that holds a module of this recorded name; kNone if there is none. O(nodes).
    [[nodiscard]] std::uint32_t rowNamed(std::string_view name) const;
    // The row of the innermost module that an operator, or what it launched, ran in; kNone if there is none. O(nodes).
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
    // Of the device where there is one, else of the host.
    [[nodiscard]] FlameWeight mainTime() const;
    [[nodiscard]] FlameWeight backwardTime() const;

    std::shared_ptr<const FlameTree> tree_;
    std::shared_ptr<const OperatorForest> forest_;
    std::shared_ptr<const CallContext> context_;
    bool merge_;
    ModuleFacts facts_;
    bool hasMemory_;
    ChildLists children_; // of tree nodes
    std::vector<Row> rows_;
    FlameNode::Weights whole_{};
};

} // namespace lanes
