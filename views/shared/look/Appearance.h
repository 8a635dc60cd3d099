// The current look of a window: theme, fonts and icons, shared by all its views. It follows the desktop's light or dark choice
// unless the user has chosen.
#pragma once

#include "views/shared/look/Fonts.h"
#include "views/shared/look/Icons.h"
#include "views/shared/look/Theme.h"

#include <QObject>

#include <memory>
#include <optional>

class QApplication;

namespace lanes {

class DesktopScheme;

// UI thread. Views keep a pointer and repaint on changed().
class Appearance : public QObject {
    Q_OBJECT

public:
    enum class Mode { System, Light, Dark };

    // Follows the desktop. Without a desktop (offscreen) it is the dark theme.
    explicit Appearance(QObject* parent = nullptr);
    // A fixed look for rendering and tests. It asks the desktop nothing.
    explicit Appearance(Mode mode, double fontScale = 1, QObject* parent = nullptr);
    ~Appearance() override;

    [[nodiscard]] Mode mode() const { return mode_; }
    void setMode(Mode mode);
    // True: nothing may move by itself. The desktop's setting decides, unless setReducedMotion() overrides it.
    [[nodiscard]] bool reducedMotion() const;
    void setReducedMotion(bool reduced) { still_ = reduced; }
    // True: the mouse wheel zooms and Ctrl with the wheel scrolls, as in some profilers. False: the other way round.
    [[nodiscard]] bool wheelZooms() const { return wheelZooms_; }
    void setWheelZooms(bool zooms) { wheelZooms_ = zooms; }
    // The user's categories, whose colours the theme contains; null: none.
    void setOwnClasses(std::shared_ptr<const OwnClasses> own);
    [[nodiscard]] const std::shared_ptr<const OwnClasses>& ownClasses() const { return own_; }
    // 1 is 100 %.
    void setFontScale(double scale);

    [[nodiscard]] const Theme& theme() const { return theme_; }
    [[nodiscard]] const Fonts& fonts() const { return fonts_; }
    [[nodiscard]] Icons& icons() { return icons_; }
    // Gives the application this palette, font and style, now and after each change.
    void applyTo(QApplication& application);

Q_SIGNALS:
    void changed();

private:
    void refresh();

    Mode mode_ = Mode::System;
    Theme theme_ = Theme::darkTheme();
    Fonts fonts_;
    Icons icons_;
    std::shared_ptr<const OwnClasses> own_;
    std::optional<bool> still_;
    bool wheelZooms_ = false;
    DesktopScheme* desktop_ = nullptr; // child; null where fixed
};

} // namespace lanes
