"""A host of the test's own behind ssh: an sshd on loopback with its own keys, its own home and cache, and a user who
reaches it as `ssh there`. Nothing of the machine's ssh is read or written. Run as a program, it is such a host for tests
of the window: it prints its folder, then does what each line of its input asks for."""
import contextlib
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SSHD = shutil.which("sshd", path="/usr/sbin:/usr/bin:/sbin")
PATIENCE = 120  # seconds; only a failure waits so long


def until(condition, what):
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        found = condition()
        if found:
            return found
        time.sleep(0.02)
    raise AssertionError(f"waited in vain for {what}")


def key(path):
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", path], check=True)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Host:
    def __init__(self):
        # short: ssh's sockets have to fit below it
        self.folder = Path(tempfile.mkdtemp(prefix="lr", dir="/tmp"))
        self.home = self.folder / "home"
        self.cache = self.home / "cache"
        self.bin = self.folder / "bin"  # first in the PATH of both ends
        self.run = self.folder / "run"
        for place in (self.home, self.bin, self.run):
            place.mkdir(mode=0o700)
        key(self.folder / "host")
        key(self.folder / "user")
        shutil.copy(self.folder / "user.pub", self.folder / "authorized")
        self.port = self.reached = free_port()
        self.settings()
        self.stand_in("ssh", f'exec /usr/bin/ssh -F {self.folder}/ssh.conf "$@"')
        self.sshd = None
        self.jump = None
        self.agent = None
        self.start()

    def settings(self):
        where = self.folder
        (where / "sshd.conf").write_text(
            f"Port {self.port}\nListenAddress 127.0.0.1\nHostKey {where}/host\nAuthorizedKeysFile {where}/authorized\n"
            f"PidFile none\nUsePAM no\nStrictModes no\nMaxStartups 100\n"
            f"SetEnv HOME={self.home} XDG_CACHE_HOME={self.cache} PATH={self.bin}:/usr/bin:/bin\n")
        (where / "ssh.conf").write_text(
            f"Host there\n HostName 127.0.0.1\n Port {self.reached}\n IdentityFile {where}/user\n IdentitiesOnly yes\n"
            f" UserKnownHostsFile {where}/known\n StrictHostKeyChecking accept-new\n BatchMode yes\n")

    def reach_by(self, port):
        """Another port that leads to this host."""
        self.reached = port
        self.settings()

    def start(self):
        os.makedirs("/run/sshd", exist_ok=True)
        self.sshd = subprocess.Popen([SSHD, "-D", "-f", self.folder / "sshd.conf", "-E", self.folder / "sshd.log"])

        def listens():
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1):
                return True
        until(listens, "sshd")

    def hide(self):
        """From now on it is reached through a jump host, another sshd with a key of its own, which knows it by another name."""
        where = self.folder
        key(where / "jumphost")
        port = free_port()
        (where / "jump.conf").write_text(
            f"Port {port}\nListenAddress 127.0.0.1\nHostKey {where}/jumphost\nAuthorizedKeysFile {where}/authorized\n"
            f"PidFile none\nUsePAM no\nStrictModes no\nPermitOpen localhost:{self.port}\n")
        self.jump = subprocess.Popen([SSHD, "-D", "-f", where / "jump.conf", "-E", where / "jump.log"])
        conf = where / "ssh.conf"
        common = conf.read_text().split("\n", 3)[3]
        conf.write_text(f"Host there\n HostName localhost\n Port {self.reached}\n ProxyJump door\n{common}"
                        f"Host door\n HostName 127.0.0.1\n Port {port}\n{common}")

        def listens():
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                return True
        until(listens, "the jump host")

    def trust_agent(self):
        """From now on the user's key is in an agent alone."""
        place = self.folder / "agent"
        self.agent = subprocess.Popen(["ssh-agent", "-D", "-a", place], stdout=subprocess.DEVNULL)
        until(place.exists, "the agent")
        subprocess.run(["ssh-add", "-q", self.folder / "user"], check=True, env=self.environment())
        (self.folder / "user").unlink()
        conf = self.folder / "ssh.conf"
        conf.write_text(conf.read_text().replace(f" IdentityFile {self.folder}/user\n IdentitiesOnly yes\n", ""))

    def share(self):
        """The user opens a connection that others may share, and nobody can open another one; as after a second factor."""
        conf = self.folder / "ssh.conf"
        conf.write_text(conf.read_text() + f" ControlMaster auto\n ControlPath {self.folder}/users-%C\n ControlPersist 600\n")
        subprocess.run(["ssh", "there", "true"], env=self.environment(), check=True, stdin=subprocess.DEVNULL,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.deny()

    def logged_in(self):
        """How often somebody has."""
        return (self.folder / "sshd.log").read_text().count("Accepted publickey")

    def stand_in(self, name, line):
        program = self.bin / name
        program.write_text(f"#!/bin/sh\n{line}\n")
        program.chmod(0o755)

    def environment(self):
        return {**os.environ, "PATH": f"{self.bin}:{os.environ['PATH']}", "XDG_RUNTIME_DIR": str(self.run),
                "XDG_STATE_HOME": str(self.folder / "state"), "SSH_AUTH_SOCK": str(self.folder / "agent")}

    def cut(self):
        """Ends every connection, not the host."""
        children = subprocess.run(["pgrep", "-P", str(self.sshd.pid)], capture_output=True, text=True).stdout.split()
        for child in children:
            with contextlib.suppress(ProcessLookupError):
                os.kill(int(child), signal.SIGKILL)
        return len(children)

    def leave(self):
        """Cannot be reached any more, until start()."""
        os.kill(self.sshd.pid, signal.SIGSTOP)  # no new connection between the cut and its end
        self.cut()
        self.sshd.kill()
        self.sshd.wait()

    def lock(self):
        """From now on the user's key has a passphrase, and ssh may ask for it."""
        subprocess.run(["ssh-keygen", "-q", "-p", "-P", "", "-N", "the right one", "-f", self.folder / "user"], check=True)
        conf = self.folder / "ssh.conf"
        conf.write_text(conf.read_text().replace("BatchMode yes", "BatchMode no"))

    def deny(self):
        """From now on no key of the user's is the right one, until allow()."""
        (self.folder / "authorized").write_text("")

    def allow(self):
        shutil.copy(self.folder / "user.pub", self.folder / "authorized")

    def change_key(self):
        """From now on it is not the host that its user has met before, until forget_key()."""
        other = (self.folder / "user.pub").read_text().split()[:2]
        (self.folder / "known").write_text(f"[127.0.0.1]:{self.port} {' '.join(other)}\n")

    def forget_key(self):
        subprocess.run(["ssh-keygen", "-R", f"[127.0.0.1]:{self.port}", "-f", self.folder / "known"], check=True,
                       capture_output=True)

    def shrink(self):
        """From now on there is less room for the cache than the collector takes, until widen(). Only root may."""
        self.cache.mkdir(exist_ok=True)
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "small", self.cache], check=True)

    def widen(self):
        subprocess.run(["umount", "--lazy", self.cache], check=True)

    def pretend(self):
        """From now on it says that it is of another architecture, until confess()."""
        self.stand_in("uname", "echo Linux riscv64")

    def confess(self):
        (self.bin / "uname").unlink()

    def drop_collector(self):
        shutil.rmtree(self.cache / "lanescope" / "collector")

    def captures(self):
        place = self.cache / "lanescope" / "captures"
        return sorted(place.iterdir()) if place.is_dir() else []

    def end_captures(self):
        """What a test has left behind: the recorder of a capture leads a group of its own, with the program in it."""
        of_containers = (self.home / ".cache" / "lanescope" / "captures").glob("*")
        for capture in [*self.captures(), *of_containers]:
            with contextlib.suppress(OSError, ValueError):
                os.killpg(int((capture / "pid").read_text()), signal.SIGKILL)

    def close(self):
        self.cut()
        self.end_captures()
        for started in (self.sshd, self.jump, self.agent):
            if started:
                started.kill()
                started.wait()
        if os.path.ismount(self.cache):
            self.widen()
        shutil.rmtree(self.folder, ignore_errors=True)


# What tests of the window ask for.
TOLD = {"cut", "leave", "start", "lock", "deny", "allow", "change_key", "forget_key", "shrink", "widen", "pretend", "confess",
        "drop_collector", "hide"}


def main():
    host = Host()
    host.stand_in("docker", f'shift 3\nHOME={host.home} XDG_CACHE_HOME= exec "$@"')  # exec -i NAME PROGRAM...
    host.stand_in("kubectl", f'shift 5\nHOME={host.home} XDG_CACHE_HOME= exec "$@"')  # exec -i --namespace=N POD -- PROGRAM...
    print(host.folder, flush=True)
    try:
        for line in sys.stdin:
            told = line.strip()
            if told not in TOLD:
                raise SystemExit(f"nobody knows how to {told}")
            getattr(host, told)()
            print("done", flush=True)
    finally:
        host.close()


if __name__ == "__main__":
    main()
