// Guesses a text from those read before it: a name from the three names before it, any other text from the two texts
// before it. The events of a trace repeat, step by step and layer by layer. A comparison with the text of the last time
// takes a fraction of finding a text's end and looking it up.
#pragma once

#include "model/base/Ids.h"
#include "model/io/json/JsonScan.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace lanes {

// One thread. A guess is always a text that has been read in the same form, so accepting it reads the text as the strict
// way would.
class TextGuess {
public:
    // The end of a text: names and text values end at a quote, raw ones where their brackets close.
    enum class Form : std::uint8_t { Name, Text, Raw };

    // Compares the text at `p` with the expected one. If they are equal, returns one past it (for strings: their closing
    // quote), and its id. Otherwise null.
    [[nodiscard]] const char* at(Form form, const char* p, const char* end, StringId& id) {
        const Known& known = known_[place(form)];
        // If nothing is known yet, no text is long enough.
        if (known.size > static_cast<std::size_t>(end - p) || known.form != form ||
            !json::sameBytes(p, known.text, known.size) || (form != Form::Raw && p[known.size] != '"')) {
            return nullptr;
        }
        id = known.id;
        follow(form, id);
        return p + known.size;
    }
    // Learns the text that was actually there. `text` must not move, and needs StringInterner::kReadableBehind readable
    // bytes after it.
    void learn(Form form, std::string_view text, StringId id) {
        if (!text.empty()) {
            known_[place(form)] = {text.data(), text.size(), id, form};
        }
        follow(form, id);
    }

private:
    static constexpr unsigned kBits = 13; // small enough to stay in a core's cache
    struct Known {
        const char* text = nullptr;
        std::size_t size = ~std::size_t{0};
        StringId id;
        Form form = Form::Name; // two forms may share one place
    };

    [[nodiscard]] std::size_t place(Form form) const {
        const std::uint64_t before = form == Form::Name ? names_ : texts_ ^ static_cast<std::uint64_t>(form);
        return before * 0x9e3779b97f4a7c15ull >> (64 - kBits);
    }
    void follow(Form form, StringId id) {
        texts_ = texts_ << 32 | id.value;
        if (form == Form::Name) {
            names_ = (names_ << 21 | id.value) & (~std::uint64_t{0} >> 1);
        }
    }

    std::array<Known, std::size_t{1} << kBits> known_;
    std::uint64_t names_ = 0; // ids of the last three names, the last one lowest
    std::uint64_t texts_ = 0; // ids of the last two texts
};

} // namespace lanes
