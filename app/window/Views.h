// The views of a session, as a plain table. A new view is one folder and one line in Views.cpp.
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
    // Always: the view has a tab in the window's bar from the beginning. Asked: only once the user has asked for it.
    enum class Tab : std::uint8_t { Always, Asked };

    const char* key;      // identifies the view on the command line, in settings and in the window
    const char* name;     // for people, untranslated
    const char* icon;     // of the view
    const char* shortcut; // key in the window
    Tab tab;
    const char* keys; // its most useful keys, for the status line, untranslated
    // `context` must have a state. Callers use makeViewOf().
    SessionView* (*make)(Appearance& appearance, const ViewContext& context, QWidget* parent);
    // Renders without a window; needs a QApplication. Callers use pictureOfView().
    QImage (*render)(const std::shared_ptr<const Trace>& trace, const RenderRequest& request,
                     Appearance& appearance);
};

inline constexpr const char* kTimelineView = "timeline";
inline constexpr const char* kFlameView = "flame";
inline constexpr const char* kTrustView = "quality";
inline constexpr const char* kCompareView = "compare";

[[nodiscard]] std::span<const ViewSpec> viewSpecs();
[[nodiscard]] const ViewSpec* viewSpec(const QString& key); // null: no such view
// Makes the view. If the session is a profile without times, a view that needs times is replaced by one that says why.
[[nodiscard]] SessionView* makeViewOf(const ViewSpec& spec, Appearance& appearance,
                                      const ViewContext& context, QWidget* parent);
[[nodiscard]] QImage pictureOfView(const ViewSpec& spec, const std::shared_ptr<const Trace>& trace,
                                   const RenderRequest& request, Appearance& appearance);
[[nodiscard]] QString viewName(const ViewSpec& spec);
// Text for the status line. `onEvent`: an event is selected, for which the timeline has other keys.
[[nodiscard]] QString viewKeys(const ViewSpec& spec, bool onEvent, const Actions& actions);

} // namespace lanes
