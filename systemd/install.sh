#!/bin/sh
# Make an appliance of this machine, or bring one up to date, or take it away again. See usage below.
# Each version has a folder of its own in /opt/speed-cabinet; "current" is a link that is changed last,
# so that a power cut or a failure in the middle leaves the version before. That stays until the next
# installation: the game may still run from it, and loads parts of itself only when they are needed.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
source=$(dirname "$here")
root=
bundle=
boot_config=
yes=
purge=
changed=
status=0

usage() {
    cat <<END
usage: install.sh [install|upgrade] [--boot-config [--yes]] [--bundle FOLDER]
       install.sh uninstall [--purge]
       install.sh packages

  install      install Speed Cabinet for starting at power-on; what is there already stays
  upgrade      the same, where it is installed already
  uninstall    take everything away but what the owner and the players made
  packages     list the packages of the system that are needed

  --boot-config    also set the boot options (no boot text, no cursor, no blank screen, the power
                   button); they are shown first
  --yes            do not ask before changing them
  --bundle FOLDER  take all packages from a folder made by 'make bundle': no network is needed
  --purge          take away settings, statistics and the cabinet's own configuration too
  --root FOLDER    act on the system in this folder instead of the running one
END
}

say() { echo "speed-cabinet: $*"; }
fail() {
    say "$*" >&2
    exit 1
}

# Put a file in its place if it differs from what is there.
put() { # mode, file, place
    if ! cmp -s "$2" "$root$3"; then
        mkdir -p "$(dirname "$root$3")"
        install -m "$1" "$2" "$root$3"
        changed=1
        say "installed $3"
    fi
}

system_is_running() { [ -z "$root" ] && [ -d /run/systemd/system ]; }
offline_systemctl() { systemctl ${root:+--root="$root"} --quiet "$@"; }

check_system() {
    if [ -z "$root" ] && [ "$(id -u)" != 0 ]; then fail "this needs root: sudo make $action"; fi
    command -v systemctl >/dev/null || fail "this system has no systemd"
    command -v dpkg-query >/dev/null || fail "this is for Raspberry Pi OS and Debian (no dpkg here)"
    python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
        fail "Python 3.11 or later is needed (Raspberry Pi OS bookworm or later); found $(python3 --version)"
    case $(dpkg --print-architecture) in
    arm64 | amd64) ;;
    *) say "32 bit: pygame-ce and gpiod publish no packages for it; if none is found, use the 64 bit system" ;;
    esac
}

is_installed() { dpkg-query -W -f '${Status}' "$1" 2>/dev/null | grep -q 'ok installed'; }
is_known() { is_installed "$1" || apt-cache show "$1" >/dev/null 2>&1; }

# Environments, drawing without a window system, large letters on the console, USB boards, sound (under the
# name that the release has for it); lgpio where the system has it, as elsewhere it has none for Python 3.13.
wanted_packages() {
    echo python3-venv libdrm2 libgbm1 libegl1 libgles2 libgl1-mesa-dri kbd console-setup-linux python3-evdev
    if is_known libasound2t64; then echo libasound2t64; else echo libasound2; fi
    if is_known python3-lgpio; then echo python3-lgpio; fi
}

install_packages() {
    missing=
    for package in $(wanted_packages); do is_installed "$package" || missing="$missing $package"; done
    [ -n "$missing" ] || return 0
    say "installing the system's packages:$missing"
    if [ -n "$bundle" ]; then
        ls "$bundle"/debs/*.deb >/dev/null 2>&1 ||
            fail "these packages are missing and $bundle/debs has none: run 'make bundle' on such a system"
        apt-get install --quiet --quiet --yes --no-install-recommends "$bundle"/debs/*.deb
    else
        # shellcheck disable=SC2086 # several words
        apt-get install --quiet --quiet --yes --no-install-recommends $missing
    fi
    mkdir -p "$root/opt/speed-cabinet"
    echo "$missing" >>"$root/opt/speed-cabinet/packages"
    changed=1
}

make_user() {
    put 644 "$here/speed-cabinet.sysusers" /etc/sysusers.d/speed-cabinet.conf
    # It says what it makes, and says nothing where all is there.
    systemd-sysusers ${root:+--root="$root"} speed-cabinet.conf
}

# What a version is made of, as one word: the same files give the same word.
version_id() {
    {
        cd "$source"
        find firmware hal display wiring systemd -name __pycache__ -prune -o -type f -print0
        printf 'pyproject.toml\0README.md\0'
    } | sort -z | (cd "$source" && xargs -0 sha256sum) | sha256sum | cut -c 1-12
}

make_version() {
    id=$(version_id)
    folder=$root/opt/speed-cabinet/$id
    before=$(readlink "$root/opt/speed-cabinet/current" 2>/dev/null) || :
    for other in "$root"/opt/speed-cabinet/*/; do
        case $other in */current/ | */"$id"/ | */"${before:-none}"/) ;; *) rm -rf "$other" ;; esac
    done
    if [ ! -e "$folder/share/complete" ]; then
        say "installing version $id; this takes a few minutes on a small Pi"
        rm -rf "$folder"
        python3 -m venv --system-site-packages "$folder"
        install_python_packages
        install -D -m 644 -t "$folder/share" "$here/README.md" "$source/wiring/cabinet.toml"
        install -D -m 755 -t "$folder/share" "$here/show-message.sh"
        : >"$folder/share/complete"
        sync
        changed=1
    fi
    if [ "$before" != "$id" ]; then
        ln -sfn "$id" "$root/opt/speed-cabinet/current.new"
        mv -T "$root/opt/speed-cabinet/current.new" "$root/opt/speed-cabinet/current"
        changed=1
    fi
    mkdir -p "$root/usr/local/bin"
    ln -sfn /opt/speed-cabinet/current/bin/speed-cabinet "$root/usr/local/bin/speed-cabinet"
}

install_python_packages() {
    set -- install --quiet --disable-pip-version-check --no-cache-dir
    if [ -n "$bundle" ]; then
        "$folder/bin/pip" "$@" --no-index --find-links "$bundle/wheels" 'speed-cabinet[pi]'
    else
        "$folder/bin/pip" "$@" --prefer-binary "${source}[pi]"
    fi
    # From Python 3.13 on the extra leaves lgpio to the system; a bundle may have one all the same.
    find_lgpio='import importlib.util, sys; sys.exit(importlib.util.find_spec("lgpio") is None)'
    if [ -n "$bundle" ] && ! "$folder/bin/python" -c "$find_lgpio"; then
        "$folder/bin/pip" "$@" --no-index --find-links "$bundle/wheels" lgpio ||
            say "there is no lgpio, neither in the system nor in the bundle"
    fi
}

install_units() {
    for unit in speed-cabinet.service speed-cabinet-message.service speed-cabinet-stick@.service; do
        put 644 "$here/$unit" /etc/systemd/system/$unit
    done
    put 644 "$here/speed-cabinet-stick.rules" /etc/udev/rules.d/90-speed-cabinet-stick.rules
    if ! offline_systemctl is-enabled speed-cabinet.service >/dev/null 2>&1; then
        offline_systemctl enable speed-cabinet.service
        changed=1
    fi
}

# A configuration is the owner's: it is made once and never changed, only told about.
install_configuration() {
    shipped=$source/wiring/cabinet.toml
    own=$root/etc/speed-cabinet/cabinet.toml
    if [ ! -e "$own" ]; then
        put 644 "$shipped" /etc/speed-cabinet/cabinet.toml
    elif new=$(python3 "$here/new_keys.py" "$shipped" "$own"); then
        [ -z "$new" ] || say "these keys are new; without them in $own the default holds:
$new"
    fi
}

boot_folder() {
    for folder in /boot/firmware /boot; do
        if [ -e "$root$folder/config.txt" ] && [ -e "$root$folder/cmdline.txt" ]; then
            echo "$root$folder"
            return
        fi
    done
}

# The game can do without them, so that all else is done all the same; the exit status tells.
set_boot_options() { # set or unset
    python3 "$here/boot_options.py" "$1" "$(boot_folder)" "$root/var/lib/speed-cabinet-boot" ${yes:+--yes} && return
    say "the boot options were not changed" >&2
    status=1
}

start() {
    if system_is_running; then
        if [ -n "$changed" ]; then
            systemctl daemon-reload
            udevadm control --reload
        fi
        if [ -n "$changed" ] || ! systemctl --quiet is-active speed-cabinet.service; then
            # The game takes the screen, perhaps the very one on which this runs: do not wait for it.
            systemctl --no-block restart speed-cabinet.service
        fi
    fi
}

install_all() {
    if [ "$action" = upgrade ] && [ ! -e "$root/opt/speed-cabinet/current" ]; then
        fail "nothing is installed that could be upgraded: sudo make install"
    fi
    if [ -n "$boot_config" ] && [ -z "$(boot_folder)" ]; then
        fail "--boot-config: no config.txt and cmdline.txt in /boot/firmware or /boot; is this a Pi?"
    fi
    install_packages
    make_user
    make_version
    install_units
    install_configuration
    if [ -n "$boot_config" ]; then set_boot_options set; fi
    start
    if [ -n "$changed" ]; then say "version $id is installed"; else say "nothing to change"; fi
}

uninstall_all() {
    if system_is_running; then
        systemctl stop speed-cabinet.service speed-cabinet-message.service 'speed-cabinet-stick@*.service' 2>/dev/null || :
    fi
    offline_systemctl disable speed-cabinet.service 2>/dev/null || :
    if [ -e "$root/var/lib/speed-cabinet-boot" ]; then
        yes=1
        set_boot_options unset
        if [ "$status" = 0 ]; then rm -rf "$root/var/lib/speed-cabinet-boot"; fi
    fi
    if [ -e "$root/opt/speed-cabinet/packages" ]; then
        say "these packages of the system were installed for it and stay:$(cat "$root/opt/speed-cabinet/packages")"
    fi
    own=$root/etc/speed-cabinet
    edited=$root/etc/systemd/system/speed-cabinet.service.d
    if [ -n "$purge" ]; then
        rm -rf "$own" "$edited" "$root/var/lib/speed-cabinet"
    elif cmp -s "$own/cabinet.toml" "$root/opt/speed-cabinet/current/share/cabinet.toml"; then
        rm -rf "$own"
    elif [ -e "$own" ]; then
        say "$own has been changed and stays (--purge takes it away)"
    fi
    if [ -e "$edited" ]; then say "$edited, made by 'systemctl edit', stays (--purge takes it away)"; fi
    rm -rf "$root/opt/speed-cabinet" "$root/usr/local/bin/speed-cabinet" "$root/etc/sysusers.d/speed-cabinet.conf" \
        "$root/etc/systemd/system/speed-cabinet.service" \
        "$root/etc/systemd/system/speed-cabinet-message.service" \
        "$root/etc/systemd/system/speed-cabinet-stick@.service" \
        "$root/etc/udev/rules.d/90-speed-cabinet-stick.rules"
    for folder in sysusers.d udev/rules.d; do
        rmdir "$root/etc/$folder" 2>/dev/null || : # others may have theirs there
    done
    if grep -q '^speed-cabinet:' "$root/etc/passwd" 2>/dev/null; then userdel ${root:+--root "$root"} speed-cabinet; fi
    if system_is_running; then
        systemctl daemon-reload
        udevadm control --reload
        systemctl --no-block start getty@tty1.service
    fi
    if [ -e "$root/var/lib/speed-cabinet" ]; then say "settings and statistics stay in $root/var/lib/speed-cabinet"; fi
    say "uninstalled"
}

action=install
while [ $# -gt 0 ]; do
    case $1 in
    install | upgrade | uninstall | packages) action=$1 ;;
    --boot-config) boot_config=1 ;;
    --yes) yes=1 ;;
    --purge) purge=1 ;;
    --bundle | --root)
        [ $# -gt 1 ] || fail "$1 needs a folder"
        folder=$(cd "$2" 2>/dev/null && pwd) || fail "$1 $2: there is no such folder"
        if [ "$1" = --root ]; then root=$folder; else bundle=$folder; fi
        shift
        ;;
    -h | --help)
        usage
        exit 0
        ;;
    *)
        usage >&2
        exit 2
        ;;
    esac
    shift
done

if [ "$action" = packages ]; then
    wanted_packages
    exit
fi
check_system
if [ "$action" = uninstall ]; then uninstall_all; else install_all; fi
exit "$status"
