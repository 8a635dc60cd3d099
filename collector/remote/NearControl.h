// A capture that runs elsewhere, steered as any recording of this machine: its near end has a control socket, as a recorder
// has, so `lanescope ctl` and the window find it and tell it what to do. What it is told goes over the capture's own connection.
#pragma once

#include "collector/recorder/host/ControlSocket.h"
#include "collector/recorder/host/RingFolder.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace lanes::remote {

// Made and told by the thread that follows the capture; clients are answered by another.
class NearControl {
public:
    explicit NearControl(std::string target)
        : target_(std::move(target)) {}
    ~NearControl();
    NearControl(const NearControl&) = delete;
    NearControl& operator=(const NearControl&) = delete;

    // From now on it is to be found. Where there can be no socket the capture goes on, and an error says why it cannot be
    // steered. `session`: absolute path of the session here; `capture`: its name there.
    [[nodiscard]] Result<void> open(const std::string& session, const std::string& capture);

    // What is to be sent to the far end, in this order; each is answered there.
    [[nodiscard]] std::vector<std::string> takeRequests();
    // Asks for something whose answer nobody waits for.
    void post(const std::string& request);
    // The far end's answer to the oldest that has none, and how its recording is.
    void answered(const std::string& answer);
    void setStatus(const std::string& status);
    // The session that was fetched last of those that a flight recorder saved.
    void setSaved(const std::string& path);
    // There is no connection; whoever asks is told so until the next setStatus().
    void setAway();

private:
    struct Asked {
        std::string request;
        std::optional<std::string> answer;
    };

    void serve();
    [[nodiscard]] std::string answerTo(std::string_view request);
    [[nodiscard]] std::string statusText() const;
    [[nodiscard]] std::string awayText() const;

    const std::string target_;
    std::optional<recorder::RingFolder> folder_;
    std::optional<recorder::ControlSocket> socket_; // of the thread
    std::thread thread_;
    std::atomic<bool> ending_ = false;

    mutable std::mutex mutex_; // guards all that follows
    std::condition_variable news_;
    std::string session_;
    std::string capture_;
    std::string status_; // as the far end said it last
    std::string saved_;
    bool away_ = false;
    std::deque<std::shared_ptr<Asked>> waiting_; // to be sent
    std::deque<std::shared_ptr<Asked>> sent_;    // whose answers are to come
};

} // namespace lanes::remote
