// Sorts the rows of a table: of small models at once, of models of more than 500 rows off the UI thread.
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
    // Receives rows as they come. With `last` they have the requested order; otherwise they serve until that is ready.
    using Take = std::function<void(SortedRows rows, bool last)>;

    explicit TableSorter(Take take)
        : take_(std::move(take)) {}

    // Sorts a new model, which may be null. Offered rows are taken if they are of this model and in this order.
    void show(const std::shared_ptr<const TableModel>& model, const TableSort& by);
    void offer(SortedRows sorted) { offered_ = std::move(sorted); }
    // Sorts the same model in another order. Until it is ready, the rows shown stay.
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
