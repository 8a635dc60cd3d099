// Decides by the role of each text of a trace if it stays or is replaced.
#pragma once

#include "model/anonymise/FrameRules.h"
#include "model/anonymise/Pseudonyms.h"
#include "model/anonymise/PublicNames.h"
#include "model/trace/Category.h"

#include <optional>
#include <string>
#include <string_view>

namespace lanes {

// One thread. `known` and `names` must outlive this object. Every result is a public text or a replacement.
class NameRules {
public:
    NameRules(const PublicNames& known, Pseudonyms& names)
        : known_(known)
        , names_(names)
        , frames_(known, names) {}

    [[nodiscard]] FrameRules& frames() { return frames_; }
    // The name of a slice or a point. Its hue stays, and it stays a collective if it is one.
    [[nodiscard]] std::string event(EventKind kind, std::string_view name);
    [[nodiscard]] std::string category(std::string_view text);
    // The key of an argument, or the name of a curve.
    [[nodiscard]] std::string key(std::string_view text);
    // The name of a process, a thread or a curve, or its key in a file. `kind` as in Pseudonyms.
    [[nodiscard]] std::string place(std::string_view kind, std::string_view text);
    // The key of a track; its ending tells the content: "4711 python".
    [[nodiscard]] std::string trackKey(std::string_view text);
    // The value of an argument with this key: the inside of quotes, or JSON.
    [[nodiscard]] std::string argument(std::string_view key, std::string_view text, bool json);
    // A session's property; nothing: it is dropped.
    [[nodiscard]] std::optional<std::string> property(std::string_view key, std::string_view value);
    // A program and its arguments, in one text: "python3 program_2.py".
    [[nodiscard]] std::string command(std::string_view text);
    // The writer of a trace: "torch (Kineto)", "lanescope 0.1.0".
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
