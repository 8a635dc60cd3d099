#include "app/cli/OptionTable.h"

#include "app/cli/HelpText.h"
#include "model/trace/args/JsonWriter.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace lanes::cli {

namespace {

// "TEXT:{json,text}" (a check of CLI11's) and "own|share" (a text of ours) are lists of words.
std::vector<std::string> choicesOf(const CLI::Option& option) {
    const std::string& ours = option.get_option_text();
    if (ours.find('|') != std::string::npos) {
        return CLI::detail::split(ours, '|');
    }
    const std::string type = option.get_type_name();
    const std::size_t open = type.find('{');
    if (open == std::string::npos || !type.ends_with('}')) {
        return {};
    }
    return CLI::detail::split(type.substr(open + 1, type.size() - open - 2), ',');
}

// "TIME", or "TEXT" where the command says no better.
std::string valueOf(const CLI::Option& option) {
    if (option.get_items_expected_max() == 0) {
        return {};
    }
    const std::string& ours = option.get_option_text();
    const std::string type = option.get_type_name();
    return ours.empty() ? type.substr(0, type.find(':')) : ours;
}

std::vector<std::string> namesOf(const CLI::Option& option) {
    std::vector<std::string> names;
    for (const std::string& name : option.get_snames()) {
        names.push_back("-" + name);
    }
    for (const std::string& name : option.get_lnames()) {
        names.push_back("--" + name);
    }
    return names.empty() ? std::vector{option.get_name()} : names;
}

// Numbers that stand for "not given" are no default that helps.
std::string defaultOf(const CLI::Option& option) {
    static constexpr std::array<std::string_view, 6> kNone{"0", "-1", "[]", "{}", "false", "\"\""};
    const std::string value = option.get_items_expected_max() == 0 ? "" : option.get_default_str();
    return std::ranges::find(kNone, value) == kNone.end() ? value : "";
}

void addOptions(std::vector<OptionFacts>& all, const CLI::App& parser, bool places) {
    for (const CLI::Option* option :
         parser.get_options([&](const CLI::Option* each) { return each->get_positional() == places; })) {
        const bool known = std::ranges::any_of(all, [&](const OptionFacts& other) {
            return other.names == namesOf(*option);
        }); // each group has -h
        if (!known) {
            all.push_back({namesOf(*option), valueOf(*option), choicesOf(*option), option->get_description(),
                           places ? "" : defaultOf(*option), option->get_required(),
                           option->get_items_expected_max() > 1});
        }
    }
    // Options of which only one may be given stand in a group, to CLI11 a subcommand without a name.
    for (const CLI::App* group :
         parser.get_subcommands([](const CLI::App* each) { return each->get_name().empty(); })) {
        addOptions(all, *group, places);
    }
}

void writeTexts(JsonWriter& json, std::string_view name, const std::vector<std::string>& texts) {
    json.key(name);
    json.beginArray();
    for (const std::string& text : texts) {
        json.text(text);
    }
    json.endArray();
}

void writeOptions(JsonWriter& json, const CLI::App& parser, bool places) {
    json.beginArray();
    for (const OptionFacts& option : optionsOf(parser, places)) {
        json.beginObject();
        writeTexts(json, "names", option.names);
        json.field("value", option.value);
        writeTexts(json, "choices", option.choices);
        json.field("text", option.text);
        json.field("default", option.defaultValue);
        json.key("required");
        json.boolean(option.required);
        json.key("several");
        json.boolean(option.several);
        json.endObject();
    }
    json.endArray();
}

} // namespace

std::vector<OptionFacts> optionsOf(const CLI::App& parser, bool places) {
    std::vector<OptionFacts> all;
    addOptions(all, parser, places);
    return all;
}

std::string optionTable(const CLI::App& parser) {
    JsonWriter json;
    json.beginObject();
    json.field("name", parser.get_name());
    json.field("summary", parser.get_description());
    json.field("usage", usageLine(parser));
    writeTexts(json, "examples", examplesOf(parser));
    json.field("note", parser.get_footer());
    json.key("options");
    writeOptions(json, parser, false);
    json.key("places");
    writeOptions(json, parser, true);
    json.endObject();
    return json.take();
}

} // namespace lanes::cli
