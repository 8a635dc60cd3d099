# PyTorch versions of PyPI beside Debian's, each in a virtual environment of its own in the user's cache:
# lanescope/torch/<version>-cp<python>/bin/python. Sourced by ./test.

torch_folder=${XDG_CACHE_HOME:-$HOME/.cache}/lanescope/torch
torch_default_versions=(2.4.1 2.9.1 2.15.0)

# The Pythons that a torch version has wheels for. The first differs from one torch to the next on purpose:
# three versions then test three frame layouts.
pythons_for_torch() {
    case $1 in
    2.[0-4].*) echo 3.10 3.11 3.9 3.12 ;;
    2.[5-9].*) echo 3.12 3.11 3.10 3.13 ;;
    *) echo 3.13 3.12 3.11 3.14 3.10 ;;
    esac
}

# find_python 3.X: an interpreter of that version that can make virtual environments.
find_python() {
    local candidate
    for candidate in "${PYENV_ROOT:-$HOME/.pyenv}"/versions/"$1".*/bin/python3 "$(command -v "python$1")" /usr/bin/python3; do
        [ -x "$candidate" ] || continue
        "$candidate" -c "import ensurepip, sys, venv; sys.exit('%d.%d' % sys.version_info[:2] != '$1')" 2>/dev/null ||
            continue
        echo "$candidate"
        return 0
    done
    return 1
}

# torch_environment VERSION: prints the interpreter of the environment that holds it, if there is one.
torch_environment() {
    local python
    for python in "$torch_folder/$1"-cp*/bin/python; do
        case $python in *.part/*) continue ;; esac
        [ -x "$python" ] && echo "$python" && return 0
    done
    return 1
}

install_torch() {
    local version=$1 short python="" folder
    for short in $(pythons_for_torch "$version"); do
        python=$(find_python "$short") && break
    done
    [ -n "$python" ] || die "torch $version needs one of Python $(pythons_for_torch "$version"), and none is installed."
    mkdir -p "$torch_folder"
    local free_gb=$(($(df -Pk "$torch_folder" | awk 'NR == 2 { print $4 }') / 1048576))
    [ "$free_gb" -ge 8 ] ||
        die "torch $version needs 8 GB while it is installed; $torch_folder has $free_gb GB free."
    folder=$torch_folder/$version-cp${short/./}
    say "Installing torch $version for Python $short from PyPI into $folder: about 100 s and 5 GB"
    # The folder gets its name when it is complete; an environment still works after a rename, only the
    # scripts beside its interpreter don't, and nobody calls those.
    rm -rf "$folder.part"
    "$python" -m venv "$folder.part" || die "$python could not make a virtual environment."
    if ! "$folder.part/bin/python" -m pip install --quiet --no-cache-dir --disable-pip-version-check \
        "torch==$version" numpy setuptools >"$torch_folder/install.log" 2>&1; then
        rm -rf "$folder.part"
        if grep -qiE 'from versions: none|NewConnectionError|ConnectTimeout|Temporary failure|Name or service not known|ProxyError|SSLError' \
            "$torch_folder/install.log"; then
            die "torch $version is not installed: PyPI cannot be reached from here. Come back with a network, or name a" \
                "mirror in PIP_INDEX_URL. What pip said is in $torch_folder/install.log."
        fi
        tail -n 12 "$torch_folder/install.log" >&2
        die "pip could not install torch $version for Python $short; its message is above."
    fi
    "$folder.part/bin/python" -c 'import torch; torch.ones(2).sum()' ||
        die "torch $version was installed, but does not run; the environment is left in $folder.part to look at."
    rm -rf "$folder"
    mv "$folder.part" "$folder"
}

# ensure_torch VERSION...: leaves their interpreters in torch_pythons, separated by colons.
ensure_torch() {
    local version
    torch_pythons=""
    for version in "$@"; do
        if torch_environment "$version" >/dev/null; then
            say "torch $version is there: $(dirname "$(dirname "$(torch_environment "$version")")")"
        else
            (
                mkdir -p "$torch_folder"
                exec 9>"$torch_folder/lock"
                flock 9 # another ./test may be installing the same
                torch_environment "$version" >/dev/null || install_torch "$version"
            ) || exit 1
        fi
        torch_pythons+=${torch_pythons:+:}$(torch_environment "$version")
    done
}

# all_torch_pythons: Debian's interpreter and every environment in the cache, separated by colons.
all_torch_pythons() {
    local python all=""
    /usr/bin/python3 -c 'import importlib.util, sys; sys.exit(not importlib.util.find_spec("torch"))' 2>/dev/null &&
        all=/usr/bin/python3
    for python in "$torch_folder"/*/bin/python; do
        case $python in *.part/*) continue ;; esac
        [ -x "$python" ] && all+=${all:+:}$python
    done
    echo "$all"
}
