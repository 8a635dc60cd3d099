#include "views/shared/table/TableSort.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace lanes {

namespace {

void findChildren(SortedRows& sorted) {
    const TableModel& model = *sorted.model;
    const std::uint32_t rows = model.rows();
    sorted.depths.assign(rows, 0);
    sorted.childBegin.assign(rows + std::size_t(1), 0);
    for (std::uint32_t row = 0; row < rows; ++row) {
        const std::uint32_t parent = model.parent(row);
        if (parent < row) {
            sorted.depths[row] = sorted.depths[parent] + 1;
            ++sorted.childBegin[parent + 1];
        } else {
            sorted.top.push_back(row);
        }
    }
    sorted.tree = sorted.top.size() < rows;
    if (!sorted.tree) {
        sorted.depths.clear();
        sorted.childBegin.clear();
        return;
    }
    std::partial_sum(sorted.childBegin.begin(), sorted.childBegin.end(), sorted.childBegin.begin());
    sorted.children.resize(rows - sorted.top.size());
    std::vector<std::uint32_t> next(sorted.childBegin.begin(), sorted.childBegin.end());
    for (std::uint32_t row = 0; row < rows; ++row) {
        if (const std::uint32_t parent = model.parent(row); parent < row) {
            sorted.children[next[parent]++] = row;
        }
    }
}

// The order of rows is that of the model where nothing else tells them apart, so it is the same every time.
void sortAll(SortedRows& sorted, const std::stop_token& stop) {
    const auto before = [&](std::uint32_t a, std::uint32_t b) {
        const int order = sorted.model->compare(a, b, sorted.by.column);
        if (order != 0) {
            return sorted.by.descending ? order > 0 : order < 0;
        }
        return a < b;
    };
    std::ranges::sort(sorted.top, before);
    for (std::size_t row = 0; row + 1 < sorted.childBegin.size() && !stop.stop_requested(); ++row) {
        std::sort(sorted.children.begin() + sorted.childBegin[row],
                  sorted.children.begin() + sorted.childBegin[row + 1], before);
    }
}

} // namespace

SortedRows sortedRows(std::shared_ptr<const TableModel> model, const TableSort& by,
                      const std::stop_token& stop) {
    SortedRows sorted;
    sorted.model = std::move(model);
    sorted.by = by;
    if (!sorted.model) {
        return sorted;
    }
    findChildren(sorted);
    if (by.column >= 0) {
        sortAll(sorted, stop);
    }
    for (std::uint32_t row = 0; by.current && row < sorted.model->rows() && !stop.stop_requested(); ++row) {
        if (sorted.model->identity(row) == *by.current) {
            sorted.current = row;
            break;
        }
    }
    return sorted;
}

} // namespace lanes
