#include "model/io/joining/PlaceNames.h"

namespace lanes {

void applyMetadata(std::string_view what, const MetadataArgs& args, Process& process, Track& track) {
    if (what == "process_name") {
        process.name = args.text("name");
    } else if (what == "process_labels") {
        process.label = args.text("labels");
    } else if (what == "process_sort_index") {
        process.sortIndex = args.integer("sort_index");
    } else if (what == "thread_name") {
        track.name = args.text("name");
    } else if (what == "thread_sort_index") {
        track.sortIndex = args.integer("sort_index");
    }
}

} // namespace lanes
