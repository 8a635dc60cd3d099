// `lanescope search`: the events that a filter matches, and all that is known of each.
#pragma once

namespace lanes::cli {

int runSearch(int argc, char** argv);

} // namespace lanes::cli
