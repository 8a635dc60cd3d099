#include "collector/remote/SessionHash.h"

#include "model/base/File.h"

#include <fcntl.h>
#include <unistd.h>
#include <xxhash.h>

#include <memory>
#include <string>

namespace lanes::remote {

SessionHash hashOf(const std::string& path) {
    const File file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
    const std::unique_ptr<XXH3_state_t, XXH_errorcode (*)(XXH3_state_t*)> state(XXH3_createState(),
                                                                                XXH3_freeState);
    XXH3_64bits_reset(state.get());
    SessionHash whole;
    std::string bytes(1 << 20, '\0');
    for (ssize_t got = 0; file && (got = read(file.get(), bytes.data(), bytes.size())) > 0;) {
        XXH3_64bits_update(state.get(), bytes.data(), static_cast<std::size_t>(got));
        whole.bytes += static_cast<std::uint64_t>(got);
    }
    whole.hash = XXH3_64bits_digest(state.get());
    return whole;
}

} // namespace lanes::remote
