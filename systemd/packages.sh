# What the game needs from elsewhere: the system's packages and Python's, from the network or from a bundle.
# Read by install.sh, whose variables these are.
# shellcheck shell=sh disable=SC2034,SC2154

is_installed() { dpkg-query -W -f '${Status}' "$1" 2>/dev/null | grep -q 'ok installed'; }
is_known() { is_installed "$1" || apt-cache show "$1" >/dev/null 2>&1; }

# The kernel's word for the machine is no use: under one of 64 bit the system may be one of 32 bit.
is_32_bit() { case $(dpkg --print-architecture) in arm64 | amd64) return 1 ;; esac; }

# What a version is for, and a bundle: on another system neither runs.
describe_system() {
    python=$(python3 -c 'import sys; print("{}.{}".format(*sys.version_info))')
    machine=$(dpkg --print-architecture | sed 's/arm64/aarch64/; s/amd64/x86_64/')
    this="Python $python on $machine"
}

# Environments, drawing without a window system, large letters on the console, USB boards, sound (under the
# name that the release has for it); lgpio where the system has it, as elsewhere it has none for Python 3.13.
# On 32 bit also what pip has no packages of, and what Raspberry Pi OS's own package of pygame-ce draws with.
wanted_packages() {
    echo python3-venv libdrm2 libgbm1 libegl1 libgles2 libgl1-mesa-dri kbd console-setup-linux python3-evdev
    if is_known libasound2t64; then echo libasound2t64; else echo libasound2; fi
    if is_known python3-lgpio; then echo python3-lgpio; fi
    if is_32_bit; then
        echo python3-gpiozero python3-libgpiod
        echo libsdl2-2.0-0 libsdl2-image-2.0-0 libsdl2-mixer-2.0-0 libsdl2-ttf-2.0-0
    fi
}

missing_packages() {
    for package in $(wanted_packages); do is_installed "$package" || printf ' %s' "$package"; done
}

check_bundle() {
    if is_32_bit; then fail "--bundle: there are no bundles for 32 bit; use the 64 bit system"; fi
    made_for=$(cat "$bundle/wheels/made-for" 2>/dev/null) ||
        fail "--bundle $bundle: this is no bundle of this version; make it (again) with 'make bundle'"
    [ "$made_for" = "$this" ] || fail "--bundle $bundle: it is for $made_for, and here is $this;
make one with: make bundle ARGS=\"--python $python --machine $machine\""
}

install_packages() {
    missing=$(missing_packages)
    [ -n "$missing" ] || return 0
    if [ -n "$bundle" ]; then
        ls "$bundle"/debs/*.deb >/dev/null 2>&1 ||
            fail "these packages are missing and $bundle/debs has none: run 'make bundle' on such a system:$missing"
        set -- "$bundle"/debs/*.deb
    else
        # The archive no longer has what an old list names.
        apt-get update --quiet --quiet || say "the lists of packages could not be renewed" >&2
        missing=$(missing_packages)
        # shellcheck disable=SC2086 # several words
        set -- $missing
    fi
    say "installing the system's packages:$missing"
    apt-get install --quiet --quiet --yes --no-install-recommends "$@" ||
        fail "the system's packages could not be installed, see above$without_network"
    open_folder /opt/speed-cabinet
    echo "$missing" >>"$root/opt/speed-cabinet/packages"
    changed=1
}

# The game itself is always this clone's, built here; a bundle has what that needs, too.
install_python_packages() {
    set -- install --quiet --disable-pip-version-check --no-cache-dir
    if [ -n "$bundle" ]; then
        set -- "$@" --no-index --find-links "$bundle/wheels"
        advice="; does the bundle fit this version? Make it again with 'make bundle'"
    else
        set -- "$@" --prefer-binary
        advice=$without_network
    fi
    if is_32_bit; then
        extra=
        advice="; for 32 bit there may be none: use the 64 bit system"
    else
        extra='[pi]'
    fi
    "$folder/bin/pip" "$@" "$source$extra" || fail "Python's packages could not be installed, see above$advice"
    # From Python 3.13 on the extra leaves lgpio to the system; a bundle may have one all the same.
    find_lgpio='import importlib.util, sys; sys.exit(importlib.util.find_spec("lgpio") is None)'
    if [ -n "$bundle" ] && ! "$folder/bin/python" -c "$find_lgpio"; then
        "$folder/bin/pip" "$@" lgpio || say "there is no lgpio, neither in the system nor in the bundle"
    fi
}
