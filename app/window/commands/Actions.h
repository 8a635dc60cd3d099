// All commands of the window in one table: text, icon, keys, menu. Commands of views take text and keys from the table of views
// (ViewCommand). Menus, the command palette and the key sheet are made from it.
#pragma once

#include <QAction>
#include <QKeySequence>
#include <QObject>
#include <QString>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

class QMenu;
class QMenuBar;

namespace lanes {

Q_NAMESPACE

class Appearance;
class Settings;

// The names serve as keys of changed shortcuts in the settings.
enum class ActionId : std::uint8_t {
    Open,
    OpenAsOne,
    CompareWith,
    Reload,
    SaveAs,
    Export,
    ExportRange,
    Print,
    KeepBeside,
    ClosePage,
    Sessions,
    OpenChosen,
    RenameSession,
    RevealSession,
    TrashSession,
    ForgetSession,
    SavePicture,
    ExportSvg,
    Quit,
    Undo,
    Redo,
    CopyText,
    CopyPicture,
    CopyReference,
    Search,
    Shortcuts,
    Settings,
    ZoomIn,
    ZoomOut,
    FitStep,
    FocusSelection,
    ShowAll,
    ZoomToBrush,
    ClearSelection,
    FitName,
    ColorCategory,
    ColorName,
    ColorModule,
    ColorDuration,
    Flows,
    CriticalPath,
    SameName,
    Ruler,
    GraphReplays,
    SteadySteps,
    ToggleDetails,
    ToggleBottom,
    ResetLayout,
    FullScreen,
    ThemeDesktop,
    ThemeLight,
    ThemeDark,
    Back,
    Forward,
    NextEvent,
    PreviousEvent,
    FollowForward,
    FollowBack,
    RangeFromSelection,
    ParentEvent,
    FirstChild,
    Mark,
    MarkRange,
    NameMark,
    RemoveMark,
    NextMark,
    PreviousMark,
    GoToTime,
    GoToStep,
    FindRow,
    OpenRow,
    PinRow,
    HideRow,
    ShowRows,
    RowUp,
    RowDown,
    RowTaller,
    RowLower,
    RowHeight,
    NextMatch,
    PreviousMatch,
    FollowEnd,
    NextPage,
    PreviousPage,
    NextPane,
    PreviousPane,
    Capture,
    Attach,
    PauseRecording,
    MarkRecording,
    SaveRecording,
    Detach,
    StopProgram,
    KillProgram,
    CopyRecordCommand,
    Palette,
    Doctor,
    LocateSources,
    Example,
    Keys,
    About,
    Count
};
Q_ENUM_NS(ActionId)
inline constexpr std::size_t kActionCount = static_cast<std::size_t>(ActionId::Count);

struct ActionSpec {
    ActionId id;
    const char* menu; // untranslated title of its menu
    const char* text;
    const char* icon; // name of an icon; empty: none
    const char* keys; // "Ctrl+O"; several are separated by blanks; empty: none
    bool gapAbove;    // a separator before it in its menu
    // Name of the current view's command that the action triggers. The view handles the keys itself; here they are only shown.
    // Null: the window carries it out.
    const char* viewCommand;
    const char* context = "lanes::Actions"; // context for translations of `text`
};

[[nodiscard]] std::span<const ActionSpec> actionSpecs();

// The actions of one window, which owns them.
class Actions : public QObject {
    Q_OBJECT

public:
    Actions(Appearance& appearance, QWidget* window);

    [[nodiscard]] QAction* operator[](ActionId id) const { return actions_[static_cast<std::size_t>(id)]; }
    // Makes the menus. `recent` becomes a submenu of the first menu, `running` one of the capture menu.
    void fill(QMenuBar& bar, QMenu& recent, QMenu& running);
    // Connects the actions of the theme with the settings: they set the theme and show the one set.
    void bindThemes(Settings& settings);
    [[nodiscard]] QMenu* viewMenu() const { return viewMenu_; } // null before fill()
    [[nodiscard]] static QString menuTitle(const ActionSpec& spec);
    // The text without the key behind a tab and without the mnemonic's mark.
    [[nodiscard]] QString plainText(ActionId id) const;

    // The present keys: the user's own, or those of the table.
    [[nodiscard]] const QList<QKeySequence>& keys(ActionId id) const;
    // The keys of an action for people, "Ctrl+Shift+P"; empty: none.
    [[nodiscard]] QString keysText(ActionId id) const;
    // The name of the command that has this key already; empty: the key is free for `id`.
    [[nodiscard]] QString ownerOf(const QKeySequence& key, ActionId id) const;
    // Reads the user's own keys from the settings, and stores them there from now on.
    void bindKeys(Settings& settings);
    void setKeys(ActionId id, const QList<QKeySequence>& keys);
    void setDefaultKeys(ActionId id);
    [[nodiscard]] bool hasOwnKeys(ActionId id) const;
    // Gives the commands of a view the keys that the user chose for them.
    void giveKeysTo(const QWidget& view) const;

Q_SIGNALS:
    void keysChanged();

private:
    void tint();
    void takeKeys(const ActionSpec& spec, const QList<QKeySequence>& keys, bool own);

    Appearance& appearance_;
    Settings* settings_ = nullptr; // null before bindKeys()
    std::array<QAction*, kActionCount> actions_{};
    std::array<QList<QKeySequence>, kActionCount> keys_;
    std::array<bool, kActionCount> own_{};
    QMenu* viewMenu_ = nullptr;
};

} // namespace lanes
