#include "model/io/CategoriesFile.h"

#include "model/base/WholeFile.h"

#include <toml++/toml.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace lanes {

namespace {

constexpr std::size_t kMostBytes = std::size_t{1} << 20;
constexpr std::size_t kLongestName = 60;

std::string inQuotes(std::string_view text) {
    return "\"" + std::string(text) + "\"";
}

std::string lowered(std::string text) {
    std::ranges::transform(text, text.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c; });
    return text;
}

std::optional<std::uint32_t> colorOf(std::string_view text) {
    constexpr std::size_t kDigits = 6;
    std::uint32_t color = 0;
    if (text.size() != kDigits + 1 || text.front() != '#') {
        return std::nullopt;
    }
    const char* const end = text.data() + text.size();
    const auto [at, error] = std::from_chars(text.data() + 1, end, color, 16);
    return error == std::errc() && at == end ? std::optional(color) : std::nullopt;
}

bool isBuiltIn(std::string_view name) {
    for (int hue = 0; hue < kHueCount; ++hue) {
        if (hueName(static_cast<Hue>(hue)) == name) {
            return true;
        }
    }
    return false;
}

bool holdsControls(std::string_view text) {
    return std::ranges::any_of(text, [](unsigned char c) { return c < ' '; });
}

// Takes what the file says, and keeps the first thing that is wrong with it.
class Reader {
public:
    explicit Reader(std::string path)
        : path_(std::move(path)) {}

    [[nodiscard]] Result<std::shared_ptr<const OwnClasses>> read(const toml::table& file) {
        for (const auto& [key, node] : file) {
            const toml::array* const entries = node.as_array();
            if (key.str() != "category" || entries == nullptr || !entries->is_array_of_tables()) {
                refuse(key, inQuotes(key.str()) +
                                " is not known here; begin each category with a line [[category]]");
                break;
            }
            for (const toml::node& entry : *entries) {
                takeEntry(*entry.as_table());
            }
        }
        if (!wrong_ && classes_.size() > kMostOwnClasses) {
            wrong_ = Error{path_ + " has " + std::to_string(classes_.size()) + " categories; keep at most " +
                           std::to_string(kMostOwnClasses)};
        }
        if (wrong_) {
            return *wrong_;
        }
        return std::make_shared<const OwnClasses>(std::move(classes_));
    }

private:
    template<class Node>
    void refuse(const Node& node, const std::string& sentence) {
        if (!wrong_) {
            wrong_ = Error{path_ + ":" + std::to_string(node.source().begin.line) + ": " + sentence};
        }
    }

    void takeEntry(const toml::table& entry) {
        static constexpr std::array<std::string_view, 5> kKeys{"name", "patterns", "color", "events",
                                                               "communication"};
        for (const auto& [key, node] : entry) {
            if (std::ranges::find(kKeys, key.str()) == kKeys.end()) {
                refuse(key, inQuotes(key.str()) +
                                " is not known; a category has name, patterns, color, events "
                                "and communication");
            }
        }
        OwnClass own;
        own.name = nameOf(entry);
        own.patterns = patternsOf(entry);
        own.color = colorIn(entry);
        own.side = sideOf(entry);
        own.communication = communicates(entry);
        classes_.push_back(std::move(own));
    }

    // Null, and refused, where the entry lacks it.
    [[nodiscard]] const toml::node* needed(const toml::table& entry, std::string_view key,
                                           std::string_view example) {
        const toml::node* const node = entry.get(key);
        if (node == nullptr) {
            refuse(entry, "the category has no " + std::string(key) + "; add a line " + std::string(example));
        }
        return node;
    }

    [[nodiscard]] std::string nameOf(const toml::table& entry) {
        const toml::node* const node = needed(entry, "name", "name = \"my kernels\"");
        std::string name(node != nullptr ? node->value_or(std::string_view()) : std::string_view());
        if (node != nullptr && (name.empty() || name.size() > kLongestName || holdsControls(name))) {
            refuse(*node, "the name must be a text in quotes of 1 to " + std::to_string(kLongestName) +
                              " bytes on one line");
        } else if (node != nullptr &&
                   (isBuiltIn(name) ||
                    std::ranges::find(classes_, name, &OwnClass::name) != classes_.end())) {
            refuse(*node, "there is a category " + inQuotes(name) + " already; choose another name");
        }
        return name;
    }

    [[nodiscard]] std::vector<std::string> patternsOf(const toml::table& entry) {
        static constexpr std::string_view kExample = "patterns = [\"my_kernel\"]";
        const toml::node* const node = needed(entry, "patterns", kExample);
        const toml::array* const all = node != nullptr ? node->as_array() : nullptr;
        if (node != nullptr && (all == nullptr || all->empty())) {
            refuse(*node,
                   "patterns must be a list of texts that is not empty, such as " + std::string(kExample));
        }
        std::vector<std::string> patterns;
        for (std::size_t i = 0; all != nullptr && i < all->size(); ++i) {
            patterns.push_back(lowered(std::string((*all)[i].value_or(std::string_view()))));
            if (patterns.back().find_first_not_of("^* ") == std::string::npos) {
                refuse((*all)[i], "a pattern is a part of a name in quotes; this one would match every name");
            }
        }
        return patterns;
    }

    [[nodiscard]] std::uint32_t colorIn(const toml::table& entry) {
        static constexpr std::string_view kExample = "color = \"#E4572E\"";
        const toml::node* const node = needed(entry, "color", kExample);
        const auto color = node != nullptr ? colorOf(node->value_or(std::string_view())) : std::nullopt;
        if (node != nullptr && !color) {
            refuse(*node, "this is not a color; write it like " + std::string(kExample));
        }
        return color.value_or(0);
    }

    [[nodiscard]] OwnClass::Side sideOf(const toml::table& entry) {
        const toml::node* const node = entry.get("events");
        const std::string_view text = node != nullptr ? node->value_or(std::string_view()) : "all";
        if (text != "all" && text != "gpu" && text != "cpu") {
            refuse(*node, "events must be \"gpu\", \"cpu\" or \"all\"");
        }
        return text == "gpu"   ? OwnClass::Side::Device
               : text == "cpu" ? OwnClass::Side::Host
                               : OwnClass::Side::Both;
    }

    [[nodiscard]] bool communicates(const toml::table& entry) {
        const toml::node* const node = entry.get("communication");
        if (node != nullptr && !node->is_boolean()) {
            refuse(*node, "communication must be true or false, without quotes");
        }
        return node != nullptr && node->value_or(false);
    }

    std::string path_;
    std::vector<OwnClass> classes_;
    std::optional<Error> wrong_;
};

} // namespace

Result<std::shared_ptr<const OwnClasses>> readCategories(const std::string& path) {
    std::error_code error;
    const auto size = std::filesystem::file_size(path, error);
    if (error || size > kMostBytes) {
        return Error{path + " cannot be read as a list of categories: " +
                     (error ? error.message() : "it has more than 1 MiB") + "; name a TOML file"};
    }
    try {
        const std::string text = wholeFile(path);
        return Reader(path).read(toml::parse(text, path));
    } catch (const toml::parse_error& wrong) {
        return Error{path + ":" + std::to_string(wrong.source().begin.line) + ": this line is not TOML (" +
                     std::string(wrong.description()) + "); correct it"};
    }
}

std::string usualCategoriesFile() {
    const char* const config = std::getenv("XDG_CONFIG_HOME");
    const char* const home = std::getenv("HOME");
    const bool isSet = config != nullptr && *config == '/';
    if (!isSet && (home == nullptr || *home == '\0')) {
        return {};
    }
    return (isSet ? std::string(config) : std::string(home) + "/.config") + "/lanescope/categories.toml";
}

Result<std::shared_ptr<const OwnClasses>> chosenCategories(const std::string& path) {
    const std::string chosen = path.empty() ? usualCategoriesFile() : path;
    std::error_code error;
    if (path.empty() && (chosen.empty() || !std::filesystem::exists(chosen, error))) {
        return std::shared_ptr<const OwnClasses>();
    }
    return readCategories(chosen);
}

} // namespace lanes
