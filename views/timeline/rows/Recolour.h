// What the colours of the timeline say: the category of work (as in all views), the name, the module it runs in, or how
// long it takes. Another colouring is the same session with other hues, so that density, dominance and boxes stay exact.
#pragma once

#include "model/trace/Trace.h"
#include "views/shared/look/Theme.h"
#include "views/shared/session/ColorBy.h"

#include <cstdint>
#include <memory>
#include <stop_token>

namespace lanes {

// The hue of a name or a module: the same in every run and theme.
[[nodiscard]] Hue hueOfText(std::string_view text);
// Of a duration: half a decade each, from below 1 us to beyond 1 s.
[[nodiscard]] Hue hueOfDuration(TimeNs duration);

// A trace with the same slices and other hues; `trace` itself for Category. Null if asked to stop. O(slices), of those alone that
// are new since `before`: an earlier snapshot that has been through this, or null. By module those among the `newest` slices are
// asked for anew, and callers are known as far as these reach.
[[nodiscard]] std::shared_ptr<const Trace> recoloured(const std::shared_ptr<const Trace>& trace, ColorBy by,
                                                      const std::stop_token& stop = {},
                                                      const Trace* before = nullptr,
                                                      std::uint32_t newest = 1'000'000);

// The theme with the fills that go with it: for durations one ramp, from short and quiet to long and strong.
[[nodiscard]] Theme themeFor(const Theme& theme, ColorBy by);

} // namespace lanes
