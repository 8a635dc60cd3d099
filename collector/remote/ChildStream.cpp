#include "collector/remote/ChildStream.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <utility>

namespace lanes::remote {

namespace {

constexpr std::size_t kPieceBytes = 1 << 16;

void closeOnce(int& end) {
    if (end >= 0) {
        close(std::exchange(end, -1));
    }
}

int spawn(pid_t& pid, const std::vector<std::string>& argv, int input, int output, bool ownGroup) {
    std::vector<char*> words;
    words.reserve(argv.size() + 1);
    for (const std::string& word : argv) {
        words.push_back(const_cast<char*>(word.c_str()));
    }
    words.push_back(nullptr);
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, input, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&files, output, STDOUT_FILENO);
    posix_spawnattr_t how;
    posix_spawnattr_init(&how);
    sigset_t none;
    sigemptyset(&none);
    posix_spawnattr_setsigmask(&how, &none);
    sigset_t usual;
    sigemptyset(&usual);
    sigaddset(&usual, SIGPIPE);
    posix_spawnattr_setsigdefault(&how, &usual);
    posix_spawnattr_setpgroup(&how, 0);
    posix_spawnattr_setflags(&how, static_cast<short>(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF |
                                                      (ownGroup ? POSIX_SPAWN_SETPGROUP : 0)));
    const int problem = posix_spawnp(&pid, words[0], &files, &how, words.data(), environ);
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&how);
    return problem;
}

} // namespace

Result<ChildStream> ChildStream::start(const std::vector<std::string>& argv, Group group) {
    std::array<int, 2> in{-1, -1};
    std::array<int, 2> out{-1, -1};
    int problem = pipe2(in.data(), O_CLOEXEC) == 0 && pipe2(out.data(), O_CLOEXEC) == 0 ? 0 : errno;
    ChildStream child;
    if (problem == 0) {
        problem = spawn(child.pid_, argv, in[0], out[1], group == Group::Own);
    }
    closeOnce(in[0]);
    closeOnce(out[1]);
    child.input_ = in[1];
    child.output_ = out[0];
    if (problem != 0) {
        child.pid_ = -1;
        return Error{argv.front() + " cannot be started: " + std::strerror(problem) +
                     (problem == ENOENT ? "; is it installed?" : ".")};
    }
    return child;
}

ChildStream::ChildStream(ChildStream&& other) noexcept
    : pid_(std::exchange(other.pid_, -1))
    , input_(std::exchange(other.input_, -1))
    , output_(std::exchange(other.output_, -1)) {}

ChildStream::~ChildStream() {
    closeOnce(input_);
    closeOnce(output_);
    if (pid_ > 0) {
        kill(pid_, SIGTERM);
        (void)finish();
    }
}

std::optional<std::string> ChildStream::read(int milliseconds) {
    pollfd wait{output_, POLLIN, 0};
    if (output_ < 0 || poll(&wait, 1, milliseconds) <= 0) {
        return output_ < 0 ? std::nullopt : std::optional<std::string>("");
    }
    std::string bytes(kPieceBytes, '\0');
    const ssize_t got = ::read(output_, bytes.data(), bytes.size());
    if (got < 0 && errno == EINTR) {
        return "";
    }
    if (got <= 0) {
        closeOnce(output_);
        return std::nullopt;
    }
    bytes.resize(static_cast<std::size_t>(got));
    return bytes;
}

bool ChildStream::write(std::string_view bytes) const {
    // up to PIPE_BUF bytes a pipe takes whole or not at all, and more does not come: a request has at most as many
    if (input_ < 0 || fcntl(input_, F_SETFL, O_NONBLOCK) != 0) {
        return false;
    }
    return ::write(input_, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size());
}

int ChildStream::finish() {
    closeOnce(input_);
    int status = 0;
    while (pid_ > 0 && waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
    }
    pid_ = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

// Both ways at once: a program that prints while we still write would otherwise wait for us, and we for it.
void ChildStream::feed(std::string_view input, std::string& output) {
    fcntl(input_, F_SETFL, O_NONBLOCK);
    while (output_ >= 0) {
        if (input.empty()) {
            closeOnce(input_);
        }
        std::array<pollfd, 2> wait{pollfd{output_, POLLIN, 0}, pollfd{input_, POLLOUT, 0}};
        poll(wait.data(), wait.size(), -1);
        if ((wait[1].revents & (POLLOUT | POLLERR)) != 0 && input_ >= 0) {
            const ssize_t put = ::write(input_, input.data(), std::min(input.size(), kPieceBytes));
            if (put < 0 && errno != EAGAIN && errno != EINTR) {
                input = {}; // it does not want the rest
            } else if (put > 0) {
                input.remove_prefix(static_cast<std::size_t>(put));
            }
        }
        if (wait[0].revents != 0) {
            output += read(0).value_or("");
        }
    }
}

Result<ChildStream::Output> ChildStream::run(const std::vector<std::string>& argv, std::string_view input,
                                             Group group) {
    auto child = start(argv, group);
    if (!child) {
        return child.error();
    }
    Output done;
    child->feed(input, done.text);
    done.code = child->finish();
    return done;
}

} // namespace lanes::remote
