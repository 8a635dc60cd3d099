// The meaning of the timeline's colours: the category of work (as in all views), the name, the module, or the duration. Another
// colouring is the same session with other hues, so that density, dominant colours and boxes stay exact.
#pragma once

#include "model/trace/Trace.h"
#include "views/shared/look/Theme.h"
#include "views/shared/session/ColorBy.h"

#include <cstdint>
#include <memory>
#include <stop_token>

namespace lanes {

// Returns the hue of a name or a module. It is the same in every run and theme.
[[nodiscard]] Hue hueOfText(std::string_view text);
// Returns the hue of a duration. Each hue covers half a decade, from below 1 us to above 1 s.
[[nodiscard]] Hue hueOfDuration(TimeNs duration);

// Returns a trace with the same slices and other hues, or `trace` itself for Category. Null if stopped. `before` is an earlier
// snapshot that this function recoloured, or null. O(slices); with `before`, only slices that are new since then count. By
// module, the `newest` slices are always looked up again, and only callers among them are known.
[[nodiscard]] std::shared_ptr<const Trace> recoloured(const std::shared_ptr<const Trace>& trace, ColorBy by,
                                                      const std::stop_token& stop = {},
                                                      const Trace* before = nullptr,
                                                      std::uint32_t newest = 1'000'000);

// Returns the theme with matching fills. For durations they are one ramp, from short and quiet to long and strong.
[[nodiscard]] Theme themeFor(const Theme& theme, ColorBy by);

} // namespace lanes
