#include "app/window/commands/Actions.h"

#include "app/settings/Settings.h"
#include "app/window/Views.h"
#include "views/shared/look/Appearance.h"
#include "views/shared/session/ViewCommand.h"

#include <QActionGroup>
#include <QCoreApplication>
#include <QMenu>
#include <QMenuBar>
#include <QMetaEnum>
#include <QRegularExpression>

#include <algorithm>
#include <map>
#include <string_view>

namespace lanes {
namespace {

constexpr const char* kFile = QT_TRANSLATE_NOOP("lanes::Actions", "&File");
constexpr const char* kEdit = QT_TRANSLATE_NOOP("lanes::Actions", "&Edit");
constexpr const char* kView = QT_TRANSLATE_NOOP("lanes::Actions", "&View");
constexpr const char* kGo = QT_TRANSLATE_NOOP("lanes::Actions", "&Go");
constexpr const char* kCapture = QT_TRANSLATE_NOOP("lanes::Actions", "&Capture");
constexpr const char* kTools = QT_TRANSLATE_NOOP("lanes::Actions", "&Tools");
constexpr const char* kHelp = QT_TRANSLATE_NOOP("lanes::Actions", "&Help");

// Menus within others, so that none is higher than a small screen.
constexpr const char* kZoom = QT_TRANSLATE_NOOP("lanes::Actions", "&Zoom");
constexpr const char* kTimeline = QT_TRANSLATE_NOOP("lanes::Actions", "T&imeline");
constexpr const char* kTheme = QT_TRANSLATE_NOOP("lanes::Actions", "&Theme");
constexpr const char* kMarks = QT_TRANSLATE_NOOP("lanes::Actions", "&Marks");
constexpr const char* kRows = QT_TRANSLATE_NOOP("lanes::Actions", "Ro&ws");

struct Within {
    std::string_view menu;
    const char* parent;
};
constexpr std::array kWithin{Within{kZoom, kView}, Within{kTimeline, kView}, Within{kTheme, kView},
                             Within{kMarks, kGo}, Within{kRows, kGo}};

constexpr bool kGap = true;
constexpr bool kNoGap = false;

// What a view does; the view takes the keys itself.
consteval ActionSpec ofView(ActionId id, const char* menu, std::string_view command, const char* icon,
                            bool gapAbove) {
    const ViewCommand& known = viewCommand(command);
    return {id, menu, known.text, icon, known.keys, gapAbove, known.name, ViewCommand::kContext};
}
// What the window does itself for every view.
consteval ActionSpec ofWindow(ActionId id, const char* menu, std::string_view command, const char* icon,
                              bool gapAbove) {
    ActionSpec spec = ofView(id, menu, command, icon, gapAbove);
    spec.viewCommand = nullptr;
    return spec;
}

constexpr std::array<ActionSpec, kActionCount> kSpecs = {{
    {ActionId::Open, kFile, QT_TRANSLATE_NOOP("lanes::Actions", "&Open…"), "open", "Ctrl+O", kNoGap, nullptr},
    {ActionId::OpenAsOne, kFile, QT_TRANSLATE_NOOP("lanes::Actions", "Open ranks as &one session"), "rank",
     "", kNoGap, nullptr},
    {ActionId::CompareWith, kFile, QT_TRANSLATE_NOOP("lanes::Actions", "Co&mpare with…"), "compare",
     "Ctrl+Shift+D", kNoGap, nullptr},
    {ActionId::Reload, kFile, QT_TRANSLATE_NOOP("lanes::Actions", "&Reload"), "replay", "F5", kNoGap,
     nullptr},
    {ActionId::SaveAs, kFile, QT_TRANSLATE_NOOP("lanes::Actions", "Save &as…"), "export", "Ctrl+S", kGap,
     nullptr},
    {ActionId::Export, kFile, QT_TRANSLATE_NOOP("lanes::Actions", "&Export…"), "export", "Ctrl+Alt+S", kNoGap,
     nullptr},
    {ActionId::ExportRange, kFile, QT_TRANSLATE_NOOP("lanes::Actions", "Export the brushed ran&ge…"), "range",
     "Ctrl+Alt+R", kNoGap, nullptr},
    {ActionId::Print, kFile, QT_TRANSLATE_NOOP("lanes::Actions", "Prin&t to PDF…"), "export", "Ctrl+Alt+P",
     kNoGap, nullptr},
    {ActionId::KeepBeside, kFile, QT_TRANSLATE_NOOP("lanes::Actions", "&Keep rows and marks beside the file"),
     "", "", kNoGap, nullptr},
    {ActionId::ClosePage, kFile, QT_TRANSLATE_NOOP("lanes::Actions", "&Close"), "close", "Ctrl+W", kNoGap,
     nullptr},
    {ActionId::Sessions, kFile, QT_TRANSLATE_NOOP("lanes::Actions", "Sess&ions"), "", "Alt+Home", kGap,
     nullptr},
    {ActionId::OpenChosen, kFile, QT_TRANSLATE_NOOP("lanes::Actions", "Open the c&hosen sessions"), "", "",
     kNoGap, nullptr},
    {ActionId::RenameSession, kFile, QT_TRANSLATE_NOOP("lanes::Actions", "Re&name the session"), "", "F2",
     kNoGap, nullptr},
    {ActionId::RevealSession, kFile, QT_TRANSLATE_NOOP("lanes::Actions", "Show in the &file manager"), "open",
     "Ctrl+Alt+O", kNoGap, nullptr},
    {ActionId::TrashSession, kFile, QT_TRANSLATE_NOOP("lanes::Actions", "Move to the &trash"), "", "Del",
     kNoGap, nullptr},
    {ActionId::ForgetSession, kFile, QT_TRANSLATE_NOOP("lanes::Actions", "Remove from the &list"), "hide",
     "Shift+Del", kNoGap, nullptr},
    {ActionId::SavePicture, kFile, QT_TRANSLATE_NOOP("lanes::Actions", "Save &picture…"), "export",
     "Ctrl+Shift+E", kGap, nullptr},
    ofView(ActionId::ExportSvg, kFile, "export-svg", "export", kNoGap),
    {ActionId::Quit, kFile, QT_TRANSLATE_NOOP("lanes::Actions", "&Quit"), "", "Ctrl+Q", kGap, nullptr},
    {ActionId::Undo, kEdit, QT_TRANSLATE_NOOP("lanes::Actions", "&Undo the last change of marks"), "",
     "Ctrl+Z", kNoGap, nullptr},
    {ActionId::Redo, kEdit, QT_TRANSLATE_NOOP("lanes::Actions", "Re&do the change of marks"), "",
     "Ctrl+Shift+Z", kNoGap, nullptr},
    {ActionId::CopyText, kEdit, QT_TRANSLATE_NOOP("lanes::Actions", "&Copy details as text"), "copy",
     "Ctrl+C", kGap, nullptr},
    ofView(ActionId::CopyPicture, kEdit, "copy-picture", "", kNoGap),
    ofView(ActionId::CopyReference, kEdit, "copy-reference", "link", kNoGap),
    ofWindow(ActionId::Search, kEdit, "search", "search", kGap),
    {ActionId::Shortcuts, kEdit, QT_TRANSLATE_NOOP("lanes::Actions", "&Keyboard shortcuts…"), "", "", kGap,
     nullptr},
    {ActionId::Settings, kEdit, QT_TRANSLATE_NOOP("lanes::Actions", "Se&ttings…"), "settings", "Ctrl+,",
     kNoGap, nullptr},
    ofView(ActionId::ZoomIn, kZoom, "zoom-in", "zoom-in", kGap),
    ofView(ActionId::ZoomOut, kZoom, "zoom-out", "zoom-out", kNoGap),
    ofView(ActionId::FocusSelection, kZoom, "fit-selection", "fit", kGap),
    ofView(ActionId::ShowAll, kZoom, "fit-all", "fit", kNoGap),
    ofView(ActionId::FitStep, kZoom, "fit-step", "step", kNoGap),
    ofWindow(ActionId::ZoomToBrush, kZoom, "fit-range", "range", kNoGap),
    ofView(ActionId::ClearSelection, kView, "clear", "", kNoGap),
    ofView(ActionId::FitName, kZoom, "fit-name", "kernels", kNoGap),
    ofView(ActionId::ColorCategory, kTimeline, "color-category", "", kGap),
    ofView(ActionId::ColorName, kTimeline, "color-name", "", kNoGap),
    ofView(ActionId::ColorModule, kTimeline, "color-module", "", kNoGap),
    ofView(ActionId::ColorDuration, kTimeline, "color-duration", "", kNoGap),
    ofView(ActionId::Flows, kTimeline, "flows", "link", kGap),
    ofView(ActionId::CriticalPath, kTimeline, "path", "path", kNoGap),
    ofView(ActionId::SameName, kTimeline, "same-name", "", kNoGap),
    ofView(ActionId::Ruler, kTimeline, "ruler", "clock", kNoGap),
    ofView(ActionId::GraphReplays, kView, "graphs", "graph", kGap),
    {ActionId::SteadySteps, kZoom, QT_TRANSLATE_NOOP("lanes::Actions", "Figures of steady steps &only"),
     "step", "Alt+S", kGap, nullptr},
    {ActionId::ToggleDetails, kView, QT_TRANSLATE_NOOP("lanes::Actions", "&Details"), "details", "Ctrl+D",
     kGap, nullptr},
    {ActionId::ToggleBottom, kView, QT_TRANSLATE_NOOP("lanes::Actions", "Panels &below"), "bottom", "Q",
     kNoGap, nullptr},
    {ActionId::ResetLayout, kView, QT_TRANSLATE_NOOP("lanes::Actions", "Reset the &layout"), "", "", kNoGap,
     nullptr},
    {ActionId::FullScreen, kView, QT_TRANSLATE_NOOP("lanes::Actions", "&Full screen"), "", "F11", kNoGap,
     nullptr},
    {ActionId::ThemeDesktop, kTheme, QT_TRANSLATE_NOOP("lanes::Actions", "Theme of the des&ktop"), "", "",
     kGap, nullptr},
    {ActionId::ThemeLight, kTheme, QT_TRANSLATE_NOOP("lanes::Actions", "Li&ght theme"), "", "", kNoGap,
     nullptr},
    {ActionId::ThemeDark, kTheme, QT_TRANSLATE_NOOP("lanes::Actions", "D&ark theme"), "", "", kNoGap,
     nullptr},
    ofWindow(ActionId::Back, kGo, "back", "back", kNoGap),
    ofWindow(ActionId::Forward, kGo, "forward", "forward", kNoGap),
    ofView(ActionId::NextEvent, kGo, "next", "", kGap),
    ofView(ActionId::PreviousEvent, kGo, "previous", "", kNoGap),
    ofView(ActionId::FollowForward, kGo, "follow-forward", "link", kNoGap),
    ofView(ActionId::FollowBack, kGo, "follow-back", "link", kNoGap),
    ofView(ActionId::RangeFromSelection, kGo, "range-from-selection", "range", kNoGap),
    ofView(ActionId::ParentEvent, kGo, "parent", "", kNoGap),
    ofView(ActionId::FirstChild, kGo, "first-child", "", kNoGap),
    ofView(ActionId::Mark, kMarks, "mark", "mark", kGap),
    ofView(ActionId::MarkRange, kMarks, "mark-range", "mark", kNoGap),
    ofView(ActionId::NameMark, kMarks, "name-mark", "", kNoGap),
    ofView(ActionId::RemoveMark, kMarks, "remove-mark", "", kNoGap),
    ofView(ActionId::NextMark, kMarks, "next-mark", "", kNoGap),
    ofView(ActionId::PreviousMark, kMarks, "previous-mark", "", kNoGap),
    ofView(ActionId::GoToTime, kGo, "go-to-time", "clock", kGap),
    ofView(ActionId::GoToStep, kGo, "go-to-step", "step", kNoGap),
    ofView(ActionId::FindRow, kRows, "find-row", "filter", kNoGap),
    ofView(ActionId::OpenRow, kRows, "open-row", "", kNoGap),
    ofView(ActionId::PinRow, kRows, "pin-row", "pin", kNoGap),
    ofView(ActionId::HideRow, kRows, "hide-row", "hide", kNoGap),
    ofView(ActionId::ShowRows, kRows, "show-rows", "", kNoGap),
    ofView(ActionId::RowUp, kRows, "row-up", "", kNoGap),
    ofView(ActionId::RowDown, kRows, "row-down", "", kNoGap),
    ofView(ActionId::RowTaller, kRows, "row-taller", "", kNoGap),
    ofView(ActionId::RowLower, kRows, "row-lower", "", kNoGap),
    ofView(ActionId::RowHeight, kRows, "row-height", "", kNoGap),
    ofView(ActionId::NextMatch, kGo, "next-match", "search", kGap),
    ofView(ActionId::PreviousMatch, kGo, "previous-match", "search", kNoGap),
    ofView(ActionId::FollowEnd, kGo, "follow-end", "follow", kNoGap),
    {ActionId::NextPage, kGo, QT_TRANSLATE_NOOP("lanes::Actions", "Next &session"), "", "Ctrl+Tab", kGap,
     nullptr},
    {ActionId::PreviousPage, kGo, QT_TRANSLATE_NOOP("lanes::Actions", "Pre&vious session"), "",
     "Ctrl+Shift+Tab", kNoGap, nullptr},
    {ActionId::NextPane, kGo, QT_TRANSLATE_NOOP("lanes::Actions", "Ne&xt part of the window"), "", "F6",
     kNoGap, nullptr},
    {ActionId::PreviousPane, kGo, QT_TRANSLATE_NOOP("lanes::Actions", "Previous part of the wi&ndow"), "",
     "Shift+F6", kNoGap, nullptr},
    {ActionId::Capture, kCapture, QT_TRANSLATE_NOOP("lanes::Actions", "&Capture a program…"), "record",
     "Ctrl+R", kNoGap, nullptr},
    {ActionId::Attach, kCapture, QT_TRANSLATE_NOOP("lanes::Actions", "&Attach to a running program…"), "link",
     "Ctrl+Shift+A", kNoGap, nullptr},
    {ActionId::PauseRecording, kCapture, QT_TRANSLATE_NOOP("lanes::Actions", "&Pause the recording"), "pause",
     "Ctrl+Shift+Space", kGap, nullptr},
    {ActionId::MarkRecording, kCapture, QT_TRANSLATE_NOOP("lanes::Actions", "&Mark this moment…"), "mark",
     "Ctrl+M", kNoGap, nullptr},
    {ActionId::SaveRecording, kCapture, QT_TRANSLATE_NOOP("lanes::Actions", "Sa&ve the flight recorder"),
     "export", "Ctrl+Shift+S", kNoGap, nullptr},
    {ActionId::Detach, kCapture, QT_TRANSLATE_NOOP("lanes::Actions", "&Detach from the program"), "close",
     "Ctrl+Shift+.", kGap, nullptr},
    {ActionId::StopProgram, kCapture, QT_TRANSLATE_NOOP("lanes::Actions", "&Stop the program"), "stop",
     "Ctrl+.", kNoGap, nullptr},
    {ActionId::KillProgram, kCapture,
     QT_TRANSLATE_NOOP("lanes::Actions", "&Kill it and all that it has started…"), "", "Ctrl+Alt+K", kNoGap,
     nullptr},
    {ActionId::CopyRecordCommand, kCapture,
     QT_TRANSLATE_NOOP("lanes::Actions", "Copy the command for a s&hell"), "console", "", kGap, nullptr},
    {ActionId::Palette, kTools, QT_TRANSLATE_NOOP("lanes::Actions", "&Command palette…"), "search",
     "Ctrl+Shift+P", kNoGap, nullptr},
    {ActionId::Doctor, kTools, QT_TRANSLATE_NOOP("lanes::Actions", "&Doctor: what can be recorded here"),
     "doctor", "Ctrl+Shift+R", kNoGap, nullptr},
    {ActionId::LocateSources, kTools, QT_TRANSLATE_NOOP("lanes::Actions", "&Locate sources…"), "open",
     "Ctrl+Shift+L", kNoGap, nullptr},
    {ActionId::Example, kHelp, QT_TRANSLATE_NOOP("lanes::Actions", "Open the &example of a GPU"), "gpu", "",
     kNoGap, nullptr},
    {ActionId::Keys, kHelp, QT_TRANSLATE_NOOP("lanes::Actions", "&Keys and mouse"), "", "? F1", kNoGap,
     nullptr},
    {ActionId::About, kHelp, QT_TRANSLATE_NOOP("lanes::Actions", "&About Lanescope"), "info", "", kGap,
     nullptr},
}};

// What an action is called in the settings: "ZoomIn", whatever the menu says.
QString nameOf(const ActionSpec& spec) {
    return QString::fromLatin1(QMetaEnum::fromType<ActionId>().valueToKey(static_cast<int>(spec.id)));
}

// Held keys move the timeline; they are no actions.
constexpr std::array kMovingKeys = {Qt::Key_W, Qt::Key_A, Qt::Key_S, Qt::Key_D};

} // namespace

std::span<const ActionSpec> actionSpecs() {
    return kSpecs;
}

QString Actions::menuTitle(const ActionSpec& spec) {
    return tr(spec.menu);
}

Actions::Actions(Appearance& appearance, QWidget* window)
    : QObject(window)
    , appearance_(appearance) {
    for (const ActionSpec& spec : kSpecs) {
        auto* action = new QAction(this);
        window->addAction(action);
        actions_[static_cast<std::size_t>(spec.id)] = action;
        takeKeys(spec, keysFrom(spec.keys), false);
    }
    auto* themes = new QActionGroup(this);
    for (const ActionId id : {ActionId::ThemeDesktop, ActionId::ThemeLight, ActionId::ThemeDark}) {
        (*this)[id]->setCheckable(true);
        themes->addAction((*this)[id]);
    }
    (*this)[ActionId::SteadySteps]->setCheckable(true);
    (*this)[ActionId::ToggleDetails]->setCheckable(true);
    (*this)[ActionId::ToggleBottom]->setCheckable(true);
    (*this)[ActionId::FullScreen]->setCheckable(true);
    (*this)[ActionId::PauseRecording]->setCheckable(true);
    (*this)[ActionId::KeepBeside]->setCheckable(true);
    connect(&appearance_, &Appearance::changed, this, &Actions::tint);
    tint();
}

void Actions::takeKeys(const ActionSpec& spec, const QList<QKeySequence>& keys, bool own) {
    const auto index = static_cast<std::size_t>(spec.id);
    keys_[index] = keys;
    own_[index] = own;
    QString text = QCoreApplication::translate(spec.context, spec.text);
    if (spec.viewCommand != nullptr) {
        text += QLatin1Char('\t') + keysText(spec.id); // shown beside the text, but not taken from the view
    } else {
        actions_[index]->setShortcuts(keys);
    }
    actions_[index]->setText(text);
}

QString Actions::plainText(ActionId id) const {
    QString text = (*this)[id]->text().section(QLatin1Char('\t'), 0, 0);
    static const QRegularExpression kMark(QStringLiteral("\\(&.\\)|&")); // "(&O)" in Chinese
    return text.remove(kMark);
}

const QList<QKeySequence>& Actions::keys(ActionId id) const {
    return keys_[static_cast<std::size_t>(id)];
}

bool Actions::hasOwnKeys(ActionId id) const {
    return own_[static_cast<std::size_t>(id)];
}

QString Actions::keysText(ActionId id) const {
    const auto& all = keys(id);
    return all.isEmpty() ? QString() : all.front().toString(QKeySequence::NativeText);
}

QString Actions::ownerOf(const QKeySequence& key, ActionId id) const {
    for (const Qt::Key moving : kMovingKeys) {
        if (key == QKeySequence(moving) || key == QKeySequence(Qt::SHIFT | moving)) {
            return tr("moving in time");
        }
    }
    for (const ActionSpec& spec : kSpecs) {
        if (spec.id != id && keys(spec.id).contains(key)) {
            return plainText(spec.id);
        }
    }
    const bool view = std::ranges::any_of(
        viewSpecs(), [&](const ViewSpec& spec) { return key == QKeySequence(QLatin1String(spec.shortcut)); });
    return view ? tr("choosing a view") : QString();
}

void Actions::bindKeys(Settings& settings) {
    settings_ = &settings;
    for (const ActionSpec& spec : kSpecs) {
        if (const auto own = settings.shortcut(nameOf(spec))) {
            takeKeys(spec, QKeySequence::listFromString(*own, QKeySequence::PortableText), true);
        }
    }
    Q_EMIT keysChanged();
}

void Actions::setKeys(ActionId id, const QList<QKeySequence>& keys) {
    const ActionSpec& spec = *std::ranges::find(kSpecs, id, &ActionSpec::id);
    takeKeys(spec, keys, true);
    settings_->setShortcut(nameOf(spec), QKeySequence::listToString(keys, QKeySequence::PortableText));
    Q_EMIT keysChanged();
}

void Actions::setDefaultKeys(ActionId id) {
    const ActionSpec& spec = *std::ranges::find(kSpecs, id, &ActionSpec::id);
    takeKeys(spec, keysFrom(spec.keys), false);
    settings_->removeShortcut(nameOf(spec));
    Q_EMIT keysChanged();
}

void Actions::giveKeysTo(const QWidget& view) const {
    for (const ActionSpec& spec : kSpecs) {
        auto* command =
            spec.viewCommand == nullptr
                ? nullptr
                : view.findChild<QAction*>(QLatin1String(spec.viewCommand), Qt::FindDirectChildrenOnly);
        if (command == nullptr) {
            continue;
        }
        command->setShortcuts(keys(spec.id));
    }
}

void Actions::bindThemes(Settings& settings) {
    const std::pair<ActionId, ThemeChoice> choices[] = {{ActionId::ThemeDesktop, ThemeChoice::Desktop},
                                                        {ActionId::ThemeLight, ThemeChoice::Light},
                                                        {ActionId::ThemeDark, ThemeChoice::Dark}};
    for (const auto& [id, choice] : choices) {
        QAction* action = (*this)[id];
        connect(action, &QAction::triggered, this,
                [&settings, choice = choice] { settings.setTheme(choice); });
        const auto check = [&settings, action, choice = choice] {
            action->setChecked(settings.theme() == choice);
        };
        connect(&settings, &Settings::themeChanged, action, check);
        check();
    }
}

void Actions::tint() {
    const Theme& theme = appearance_.theme();
    for (const ActionSpec& spec : kSpecs) {
        const QString icon = QString::fromUtf8(spec.icon);
        if (!icon.isEmpty()) {
            (*this)[spec.id]->setIcon(appearance_.icons().icon(icon, theme.text2, theme.text3));
        }
    }
}

void Actions::fill(QMenuBar& bar, QMenu& recent, QMenu& running) {
    std::map<std::string_view, QMenu*> menus;
    const auto menuOf = [&](const auto& self, const char* title) -> QMenu* {
        QMenu*& known = menus[title];
        if (known == nullptr) {
            const auto* within = std::ranges::find(kWithin, std::string_view(title), &Within::menu);
            known = within == kWithin.end() ? bar.addMenu(tr(title))
                                            : self(self, within->parent)->addMenu(tr(title));
        }
        return known;
    };
    for (const ActionSpec& spec : kSpecs) {
        QMenu* menu = menuOf(menuOf, spec.menu);
        if (spec.gapAbove && !menu->isEmpty()) {
            menu->addSeparator();
        }
        menu->addAction((*this)[spec.id]);
        if (spec.id == ActionId::Open) {
            menu->addMenu(&recent);
        } else if (spec.id == ActionId::Capture) {
            menu->addMenu(&running);
        }
    }
    viewMenu_ = menus.at(kView);
}

} // namespace lanes
