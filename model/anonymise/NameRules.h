// What stays of each text of a trace, by what it says.
#pragma once

#include "model/anonymise/FrameRules.h"
#include "model/anonymise/Pseudonyms.h"
#include "model/anonymise/PublicNames.h"
#include "model/trace/Category.h"

#include <optional>
#include <string>
#include <string_view>

namespace lanes {

// One thread. Both outlive this. Every result is a public text or a replacement.
class NameRules {
public:
    NameRules(const PublicNames& known, Pseudonyms& names)
        : known_(known)
        , names_(names)
        , frames_(known, names) {}

    [[nodiscard]] FrameRules& frames() { return frames_; }
    // Of a slice or a point. Hue and whether it is a collective stay.
    [[nodiscard]] std::string event(EventKind kind, std::string_view name);
    [[nodiscard]] std::string category(std::string_view text);
    // Of an argument, or of a curve.
    [[nodiscard]] std::string key(std::string_view text);
    // Name of a process, a thread or a curve, and their keys in a file. `kind` as Pseudonyms has it.
    [[nodiscard]] std::string place(std::string_view kind, std::string_view text);
    // Key of a track, whose ending says what it holds: "4711 python".
    [[nodiscard]] std::string trackKey(std::string_view text);
    // Value of an argument whose key is `key`: inside of quotes, or JSON.
    [[nodiscard]] std::string argument(std::string_view key, std::string_view text, bool json);
    // A session's property; nothing: it is dropped.
    [[nodiscard]] std::optional<std::string> property(std::string_view key, std::string_view value);
    // A program and its arguments, in one text: "python3 program_2.py".
    [[nodiscard]] std::string command(std::string_view text);
    // "torch (Kineto)", "lanescope 0.1.0": what wrote a trace.
    [[nodiscard]] std::string producer(std::string_view text);
    [[nodiscard]] std::string pseudonym(std::string_view kind, std::string_view text);

private:
    [[nodiscard]] std::string operation(std::string_view name);
    [[nodiscard]] std::string kernel(std::string_view name);
    [[nodiscard]] std::string range(std::string_view name);
    [[nodiscard]] std::string plain(EventKind kind, std::string_view name);
    [[nodiscard]] std::string literal(std::string_view text);
    [[nodiscard]] std::string words(std::string_view text);
    [[nodiscard]] std::string value(KeyRule rule, std::string_view key, std::string_view text);
    [[nodiscard]] std::string json(KeyRule rule, std::string_view key, std::string_view text);

    const PublicNames& known_;
    Pseudonyms& names_;
    FrameRules frames_;
};

} // namespace lanes
