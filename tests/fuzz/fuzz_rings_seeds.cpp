// Writes the seeds of fuzz_rings into a folder: the bytes of rings in which a program with a device was recorded.
#include "collector/ring/RingLayout.h"
#include "tests/collector/recorder/DeviceRecording.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace {

using namespace lanes;
using test::TestRing;

void everyRecord(test::Program& program) {
    program.matrixProduct(11, 10'000);
    program.device.put(TestRing::kernel(12, 3, 30'000, 1'000, 13));
    program.thread.graphNode(5, 40'000, 1);
    program.thread.graphNode(6, 41'000, 0, 5);
    program.thread.launch(13, 50'000, 2);
    ring::Kernel replayed = TestRing::kernel(13, 3, 52'000, 1'000);
    replayed.place.graph = 2;
    replayed.place.graphNode = 6;
    program.device.call(13, 4, test::kHandle, 49'900, 1'000);
    program.device.put(replayed);
    program.device.pair(100'000, 40);
    program.device.delivered(100'000, 1, 2);
}

std::string bytesOf(const std::filesystem::path& ring) {
    std::ifstream in(ring, std::ios::binary);
    std::string bytes((std::istreambuf_iterator<char>(in)), {});
    const auto* header = reinterpret_cast<const ring::RingHeader*>(bytes.data());
    return bytes.substr(ring::kRingHeaderBytes, header->head.load());
}

bool write(const std::filesystem::path& file, const std::string& bytes) {
    std::ofstream out(file, std::ios::binary);
    out << bytes;
    return !bytes.empty() && out.good();
}

} // namespace

int main(int argc, char** argv) {
    const std::filesystem::path folder = argc > 1 ? argv[1] : ".";
    test::DeviceRecording recording;
    test::Program program(recording);
    everyRecord(program);
    std::string thread;
    std::string device;
    for (const auto& entry : std::filesystem::directory_iterator(recording.folder())) {
        if (entry.path().extension() == ".ring") {
            const std::string name = entry.path().stem();
            (name.ends_with("-0") ? thread : device) = bytesOf(entry.path());
        }
    }
    return write(folder / "thread", thread) && write(folder / "device", device) &&
                   write(folder / "both", thread + device)
               ? 0
               : 1;
}
