# What ./run and ./test share: the Debian packages and the build. Sourced by them, never run by itself.
# Everything said here goes to standard error, so that the caller's standard output stays its own.

build_packages=(
    build-essential ccache cmake lld ninja-build pkg-config python3
    qt6-base-dev qt6-svg-dev qt6-tools-dev qt6-l10n-tools qt6-translations-l10n
    protobuf-compiler libprotobuf-dev libzstd-dev libisal-dev zlib1g-dev libminizip-dev
    libsimdjson-dev libsqlite3-dev libcli11-dev libxxhash-dev libpcre2-dev libtomlplusplus-dev libbenchmark-dev
    nlohmann-json3-dev
    fonts-inter fonts-jetbrains-mono python3-fonttools
)
demo_packages=(python3-torch)
test_packages=(
    git openssh-client openssh-server # sshd is started by a test, on loopback, with keys of its own
    xvfb xdotool imagemagick fonts-noto-cjk
    python3-dev python3-ipython python3-numpy python3-venv
    openmpi-bin # mpirun starts ranks in a test
    libtorch-dev # headers of Debian's torch, for the compiled fallback of the probe
    clang-19 libclang-rt-19-dev llvm-19 clang-format
)

package_test_packages=(debootstrap lintian desktop-file-utils appstream man-db shared-mime-info libglib2.0-bin)

# Debian's own, whatever else is first in PATH: it sees Debian's torch
python=/usr/bin/python3
[ -x "$python" ] || python=python3

say() { printf '%s\n' "$*" >&2; }
die() {
    say "$@"
    exit 1
}

# install_missing PACKAGE...: leaves packages_installed=1 when something came new, so that the build looks again.
packages_installed=0
install_missing() {
    if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
        [ -x "$root/build/bin/lanescope" ] ||
            say "This is no Debian: the build needs what these Debian packages hold: $*"
        return 0
    fi
    local missing
    missing=$(comm -23 <(printf '%s\n' "$@" | sort -u) \
        <(dpkg-query -W -f='${db:Status-Status} ${Package}\n' "$@" 2>/dev/null |
            sed -n 's/^installed //p' | sort -u))
    [ -n "$missing" ] || return 0
    # one word per package from here on
    # shellcheck disable=SC2086
    set -- $missing
    local as_root=()
    if [ "$(id -u)" != 0 ]; then
        command -v sudo >/dev/null ||
            die "Missing Debian packages. As root, run: apt-get install --no-install-recommends $*"
        as_root=(sudo)
    fi
    say "Installing missing Debian packages: $*"
    local apt=(env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=600)
    "${as_root[@]}" "${apt[@]}" update >&2 || say "The package lists could not be renewed; trying with the old ones."
    "${as_root[@]}" "${apt[@]}" install -y --no-install-recommends "$@" >&2 ||
        die "apt-get could not install: $*. Its message is above; mend that and run this again."
    packages_installed=1
}

# own_apt LISTS KIND ARCHITECTURE: sets `apt` to an apt-get by lists of our own, of Debian's packages (deb) or sources (deb-src) as
# Debian signs them, which knows nothing of what is installed here; the system's lists are left alone.
own_apt() {
    local lists=$1 mirror
    # where this machine has its packages from
    mirror=$(apt-get indextargets --format '$(REPO_URI) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' | grep -m 1 ' main$') ||
        die "apt knows no list of Debian's packages; run apt-get update."
    mkdir -p "$lists/lists/partial" "$lists/cache/archives/partial"
    echo "$2 [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror" >"$lists/sources.list"
    apt=(apt-get -q -o "Dir::Etc::SourceList=$lists/sources.list" -o Dir::Etc::SourceParts=/dev/null
        -o "Dir::State::Lists=$lists/lists" -o "Dir::Cache=$lists/cache" -o "APT::Sandbox::User=$(id -un)"
        -o "APT::Architecture=$3" -o "APT::Architectures=$3" -o Dir::State::Status=/dev/null)
    "${apt[@]}" update >&2 || die "Debian's lists could not be fetched; apt's message is above."
}

# configure PRESET FOLDER: when it has to be done; ninja itself notices edited CMake files.
configure() {
    local preset=$1 name=$2 folder=$root/$2
    local fresh=()
    if [ -f "$folder/CMakeCache.txt" ] && ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$folder/CMakeCache.txt"; then
        fresh=(--fresh) # the checkout was moved: its cache names the old place
    fi
    if [ ! -f "$folder/build.ninja" ] || [ ${#fresh[@]} -gt 0 ] || [ "$packages_installed" = 1 ]; then
        say "Configuring $name"
        mkdir -p "$folder"
        (cd "$root" && cmake --preset "$preset" "${fresh[@]}") >"$folder/configure.log" 2>&1 || {
            cat "$folder/configure.log" >&2
            die "CMake could not configure $name; its message is above."
        }
        packages_installed=0
    fi
}

# build PRESET FOLDER TARGET...: configures when needed, then builds.
build() {
    local name=$2 folder=$root/$2
    configure "$1" "$2"
    shift 2
    local duration=""
    [ -f "$folder/.ninja_log" ] || duration=": the first time takes 10 to 30 minutes on two cores"
    say "Building into $name/$duration"
    local quiet=() # a terminal shows ninja's one-line progress, a log only what the compiler says
    [ -t 2 ] || quiet=(--quiet)
    ninja -C "$folder" "${quiet[@]}" "$@" >&2 || die "The build failed; the compiler's message is above."
}
