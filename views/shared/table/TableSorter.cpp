#include "views/shared/table/TableSorter.h"

namespace lanes {

bool TableSorter::isLarge(const TableModel* model) {
    constexpr std::uint32_t kSortedAtOnce = 500; // texts are made to compare some columns
    return model != nullptr && model->rows() > kSortedAtOnce;
}

void TableSorter::cancel() {
    job_.cancel();
    sorting_ = false;
}

void TableSorter::start(const std::shared_ptr<const TableModel>& model, const TableSort& by) {
    sorting_ = true;
    job_.run([model, by](const std::stop_token& stop) { return sortedRows(model, by, stop); },
             [this](SortedRows sorted) {
                 sorting_ = false;
                 take_(std::move(sorted), true);
             });
}

void TableSorter::show(const std::shared_ptr<const TableModel>& model, const TableSort& by) {
    SortedRows ready = std::exchange(offered_, {});
    cancel();
    if (ready.model && ready.model == model && ready.by == by) {
        take_(std::move(ready), true);
    } else if (isLarge(model.get())) {
        // Until they are sorted as wanted, as they were offered.
        take_(ready.model && ready.model == model ? std::move(ready) : sortedRows(model, {}), false);
        start(model, by);
    } else {
        take_(sortedRows(model, by), true);
    }
}

void TableSorter::sort(const std::shared_ptr<const TableModel>& model, const TableSort& by) {
    if (isLarge(model.get())) {
        start(model, by);
    } else {
        take_(sortedRows(model, by), true);
    }
}

} // namespace lanes
