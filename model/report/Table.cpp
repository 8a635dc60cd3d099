#include "model/report/Table.h"

#include <algorithm>

namespace lanes::report {

double numberOf(const Value& value) {
    if (const auto* whole = std::get_if<std::int64_t>(&value)) {
        return static_cast<double>(*whole);
    }
    if (const auto* number = std::get_if<double>(&value)) {
        return *number;
    }
    double product = 0;
    if (const auto* sizes = std::get_if<Integers>(&value)) {
        product = 1;
        for (const std::int64_t size : *sizes) {
            product *= static_cast<double>(size);
        }
    }
    return product;
}

int compare(const Column& column, const Value& a, const Value& b) {
    if (isUnknown(a) || isUnknown(b)) {
        return static_cast<int>(isUnknown(b)) - static_cast<int>(isUnknown(a));
    }
    if (column.kind == Kind::TextList) {
        const Texts& left = std::get<Texts>(a);
        const Texts& right = std::get<Texts>(b);
        return left < right ? -1 : static_cast<int>(right < left);
    }
    if (column.kind == Kind::Text) {
        return textOf(a).compare(textOf(b));
    }
    const double left = numberOf(a);
    const double right = numberOf(b);
    return left < right ? -1 : static_cast<int>(left > right);
}

const Column* Table::column(std::string_view key) const {
    const auto at = std::ranges::find(columns, key, &Column::key);
    return at == columns.end() ? nullptr : &*at;
}

bool Table::sortBy(std::string_view key) {
    const Column* by = column(key);
    if (by == nullptr || (by->readers & Files) == 0) {
        return false;
    }
    std::vector<std::pair<Value, std::uint32_t>> keyed;
    keyed.reserve(order.size());
    for (const std::uint32_t row : order) {
        keyed.emplace_back(by->get(row), row);
    }
    std::ranges::stable_sort(keyed, [by](const auto& a, const auto& b) {
        if (isUnknown(a.first) || isUnknown(b.first)) {
            return !isUnknown(a.first) && isUnknown(b.first);
        }
        const int less = compare(*by, a.first, b.first);
        return by->isText() ? less < 0 : less > 0;
    });
    std::ranges::transform(keyed, order.begin(), [](const auto& entry) { return entry.second; });
    return true;
}

void Table::leaveOutRepeats() {
    if (repeats) {
        std::erase_if(order, repeats);
    }
}

} // namespace lanes::report
