// The views of a session: a plain table. A new view is one folder and one line in Views.cpp.
#pragma once

#include "model/trace/Trace.h"
#include "views/shared/look/Appearance.h"
#include "views/shared/session/RenderView.h"

#include <QImage>
#include <QString>

#include <memory>
#include <span>

class QWidget;

namespace lanes {

class Actions;
class SessionView;
struct ViewContext;

struct ViewSpec {
    // Whether the view has a tab in the window's bar from the beginning, or once it has been asked for.
    enum class Tab : std::uint8_t { Always, Asked };

    const char* key;      // which view it is: on the command line, in settings, in the window
    const char* name;     // for people, untranslated
    const char* icon;     // with it
    const char* shortcut; // of the window
    Tab tab;
    const char* keys; // its most useful ones, for the status line, untranslated
    // `context` has a state.
    SessionView* (*make)(Appearance& appearance, const ViewContext& context, QWidget* parent);
    // Without a window; needs a QApplication.
    QImage (*render)(const std::shared_ptr<const Trace>& trace, const RenderRequest& request,
                     Appearance& appearance);
};

inline constexpr const char* kTimelineView = "timeline";
inline constexpr const char* kTrustView = "quality";
inline constexpr const char* kCompareView = "compare";

[[nodiscard]] std::span<const ViewSpec> viewSpecs();
[[nodiscard]] const ViewSpec* viewSpec(const QString& key); // null: there is no such view
[[nodiscard]] QString viewName(const ViewSpec& spec);
// For the status line. `onEvent`: one is selected, which the timeline has other keys for.
[[nodiscard]] QString viewKeys(const ViewSpec& spec, bool onEvent, const Actions& actions);

} // namespace lanes
