// Reads one argument of many events: the column that holds it is looked up once per layout.
#pragma once

#include "model/trace/args/ArgKey.h"
#include "model/trace/args/ArgTable.h"
#include "model/trace/tables/StringTable.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace lanes {

// A number without a fraction, in any spelling: old traces have all numbers in quotes, other writers have 3.0 for 3.
[[nodiscard]] std::int64_t integerOf(const std::optional<ArgValue>& value, const StringTable& strings,
                                     std::int64_t otherwise);

// The spelling of a key in traces of early torch ("external id"); empty for keys that never had another one.
[[nodiscard]] std::string_view olderSpelling(std::string_view key);
// The older spelling as a name of the table; none if no event uses it.
[[nodiscard]] StringId olderKeyOf(const StringTable& strings, std::string_view key);

// One thread. Keeps a reference to the table, which must not get layouts meanwhile.
class ArgReader {
public:
    // The place of the argument: inside of "args", beside it (Top), or either.
    enum class Level : std::uint8_t { Any, Top, Args };

    // Also finds the key's older spelling. `strings` gives the id of a text.
    template<class Strings>
    ArgReader(const ArgTable& args, const Strings& strings, ArgKey key, Level level = Level::Any)
        : ArgReader(args, strings, AnyKey{key.text()}, level) {}

    // The column of an event's layout; nothing where it has none. O(1) except for the first event of a layout.
    [[nodiscard]] std::optional<std::uint32_t> column(LayoutId layout) {
        if (layout.value >= columns_.size()) { // ids come from files
            return std::nullopt;
        }
        std::int32_t& known = columns_[layout.value];
        if (known == kUnknown) {
            known = find(*args_.layouts[layout.value]);
        }
        return known < 0 ? std::nullopt : std::optional(static_cast<std::uint32_t>(known));
    }
    [[nodiscard]] std::optional<ArgValue> value(LayoutId layout, std::uint32_t row) {
        const auto at = column(layout);
        return at ? args_.value(layout, row, *at) : std::nullopt;
    }
    // The value's text; none where it is no text.
    [[nodiscard]] StringId text(LayoutId layout, std::uint32_t row) {
        const auto v = value(layout, row);
        return v && v->type == ArgValue::Type::Text ? StringId(v->id) : StringId();
    }
    [[nodiscard]] std::int64_t integer(LayoutId layout, std::uint32_t row, const StringTable& strings,
                                       std::int64_t otherwise) {
        return integerOf(value(layout, row), strings, otherwise);
    }

private:
    friend class IdReader;

    struct AnyKey { // any key, an id's included
        std::string_view text;
    };
    template<class Strings>
    ArgReader(const ArgTable& args, const Strings& strings, AnyKey key, Level level)
        : args_(args)
        , key_(strings.find(key.text))
        , older_(olderSpelling(key.text).empty() ? StringId() : strings.find(olderSpelling(key.text)))
        , level_(level)
        , columns_(key_.valid() || older_.valid() ? args.layouts.size() : 0, kUnknown) {}

    static constexpr std::int32_t kUnknown = -2;
    static constexpr std::int32_t kNone = -1;

    [[nodiscard]] std::int32_t find(const ArgLayout& layout) const;

    const ArgTable& args_;
    StringId key_;
    StringId older_; // none: it has no other spelling
    Level level_;
    std::vector<std::int32_t> columns_; // by layout
};

} // namespace lanes
