// The views of a session: a plain table. A new view is one line in Views.cpp.
#pragma once

#include "model/trace/Trace.h"
#include "views/shared/Appearance.h"

#include <QImage>
#include <QSize>

#include <memory>
#include <optional>
#include <span>

class QWidget;

namespace lanes {

class ViewState;

struct PictureRequest {
    QSize size{1440, 900};
    std::optional<TimeRange> range; // nothing: the whole session
};

struct ViewSpec {
    const char* key;  // on the command line
    const char* name; // for people, untranslated
    const char* icon;
    // Its most useful keys, for the status line, untranslated; in the second while an event is selected.
    const char* keys;
    const char* keysOnEvent;
    QWidget* (*make)(Appearance& appearance, ViewState& state, QWidget* parent);
    // Without a window; needs a QApplication.
    QImage (*render)(const std::shared_ptr<const Trace>& trace, const PictureRequest& request,
                     Appearance& appearance);
};

[[nodiscard]] std::span<const ViewSpec> viewSpecs();
[[nodiscard]] QString viewName(const ViewSpec& spec);
[[nodiscard]] QString viewKeys(const ViewSpec& spec, bool onEvent);

} // namespace lanes
