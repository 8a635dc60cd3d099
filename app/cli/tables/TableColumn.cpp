#include "app/cli/tables/TableColumn.h"

#include "model/base/Utf8.h"

#include <limits>
#include <utility>

namespace lanes::cli {

namespace {

constexpr std::int32_t kNoCode = -1; // what pandas has where there is no value

bool hasOffsets(TableColumn::Kind kind) {
    using Kind = TableColumn::Kind;
    return kind == Kind::Text || kind == Kind::Integers || kind == Kind::CodedTexts;
}

template<class T>
std::span<const char> bytesOf(const std::vector<T>& values) {
    return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)};
}

template<class Code>
std::string narrowed(const std::vector<std::int32_t>& codes) {
    std::string bytes;
    bytes.reserve(codes.size() * sizeof(Code));
    for (const std::int32_t code : codes) {
        const auto narrow = static_cast<Code>(code);
        bytes.append(reinterpret_cast<const char*>(&narrow), sizeof narrow);
    }
    return bytes;
}

} // namespace

TableColumn::TableColumn(std::string name, Kind kind)
    : name_(std::move(name))
    , kind_(kind) {
    if (hasOffsets(kind)) {
        integers_.push_back(0);
    }
    if (kind == Kind::Integers) {
        inner_ = std::make_unique<TableColumn>("item", Kind::Integer);
    } else if (kind == Kind::CodedTexts) {
        inner_ = std::make_unique<TableColumn>("item", Kind::CodedText);
    } else if (kind == Kind::CodedText) {
        inner_ = std::make_unique<TableColumn>("", Kind::Text);
    }
}

void TableColumn::addValid() {
    const auto row = static_cast<std::size_t>(size_++);
    if (nulls_ > 0) {
        valid_.resize(row / 8 + 1);
        valid_[row / 8] |= static_cast<std::uint8_t>(1U << (row % 8));
    }
}

void TableColumn::addNull() {
    const auto row = static_cast<std::size_t>(size_++);
    if (nulls_++ == 0) { // those so far are there
        valid_.assign(row / 8 + 1, 0xff);
        valid_.back() = static_cast<std::uint8_t>((1U << (row % 8)) - 1);
    }
    valid_.resize(row / 8 + 1);
    if (kind_ == Kind::CodedText) {
        codes_.push_back(kNoCode);
    } else if (kind_ == Kind::Number) {
        numbers_.push_back(std::numeric_limits<double>::quiet_NaN());
    } else {
        integers_.push_back(hasOffsets(kind_) ? integers_.back() : 0);
    }
}

void TableColumn::add(std::int64_t value) {
    integers_.push_back(value);
    addValid();
}

void TableColumn::add(double value) {
    numbers_.push_back(value);
    addValid();
}

void TableColumn::add(std::string_view text) {
    if (kind_ == Kind::CodedText) {
        addCode(codeOf(text));
        return;
    }
    if (isUtf8(text)) {
        text_ += text;
    } else {
        text_ += repairUtf8(text);
    }
    integers_.push_back(static_cast<std::int64_t>(text_.size()));
    addValid();
}

std::int32_t TableColumn::codeOf(std::string_view text) {
    const std::string key = isUtf8(text) ? std::string(text) : repairUtf8(text);
    const auto [at, isNew] = known_.emplace(key, static_cast<std::int32_t>(known_.size()));
    if (isNew) {
        inner_->add(std::string_view(key));
    }
    return at->second;
}

void TableColumn::addCode(std::int32_t code) {
    codes_.push_back(code);
    addValid();
}

void TableColumn::addList(std::span<const std::int64_t> values) {
    for (const std::int64_t value : values) {
        inner_->add(value);
    }
    integers_.push_back(inner_->size());
    addValid();
}

void TableColumn::addList(std::span<const std::string_view> texts) {
    for (const std::string_view text : texts) {
        inner_->add(text);
    }
    integers_.push_back(inner_->size());
    addValid();
}

// As pandas chooses it, which takes them as they are then.
void TableColumn::narrowCodes() {
    const auto texts = static_cast<std::int64_t>(known_.size());
    if (texts < std::numeric_limits<std::int8_t>::max()) {
        narrow_ = narrowed<std::int8_t>(codes_);
    } else if (texts < std::numeric_limits<std::int16_t>::max()) {
        narrow_ = narrowed<std::int16_t>(codes_);
    }
}

TableColumn::Layout TableColumn::layout() {
    Layout layout{.length = size_, .nulls = nulls_};
    layout.buffers[0] = bytesOf(valid_);
    layout.buffers[1] = kind_ == Kind::Number ? bytesOf(numbers_) : bytesOf(integers_);
    switch (kind_) {
    case Kind::Integer:
        layout.format = "l";
        break;
    case Kind::Address:
        layout.format = "L";
        break;
    case Kind::Number:
        layout.format = "g";
        break;
    case Kind::Text:
        layout.format = "U";
        layout.buffers[2] = text_;
        break;
    case Kind::CodedText:
        narrowCodes();
        layout.format = narrow_.size() == codes_.size() && !narrow_.empty() ? "c"
                        : narrow_.empty()                                   ? "i"
                                                                            : "s";
        layout.buffers[1] = narrow_.empty() ? bytesOf(codes_) : std::span<const char>(narrow_);
        layout.dictionary = inner_.get();
        break;
    case Kind::Integers:
    case Kind::CodedTexts:
        layout.format = "+L";
        layout.child = inner_.get();
        break;
    }
    return layout;
}

} // namespace lanes::cli
