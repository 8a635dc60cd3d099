#include "views/operators/OperatorTable.h"

#include <algorithm>

namespace lanes {

OperatorTable::OperatorTable(const report::OperatorSource& source, OperatorQuery query)
    : ReportTable(report::operatorTable(source))
    , data_(source.data)
    , query_(std::move(query))
    , rows_(source.rows) {
    for (const OperatorRow& row : *rows_) {
        calls_ += row.calls;
    }
    findPoints();
}

QString OperatorTable::placeOf(std::uint32_t row) const {
    return query_.group == OperatorGroup::Shapes  ? text(row, "shapes")
           : query_.group == OperatorGroup::Stack ? text(row, "stack")
                                                  : text(row, "pass");
}

std::uint32_t OperatorTable::rowOf(std::uint32_t op) const {
    if (query_.group == OperatorGroup::Tree) {
        return treeRowOf(op);
    }
    const StringId name = nameOf(op);
    const StringId dims = data_->signatures->dimsOf(op);
    const std::uint32_t context =
        query_.group == OperatorGroup::Stack ? data_->context->nodeOf(op) : CallContext::kNone;
    const Pass pass = query_.group == OperatorGroup::Stack ? data_->context->passOf(op) : Pass::Forward;
    const StringId none = data_->forest->trace().strings().find("[]"); // no inputs are one row with no shapes
    const auto shapesOf = [none](StringId text) { return text == none ? StringId() : text; };
    const auto same = [&](const OperatorRow& row) {
        return row.name == name &&
               (query_.group != OperatorGroup::Shapes || shapesOf(row.shapes) == shapesOf(dims)) &&
               (query_.group != OperatorGroup::Stack || (row.context == context && row.pass == pass));
    };
    if (query_.group > OperatorGroup::Stack) {
        return kNone;
    }
    const auto at = std::ranges::find_if(*rows_, same);
    return at == rows_->end() ? kNone : static_cast<std::uint32_t>(at - rows_->begin());
}

StringId OperatorTable::nameOf(std::uint32_t op) const {
    return data_->forest->trace().slice(data_->forest->slice(op)).name;
}

// From the outermost caller inwards, as the rows were made; callers without a row were left out there as well.
std::uint32_t OperatorTable::treeRowOf(std::uint32_t op) const {
    std::vector<std::uint32_t> path;
    for (std::uint32_t call = op; call != OperatorForest::kNone; call = data_->forest->parent(call)) {
        path.push_back(call);
    }
    std::uint32_t below = kNone;
    std::uint32_t found = kNone;
    for (auto call = path.rbegin(); call != path.rend(); ++call) {
        const auto at = std::ranges::find_if(*rows_, [&, name = nameOf(*call)](const OperatorRow& row) {
            return row.parent == below && row.name == name;
        });
        found = at == rows_->end() ? kNone : static_cast<std::uint32_t>(at - rows_->begin());
        below = found == kNone ? below : found;
    }
    return found;
}

void OperatorTable::findPoints() {
    points_ = rooflinePoints(*rows_);
    if (points_.empty()) {
        return;
    }
    std::ranges::stable_sort(points_, std::ranges::greater{}, &RooflinePoint::time);
    hues_.assign(rows_->size(), Hue::Operator);
    std::vector<std::pair<StringId, std::uint32_t>> byName; // of points; rows of one name launch alike
    byName.reserve(points_.size());
    for (const RooflinePoint& point : points_) {
        byName.emplace_back((*rows_)[point.row].name, point.row);
    }
    std::ranges::stable_sort(byName, {}, [](const auto& entry) { return entry.first; });
    for (const DeviceWork& work : data_->forest->deviceWork()) {
        if (work.op == DeviceWork::kNoOperator) {
            continue;
        }
        const StringId name = nameOf(work.op);
        const auto rows =
            std::ranges::equal_range(byName, name, {}, [](const auto& entry) { return entry.first; });
        for (const auto& [of, row] : rows) {
            hues_[row] = data_->forest->trace().slice(work.slice).hue;
        }
    }
}

} // namespace lanes
