#include "app/window/commands/Actions.h"

#include "app/settings/Settings.h"
#include "app/window/Views.h"
#include "views/shared/look/Appearance.h"

#include <QActionGroup>
#include <QCoreApplication>
#include <QMenu>
#include <QMenuBar>
#include <QMetaEnum>
#include <QRegularExpression>
#include <QVariant>

#include <algorithm>

namespace lanes {
namespace {

constexpr const char* kFile = QT_TRANSLATE_NOOP("lanes::Actions", "&File");
constexpr const char* kEdit = QT_TRANSLATE_NOOP("lanes::Actions", "&Edit");
constexpr const char* kView = QT_TRANSLATE_NOOP("lanes::Actions", "&View");
constexpr const char* kGo = QT_TRANSLATE_NOOP("lanes::Actions", "&Go");
constexpr const char* kCapture = QT_TRANSLATE_NOOP("lanes::Actions", "&Capture");
constexpr const char* kTools = QT_TRANSLATE_NOOP("lanes::Actions", "&Tools");
constexpr const char* kHelp = QT_TRANSLATE_NOOP("lanes::Actions", "&Help");

constexpr bool kGap = true;
constexpr bool kNoGap = false;

constexpr std::array<ActionSpec, kActionCount> kSpecs = {{
    {ActionId::Open, kFile, QT_TRANSLATE_NOOP("lanes::Actions", "&Open…"), "open", "Ctrl+O", kNoGap, nullptr},
    {ActionId::OpenAsOne, kFile, QT_TRANSLATE_NOOP("lanes::Actions", "Open ranks as &one session"), "rank",
     "", kNoGap, nullptr},
    {ActionId::CompareWith, kFile, QT_TRANSLATE_NOOP("lanes::Actions", "Co&mpare with…"), "compare",
     "Ctrl+Shift+D", kNoGap, nullptr},
    {ActionId::Reload, kFile, QT_TRANSLATE_NOOP("lanes::Actions", "&Read again"), "replay", "F5", kNoGap,
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
    {ActionId::ExportSvg, kFile, QT_TRANSLATE_NOOP("lanes::Actions", "Export as &SVG…"), "export",
     "Ctrl+Alt+E", kNoGap, "export-svg"},
    {ActionId::Quit, kFile, QT_TRANSLATE_NOOP("lanes::Actions", "&Quit"), "", "Ctrl+Q", kGap, nullptr},
    {ActionId::Undo, kEdit, QT_TRANSLATE_NOOP("lanes::Actions", "&Undo the last change of marks"), "",
     "Ctrl+Z", kNoGap, nullptr},
    {ActionId::Redo, kEdit, QT_TRANSLATE_NOOP("lanes::Actions", "Re&do the change of marks"), "",
     "Ctrl+Shift+Z", kNoGap, nullptr},
    {ActionId::CopyText, kEdit, QT_TRANSLATE_NOOP("lanes::Actions", "&Copy details as text"), "copy",
     "Ctrl+C", kGap, nullptr},
    {ActionId::CopyPicture, kEdit, QT_TRANSLATE_NOOP("lanes::Actions", "Copy the &picture"), "", "Ctrl+Alt+C",
     kNoGap, "copy-picture"},
    {ActionId::CopyReference, kEdit, QT_TRANSLATE_NOOP("lanes::Actions", "Copy a &reference to this place"),
     "link", "Ctrl+Shift+C", kNoGap, "copy-reference"},
    {ActionId::Search, kEdit, QT_TRANSLATE_NOOP("lanes::Actions", "&Search events"), "search", "/ Ctrl+F",
     kGap, nullptr},
    {ActionId::Shortcuts, kEdit, QT_TRANSLATE_NOOP("lanes::Actions", "&Keyboard shortcuts…"), "", "", kGap,
     nullptr},
    {ActionId::Settings, kEdit, QT_TRANSLATE_NOOP("lanes::Actions", "Se&ttings…"), "settings", "Ctrl+,",
     kNoGap, nullptr},
    {ActionId::ZoomIn, kView, QT_TRANSLATE_NOOP("lanes::Actions", "Zoom &in"), "zoom-in", "W", kGap,
     "zoom-in"},
    {ActionId::ZoomOut, kView, QT_TRANSLATE_NOOP("lanes::Actions", "Zoom &out"), "zoom-out", "S", kNoGap,
     "zoom-out"},
    {ActionId::FocusSelection, kView, QT_TRANSLATE_NOOP("lanes::Actions", "Zoom to &selection"), "fit", "F",
     kGap, "fit-selection"},
    {ActionId::ShowAll, kView, QT_TRANSLATE_NOOP("lanes::Actions", "Zoom to &everything"), "fit", "0", kNoGap,
     "fit-all"},
    {ActionId::FitStep, kView, QT_TRANSLATE_NOOP("lanes::Actions", "Zoom to the s&tep"), "step", "Shift+F",
     kNoGap, "fit-step"},
    {ActionId::ZoomToBrush, kView, QT_TRANSLATE_NOOP("lanes::Actions", "Zoom to the &brushed range"), "range",
     "Ctrl+E", kNoGap, nullptr},
    {ActionId::ClearSelection, kView, QT_TRANSLATE_NOOP("lanes::Actions", "C&lear selection"), "", "Esc",
     kNoGap, "clear"},
    {ActionId::FitName, kView, QT_TRANSLATE_NOOP("lanes::Actions", "Zoom to all events of this &name"),
     "kernels", "Ctrl+Shift+F", kNoGap, "fit-name"},
    {ActionId::ColorCategory, kView, QT_TRANSLATE_NOOP("lanes::Actions", "Colour by &category"), "", "Alt+1",
     kGap, "color-category"},
    {ActionId::ColorName, kView, QT_TRANSLATE_NOOP("lanes::Actions", "Colour by na&me"), "", "Alt+2", kNoGap,
     "color-name"},
    {ActionId::ColorModule, kView, QT_TRANSLATE_NOOP("lanes::Actions", "Colour by m&odule"), "", "Alt+3",
     kNoGap, "color-module"},
    {ActionId::ColorDuration, kView, QT_TRANSLATE_NOOP("lanes::Actions", "Colour by d&uration"), "", "Alt+4",
     kNoGap, "color-duration"},
    {ActionId::Flows, kView, QT_TRANSLATE_NOOP("lanes::Actions", "F&lows of all that is in view"), "link",
     "L", kGap, "flows"},
    {ActionId::CriticalPath, kView, QT_TRANSLATE_NOOP("lanes::Actions", "Critical &path on the rows"), "path",
     "P", kNoGap, "path"},
    {ActionId::SameName, kView, QT_TRANSLATE_NOOP("lanes::Actions", "Mark the same name on &hover"), "", "H",
     kNoGap, "same-name"},
    {ActionId::Ruler, kView, QT_TRANSLATE_NOOP("lanes::Actions", "Ne&xt kind of time on the ruler"), "clock",
     "T", kNoGap, "ruler"},
    {ActionId::GraphReplays, kView, QT_TRANSLATE_NOOP("lanes::Actions", "Kernels by CUDA graph &replay"),
     "graph", "G", kGap, "graphs"},
    {ActionId::ToggleDetails, kView, QT_TRANSLATE_NOOP("lanes::Actions", "&Details"), "details", "Ctrl+D",
     kGap, nullptr},
    {ActionId::ToggleBottom, kView, QT_TRANSLATE_NOOP("lanes::Actions", "Panels &below"), "bottom", "Q",
     kNoGap, nullptr},
    {ActionId::ResetLayout, kView, QT_TRANSLATE_NOOP("lanes::Actions", "Reset the &layout"), "", "", kNoGap,
     nullptr},
    {ActionId::FullScreen, kView, QT_TRANSLATE_NOOP("lanes::Actions", "&Full screen"), "", "F11", kNoGap,
     nullptr},
    {ActionId::ThemeDesktop, kView, QT_TRANSLATE_NOOP("lanes::Actions", "Theme of the des&ktop"), "", "",
     kGap, nullptr},
    {ActionId::ThemeLight, kView, QT_TRANSLATE_NOOP("lanes::Actions", "Li&ght theme"), "", "", kNoGap,
     nullptr},
    {ActionId::ThemeDark, kView, QT_TRANSLATE_NOOP("lanes::Actions", "D&ark theme"), "", "", kNoGap, nullptr},
    {ActionId::Back, kGo, QT_TRANSLATE_NOOP("lanes::Actions", "&Back"), "back", "Alt+Left Backspace", kNoGap,
     nullptr},
    {ActionId::Forward, kGo, QT_TRANSLATE_NOOP("lanes::Actions", "&Forward"), "forward", "Alt+Right", kNoGap,
     nullptr},
    {ActionId::NextEvent, kGo, QT_TRANSLATE_NOOP("lanes::Actions", "&Next event in the row"), "", ".", kGap,
     "next"},
    {ActionId::PreviousEvent, kGo, QT_TRANSLATE_NOOP("lanes::Actions", "&Previous event in the row"), "", ",",
     kNoGap, "previous"},
    {ActionId::FollowForward, kGo, QT_TRANSLATE_NOOP("lanes::Actions", "To &kernel or backward"), "link", "]",
     kNoGap, "follow-forward"},
    {ActionId::FollowBack, kGo, QT_TRANSLATE_NOOP("lanes::Actions", "To &launch or forward"), "link", "[",
     kNoGap, "follow-back"},
    {ActionId::RangeFromSelection, kGo, QT_TRANSLATE_NOOP("lanes::Actions", "&Range from selection"), "range",
     "R", kNoGap, "range-from-selection"},
    {ActionId::ParentEvent, kGo, QT_TRANSLATE_NOOP("lanes::Actions", "Event &around"), "", "Up", kNoGap,
     "parent"},
    {ActionId::FirstChild, kGo, QT_TRANSLATE_NOOP("lanes::Actions", "First event &inside"), "", "Down",
     kNoGap, "first-child"},
    {ActionId::Mark, kGo, QT_TRANSLATE_NOOP("lanes::Actions", "&Mark this moment"), "mark", "M", kGap,
     "mark"},
    {ActionId::MarkRange, kGo, QT_TRANSLATE_NOOP("lanes::Actions", "Keep the range as a mar&k"), "mark",
     "Shift+M", kNoGap, "mark-range"},
    {ActionId::NameMark, kGo, QT_TRANSLATE_NOOP("lanes::Actions", "Na&me the mark"), "", "F2", kNoGap,
     "name-mark"},
    {ActionId::RemoveMark, kGo, QT_TRANSLATE_NOOP("lanes::Actions", "Remo&ve the mark"), "", "Del", kNoGap,
     "remove-mark"},
    {ActionId::NextMark, kGo, QT_TRANSLATE_NOOP("lanes::Actions", "Next mar&k"), "", "Alt+M", kNoGap,
     "next-mark"},
    {ActionId::PreviousMark, kGo, QT_TRANSLATE_NOOP("lanes::Actions", "Previous ma&rk"), "", "Alt+Shift+M",
     kNoGap, "previous-mark"},
    {ActionId::GoToTime, kGo, QT_TRANSLATE_NOOP("lanes::Actions", "&Go to time…"), "clock", "Ctrl+G", kGap,
     "go-to-time"},
    {ActionId::GoToStep, kGo, QT_TRANSLATE_NOOP("lanes::Actions", "Go to &step…"), "step", "Ctrl+Shift+G",
     kNoGap, "go-to-step"},
    {ActionId::FindRow, kGo, QT_TRANSLATE_NOOP("lanes::Actions", "Fi&nd row"), "filter", "Ctrl+P", kNoGap,
     "find-row"},
    {ActionId::OpenRow, kGo, QT_TRANSLATE_NOOP("lanes::Actions", "F&old row or select in it"), "",
     "Return Enter", kNoGap, "open-row"},
    {ActionId::PinRow, kGo, QT_TRANSLATE_NOOP("lanes::Actions", "Pin ro&w"), "pin", "Shift+P", kNoGap,
     "pin-row"},
    {ActionId::HideRow, kGo, QT_TRANSLATE_NOOP("lanes::Actions", "&Hide row"), "hide", "Shift+H", kNoGap,
     "hide-row"},
    {ActionId::ShowRows, kGo, QT_TRANSLATE_NOOP("lanes::Actions", "Show hi&dden rows"), "", "Ctrl+Shift+H",
     kNoGap, "show-rows"},
    {ActionId::RowUp, kGo, QT_TRANSLATE_NOOP("lanes::Actions", "Move row &up"), "", "Alt+Up", kNoGap,
     "row-up"},
    {ActionId::RowDown, kGo, QT_TRANSLATE_NOOP("lanes::Actions", "Move row d&own"), "", "Alt+Down", kNoGap,
     "row-down"},
    {ActionId::RowTaller, kGo, QT_TRANSLATE_NOOP("lanes::Actions", "Make row taller"), "", "Alt++", kNoGap,
     "row-taller"},
    {ActionId::RowLower, kGo, QT_TRANSLATE_NOOP("lanes::Actions", "Make row lower"), "", "Alt+-", kNoGap,
     "row-lower"},
    {ActionId::RowHeight, kGo, QT_TRANSLATE_NOOP("lanes::Actions", "Row's own height"), "", "Alt+0", kNoGap,
     "row-height"},
    {ActionId::NextMatch, kGo, QT_TRANSLATE_NOOP("lanes::Actions", "Next ma&tch"), "search", "N", kGap,
     "next-match"},
    {ActionId::PreviousMatch, kGo, QT_TRANSLATE_NOOP("lanes::Actions", "Previous mat&ch"), "search",
     "Shift+N", kNoGap, "previous-match"},
    {ActionId::FollowEnd, kGo, QT_TRANSLATE_NOOP("lanes::Actions", "Follow the &end"), "follow", "End",
     kNoGap, "follow-end"},
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
    {ActionId::Tour, kHelp, QT_TRANSLATE_NOOP("lanes::Actions", "Show the &tour again"), "", "", kNoGap,
     nullptr},
    {ActionId::Keys, kHelp, QT_TRANSLATE_NOOP("lanes::Actions", "&Keys and mouse"), "", "? F1", kNoGap,
     nullptr},
    {ActionId::About, kHelp, QT_TRANSLATE_NOOP("lanes::Actions", "&About Lanescope"), "info", "", kGap,
     nullptr},
}};

// Of the table: blanks part them.
QList<QKeySequence> keysFrom(const QString& text) {
    QList<QKeySequence> keys;
    for (const QString& one : text.split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
        keys << QKeySequence(one, QKeySequence::PortableText);
    }
    return keys;
}

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
        takeKeys(spec, keysFrom(QString::fromLatin1(spec.keys)), false);
    }
    auto* themes = new QActionGroup(this);
    for (const ActionId id : {ActionId::ThemeDesktop, ActionId::ThemeLight, ActionId::ThemeDark}) {
        (*this)[id]->setCheckable(true);
        themes->addAction((*this)[id]);
    }
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
    QString text = tr(spec.text);
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
    takeKeys(spec, keysFrom(QString::fromLatin1(spec.keys)), false);
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
        static constexpr const char* kBefore = "lanesDefaultKeys";
        if (!command->property(kBefore).isValid()) {
            command->setProperty(kBefore, QVariant::fromValue(command->shortcuts()));
        }
        command->setShortcuts(hasOwnKeys(spec.id) ? keys(spec.id)
                                                  : command->property(kBefore).value<QList<QKeySequence>>());
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
    QMenu* menu = nullptr;
    const char* current = nullptr;
    for (const ActionSpec& spec : kSpecs) {
        if (spec.menu != current) {
            current = spec.menu;
            menu = bar.addMenu(tr(spec.menu));
            viewMenu_ = spec.menu == kView ? menu : viewMenu_;
        }
        if (spec.gapAbove) {
            menu->addSeparator();
        }
        menu->addAction((*this)[spec.id]);
        if (spec.id == ActionId::Open) {
            menu->addMenu(&recent);
        } else if (spec.id == ActionId::Capture) {
            menu->addMenu(&running);
        }
    }
}

} // namespace lanes
