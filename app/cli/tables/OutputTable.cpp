#include "app/cli/tables/OutputTable.h"

#include "collector/python/arrow/TableLayout.h"
#include "model/report/Readers.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

namespace lanes::cli {

namespace {

using arrow::BufferPlace;
using arrow::ColumnEntry;

// The entries of a file and the bytes that they lead to, which are written as they stand where they are.
class TableImage {
public:
    explicit TableImage(std::deque<TableColumn>& columns) {
        columns_ = static_cast<std::uint32_t>(columns.size());
        rows_ = columns.empty() ? 0 : columns.front().size();
        for (TableColumn& column : columns) {
            add(column);
        }
        for (std::size_t i = 0; i < entries_.size();
             ++i) { // those inside come behind all that are there so far
            addInside(i);
        }
        place();
    }

    [[nodiscard]] Result<void> write(int descriptor) const {
        const arrow::TableHeader header{.magic = arrow::kTableMagic,
                                        .bytes = end_,
                                        .rows = rows_,
                                        .entries = static_cast<std::uint32_t>(entries_.size()),
                                        .columns = columns_};
        std::uint64_t at = 0;
        const bool good =
            put(descriptor, at, {reinterpret_cast<const char*>(&header), sizeof header}) &&
            put(descriptor, at,
                {reinterpret_cast<const char*>(entries_.data()), entries_.size() * sizeof(ColumnEntry)}) &&
            putParts(descriptor, at);
        return good ? Result<void>()
                    : Error{std::string("the table could not be written: ") + std::strerror(errno) +
                            "; is there memory for it?"};
    }

private:
    struct Part {
        std::uint64_t offset;
        std::span<const char> bytes;
    };

    void add(TableColumn& column) {
        TableColumn::Layout layout = column.layout();
        ColumnEntry entry{};
        layout.format.copy(entry.format.data(), entry.format.size() - 1);
        entry.length = layout.length;
        entry.nulls = layout.nulls;
        entries_.push_back(entry);
        names_.push_back(column.name());
        layouts_.push_back(std::move(layout));
    }

    void addInside(std::size_t i) {
        for (const auto& [inner, link] : {std::pair(layouts_[i].child, &ColumnEntry::child),
                                          std::pair(layouts_[i].dictionary, &ColumnEntry::dictionary)}) {
            if (inner != nullptr) {
                entries_[i].*link = static_cast<std::uint32_t>(entries_.size());
                add(*inner);
            }
        }
    }

    void place() {
        end_ = sizeof(arrow::TableHeader) + entries_.size() * sizeof(ColumnEntry);
        for (std::size_t i = 0; i < entries_.size(); ++i) {
            entries_[i].nameOffset = end_;
            entries_[i].nameBytes = names_[i].size();
            parts_.push_back({end_, names_[i]});
            end_ += names_[i].size();
        }
        for (std::size_t i = 0; i < entries_.size(); ++i) {
            for (std::size_t b = 0; b < entries_[i].buffers.size(); ++b) {
                const std::span<const char> bytes = layouts_[i].buffers[b];
                end_ =
                    (end_ + arrow::kBufferAlignment - 1) / arrow::kBufferAlignment * arrow::kBufferAlignment;
                entries_[i].buffers[b] = {end_, bytes.size()};
                parts_.push_back({end_, bytes});
                end_ += bytes.size();
            }
        }
    }

    [[nodiscard]] bool putParts(int descriptor, std::uint64_t at) const {
        static constexpr std::array<char, arrow::kBufferAlignment> kZeros{};
        for (const Part& part : parts_) {
            if (!put(descriptor, at, {kZeros.data(), static_cast<std::size_t>(part.offset - at)}) ||
                !put(descriptor, at, part.bytes)) {
                return false;
            }
        }
        return true;
    }

    static bool put(int descriptor, std::uint64_t& at, std::span<const char> bytes) {
        while (!bytes.empty()) {
            const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
            if (written < 0 && errno != EINTR) {
                return false;
            }
            const auto done = static_cast<std::size_t>(std::max<ssize_t>(written, 0));
            at += done;
            bytes = bytes.subspan(done);
        }
        return true;
    }

    std::uint32_t columns_ = 0;
    std::int64_t rows_ = 0;
    std::uint64_t end_ = 0;
    std::vector<ColumnEntry> entries_;
    std::deque<std::string> names_;
    std::vector<TableColumn::Layout> layouts_;
    std::vector<Part> parts_;
};

TableColumn::Kind kindOf(report::Kind kind) {
    switch (kind) {
    case report::Kind::Number:
        return TableColumn::Kind::Number;
    case report::Kind::Text:
        return TableColumn::Kind::CodedText;
    case report::Kind::IntegerList:
        return TableColumn::Kind::Integers;
    case report::Kind::TextList:
        return TableColumn::Kind::CodedTexts;
    case report::Kind::Integer:
        break;
    }
    return TableColumn::Kind::Integer;
}

void addValue(TableColumn& column, const report::Value& value) {
    if (report::isUnknown(value)) {
        column.addNull();
    } else if (const auto* whole = std::get_if<std::int64_t>(&value)) {
        column.add(*whole);
    } else if (const auto* number = std::get_if<double>(&value)) {
        column.add(*number);
    } else if (const auto* sizes = std::get_if<report::Integers>(&value)) {
        column.addList(*sizes);
    } else if (const auto* texts = std::get_if<report::Texts>(&value)) {
        column.addList(*texts);
    } else {
        column.add(report::textOf(value));
    }
}

} // namespace

void OutputTable::add(const report::Table& answer) {
    for (const report::Column* shown : columnsFor(answer, report::Arrow)) {
        TableColumn& made = column(std::string(shown->key), kindOf(shown->kind));
        for (const std::uint32_t row : answer.order) {
            addValue(made, shown->get(row));
        }
    }
}

Result<void> OutputTable::write(int descriptor) {
    return TableImage(columns_).write(descriptor);
}

} // namespace lanes::cli
