// Lets a capture on a target be controlled like any recording of this machine. Its near end has a control socket, as
// a recorder has, so `lanescope ctl` and the window find and command it. Commands travel over the capture's own
// connection.
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

// Used by the thread that follows the capture; another thread answers the clients.
class NearControl {
public:
    explicit NearControl(std::string target)
        : target_(std::move(target)) {}
    ~NearControl();
    NearControl(const NearControl&) = delete;
    NearControl& operator=(const NearControl&) = delete;

    // From now on clients find the capture. If there can be no socket the capture goes on, and an error is why it
    // cannot be controlled. `session`: absolute path of the session here; `capture`: its name there.
    [[nodiscard]] Result<void> open(const std::string& session, const std::string& capture);

    // Returns the requests to send to the far end, in this order; each is answered there.
    [[nodiscard]] std::vector<std::string> takeRequests();
    // Sends a request whose answer is ignored.
    void post(const std::string& request);
    // Take the far end's answer to the oldest open request, and the status of its recording.
    void answered(const std::string& answer);
    void setStatus(const std::string& status);
    // Sets the path of the last fetched session that a flight recorder saved.
    void setSaved(const std::string& path);
    // The connection is lost; clients are told so until the next setStatus().
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
    std::optional<recorder::ControlSocket> socket_; // used by the thread
    std::thread thread_;
    std::atomic<bool> ending_ = false;

    mutable std::mutex mutex_; // guards all that follows
    std::condition_variable news_;
    std::string session_;
    std::string capture_;
    std::string status_; // the last one from the far end
    std::string saved_;
    bool away_ = false;
    std::deque<std::shared_ptr<Asked>> waiting_; // not sent yet
    std::deque<std::shared_ptr<Asked>> sent_;    // waiting for their answers
};

} // namespace lanes::remote
