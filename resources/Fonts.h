#pragma once

namespace lanes {

/// Registers the fonts that are baked into the program with Qt, once per process: the families "Lanescope
/// Sans" (weights 400, 500, 600) and "Lanescope Mono" (400, 500). Needs a QGuiApplication; UI thread only.
/// Returns false where the build had no fonts to bake: the desktop's own families serve then.
bool addBakedFonts();

} // namespace lanes
