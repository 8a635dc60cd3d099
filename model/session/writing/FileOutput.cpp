#include "model/session/writing/FileOutput.h"

#include "model/base/PartFile.h"

#include <unistd.h>

#include <cerrno>
#include <tuple>

namespace lanes::session {

Result<void> FileOutput::append(std::string bytes) {
    if (failed_) {
        return Error{path_ + " is not written any more"};
    }
    std::size_t done = 0;
    while (done < bytes.size()) {
        const ssize_t n = ::write(file_.get(), bytes.data() + done, bytes.size() - done);
        if (n > 0) {
            done += static_cast<std::size_t>(n);
        } else if (n == 0 || errno != EINTR) {
            const int problem = n == 0 ? ENOSPC : errno;
            failed_ = true;
            // Takes the cut chunk away, so that the file stays one that ends well. If even that fails,
            // readers find the last whole chunk themselves.
            std::ignore = ftruncate(file_.get(), static_cast<off_t>(size_));
            return writeError(path_, problem);
        }
    }
    size_ += bytes.size();
    return {};
}

} // namespace lanes::session
