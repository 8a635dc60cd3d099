// Puts a table's rows in order: of small models at once, of larger ones off the UI thread.
#pragma once

#include "views/shared/session/LatestJob.h"
#include "views/shared/table/TableSort.h"

#include <functional>
#include <memory>
#include <utility>

namespace lanes {

// UI thread.
class TableSorter {
public:
    // Takes rows as they come; `last`: in the order that was asked for, otherwise what can be shown until that is there.
    using Take = std::function<void(SortedRows rows, bool last)>;

    explicit TableSorter(Take take)
        : take_(std::move(take)) {}

    // Of a new model, which may be null. What was offered is taken if it is of this model and by this order.
    void show(const std::shared_ptr<const TableModel>& model, const TableSort& by);
    void offer(SortedRows sorted) { offered_ = std::move(sorted); }
    // The same model in another order; until that is there what is shown stays.
    void sort(const std::shared_ptr<const TableModel>& model, const TableSort& by);
    void cancel();
    [[nodiscard]] bool isSorting() const { return sorting_; }

private:
    [[nodiscard]] static bool isLarge(const TableModel* model);
    void start(const std::shared_ptr<const TableModel>& model, const TableSort& by);

    Take take_;
    SortedRows offered_;
    LatestJob job_;
    bool sorting_ = false;
};

} // namespace lanes
