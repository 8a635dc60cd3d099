#include "app/cli/OptionTable.h"

#include "model/trace/args/JsonWriter.h"

#include <vector>

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

void writeTexts(JsonWriter& json, std::string_view name, const std::vector<std::string>& texts) {
    json.key(name);
    json.beginArray();
    for (const std::string& text : texts) {
        json.text(text);
    }
    json.endArray();
}

// As they are typed: "-o" and "--output"; a place has only a name.
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

void writeOption(JsonWriter& json, const CLI::Option& option) {
    json.beginObject();
    writeTexts(json, "names", namesOf(option));
    json.field("value", valueOf(option));
    writeTexts(json, "choices", choicesOf(option));
    json.field("text", option.get_description());
    json.key("required");
    json.boolean(option.get_required());
    json.key("several");
    json.boolean(option.get_items_expected_max() > 1);
    json.endObject();
}

void writeEachOption(JsonWriter& json, const CLI::App& parser, bool places) {
    for (const CLI::Option* option :
         parser.get_options([&](const CLI::Option* each) { return each->get_positional() == places; })) {
        writeOption(json, *option);
    }
    // Options of which only one may be given stand in a group, to CLI11 a subcommand without a name.
    for (const CLI::App* group :
         parser.get_subcommands([](const CLI::App* each) { return each->get_name().empty(); })) {
        writeEachOption(json, *group, places);
    }
}

void writeOptions(JsonWriter& json, const CLI::App& parser, bool places) {
    json.beginArray();
    writeEachOption(json, parser, places);
    json.endArray();
}

} // namespace

std::string optionTable(const CLI::App& parser) {
    JsonWriter json;
    json.beginObject();
    json.field("name", parser.get_name());
    json.field("summary", parser.get_description());
    json.field("note", parser.get_footer());
    json.key("options");
    writeOptions(json, parser, false);
    json.key("places");
    writeOptions(json, parser, true);
    json.endObject();
    return json.take();
}

} // namespace lanes::cli
