// The commands of views in one table: name, text and default keys. Views carry them out; menus, the palette, the list of keys
// and the settings show them.
#pragma once

#include <QCoreApplication>
#include <QKeySequence>
#include <QList>

#include <algorithm>
#include <array>
#include <string_view>

namespace lanes {

struct ViewCommand {
    static constexpr const char* kContext = "lanes::ViewCommand"; // context for the translation of `text`

    const char* name;
    const char* text; // untranslated
    const char* keys; // "Ctrl+O"; several are separated by blanks, the first is shown; empty: none
};

inline constexpr std::array<ViewCommand, 51> kViewCommands = {{
    {"export-svg", QT_TRANSLATE_NOOP("lanes::ViewCommand", "Export as &SVG…"), "Ctrl+Alt+E"},
    {"copy-picture", QT_TRANSLATE_NOOP("lanes::ViewCommand", "Copy the &picture"), "Ctrl+Alt+C"},
    {"copy-reference", QT_TRANSLATE_NOOP("lanes::ViewCommand", "Copy a &reference to this place"),
     "Ctrl+Shift+C"},
    {"search", QT_TRANSLATE_NOOP("lanes::ViewCommand", "&Search events"), "/ Ctrl+F"},
    {"zoom-in", QT_TRANSLATE_NOOP("lanes::ViewCommand", "Zoom &in"), "+ ="},
    {"zoom-out", QT_TRANSLATE_NOOP("lanes::ViewCommand", "Zoom &out"), "-"},
    {"fit-selection", QT_TRANSLATE_NOOP("lanes::ViewCommand", "Zoom to &selection"), "F"},
    {"fit-all", QT_TRANSLATE_NOOP("lanes::ViewCommand", "Zoom to &everything"), "0"},
    {"fit-step", QT_TRANSLATE_NOOP("lanes::ViewCommand", "Zoom to the s&tep"), "Shift+F"},
    {"fit-range", QT_TRANSLATE_NOOP("lanes::ViewCommand", "Zoom to the &brushed range"), "Ctrl+E"},
    {"clear", QT_TRANSLATE_NOOP("lanes::ViewCommand", "C&lear selection"), "Esc"},
    {"fit-name", QT_TRANSLATE_NOOP("lanes::ViewCommand", "Zoom to all events of this &name"), "Ctrl+Shift+F"},
    {"color-category", QT_TRANSLATE_NOOP("lanes::ViewCommand", "Colour by &category"), "Alt+1"},
    {"color-name", QT_TRANSLATE_NOOP("lanes::ViewCommand", "Colour by na&me"), "Alt+2"},
    {"color-module", QT_TRANSLATE_NOOP("lanes::ViewCommand", "Colour by m&odule"), "Alt+3"},
    {"color-duration", QT_TRANSLATE_NOOP("lanes::ViewCommand", "Colour by d&uration"), "Alt+4"},
    {"flows", QT_TRANSLATE_NOOP("lanes::ViewCommand", "F&lows of all that is in view"), "L"},
    {"path", QT_TRANSLATE_NOOP("lanes::ViewCommand", "Critical &path on the rows"), "P"},
    {"same-name", QT_TRANSLATE_NOOP("lanes::ViewCommand", "Mark the same name on &hover"), "H"},
    {"ruler", QT_TRANSLATE_NOOP("lanes::ViewCommand", "Ne&xt kind of time on the ruler"), "T"},
    {"graphs", QT_TRANSLATE_NOOP("lanes::ViewCommand", "Kernels by CUDA graph &replay"), "G"},
    {"back", QT_TRANSLATE_NOOP("lanes::ViewCommand", "&Back"), "Alt+Left Backspace"},
    {"forward", QT_TRANSLATE_NOOP("lanes::ViewCommand", "&Forward"), "Alt+Right"},
    {"next", QT_TRANSLATE_NOOP("lanes::ViewCommand", "&Next event in the row"), ". Right"},
    {"previous", QT_TRANSLATE_NOOP("lanes::ViewCommand", "&Previous event in the row"), ", Left"},
    {"follow-forward", QT_TRANSLATE_NOOP("lanes::ViewCommand", "To &kernel or backward"), "]"},
    {"follow-back", QT_TRANSLATE_NOOP("lanes::ViewCommand", "To &launch or forward"), "["},
    {"range-from-selection", QT_TRANSLATE_NOOP("lanes::ViewCommand", "&Range from selection"), "R"},
    {"parent", QT_TRANSLATE_NOOP("lanes::ViewCommand", "Event &around"), "Up"},
    {"first-child", QT_TRANSLATE_NOOP("lanes::ViewCommand", "First event &inside"), "Down"},
    {"mark", QT_TRANSLATE_NOOP("lanes::ViewCommand", "&Mark this moment"), "M"},
    {"mark-range", QT_TRANSLATE_NOOP("lanes::ViewCommand", "Keep the range as a mar&k"), "Shift+M"},
    {"name-mark", QT_TRANSLATE_NOOP("lanes::ViewCommand", "Na&me the mark"), "F2"},
    {"remove-mark", QT_TRANSLATE_NOOP("lanes::ViewCommand", "Remo&ve the mark"), "Del"},
    {"next-mark", QT_TRANSLATE_NOOP("lanes::ViewCommand", "Next mar&k"), "Alt+M"},
    {"previous-mark", QT_TRANSLATE_NOOP("lanes::ViewCommand", "Previous ma&rk"), "Alt+Shift+M"},
    {"go-to-time", QT_TRANSLATE_NOOP("lanes::ViewCommand", "&Go to time…"), "Ctrl+G"},
    {"go-to-step", QT_TRANSLATE_NOOP("lanes::ViewCommand", "Go to &step…"), "Ctrl+Shift+G"},
    {"find-row", QT_TRANSLATE_NOOP("lanes::ViewCommand", "Fi&nd row"), "Ctrl+P"},
    {"open-row", QT_TRANSLATE_NOOP("lanes::ViewCommand", "F&old row or select in it"), "Enter Return"},
    {"pin-row", QT_TRANSLATE_NOOP("lanes::ViewCommand", "Pin ro&w"), "Shift+P"},
    {"hide-row", QT_TRANSLATE_NOOP("lanes::ViewCommand", "&Hide row"), "Shift+H"},
    {"show-rows", QT_TRANSLATE_NOOP("lanes::ViewCommand", "Show hi&dden rows"), "Ctrl+Shift+H"},
    {"row-up", QT_TRANSLATE_NOOP("lanes::ViewCommand", "Move row &up"), "Alt+Up"},
    {"row-down", QT_TRANSLATE_NOOP("lanes::ViewCommand", "Move row d&own"), "Alt+Down"},
    {"row-taller", QT_TRANSLATE_NOOP("lanes::ViewCommand", "Make row taller"), "Alt++ Alt+="},
    {"row-lower", QT_TRANSLATE_NOOP("lanes::ViewCommand", "Make row lower"), "Alt+-"},
    {"row-height", QT_TRANSLATE_NOOP("lanes::ViewCommand", "Row's own height"), "Alt+0"},
    {"next-match", QT_TRANSLATE_NOOP("lanes::ViewCommand", "Next ma&tch"), "N"},
    {"previous-match", QT_TRANSLATE_NOOP("lanes::ViewCommand", "Previous mat&ch"), "Shift+N"},
    {"follow-end", QT_TRANSLATE_NOOP("lanes::ViewCommand", "Follow the &end"), "End"},
}};

// Returns the command of that name. An unknown name does not compile.
[[nodiscard]] consteval const ViewCommand& viewCommand(std::string_view name) {
    return *std::ranges::find_if(kViewCommands, [&](const ViewCommand& one) { return name == one.name; });
}

[[nodiscard]] QString textOf(const ViewCommand& command);
// Parses keys written as in the table, separated by blanks.
[[nodiscard]] QList<QKeySequence> keysFrom(const char* keys);

} // namespace lanes
