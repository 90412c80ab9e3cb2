#!/bin/sh
# Make an appliance of this machine, or bring one up to date, or take it away again. See usage below.
# Each version has a folder of its own in /opt/speed-cabinet; "current" is a link that is changed last,
# so that a power cut or a failure in the middle leaves the version before. That stays until the next
# installation: the game may still run from it, and loads parts of itself only when they are needed.
set -eu
# What is made here is for the game's user, too; sudo may keep a stricter one.
umask 022

here=$(cd "$(dirname "$0")" && pwd)
source=$(dirname "$here")
root=
bundle=
boot_config=
yes=
purge=
changed=
unfinished=
status=0
units='speed-cabinet.service speed-cabinet-message.service speed-cabinet-stick@.service'
# /etc/systemd/system is left to the owner: what 'systemctl edit --full' makes there would be these very files.
unit_folder=/usr/local/lib/systemd/system
without_network='; without a network take a bundle, see systemd/README.md'

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
END
}

say() { echo "speed-cabinet: $*"; }
fail() {
    say "$*" >&2
    exit 1
}

# What is half done when this ends goes away: on a full disk nobody else makes room.
trap 'rm -rf ${unfinished:+"$unfinished"}' EXIT
trap 'exit 1' HUP INT TERM

# Put a file in its place if it differs from what is there. A power cut leaves the old one or the new one.
put() { # mode, file, place
    if ! cmp -s "$2" "$root$3"; then
        mkdir -p "$(dirname "$root$3")"
        unfinished=$root$3.new
        install -m "$1" "$2" "$unfinished"
        sync "$unfinished"
        mv -T "$unfinished" "$root$3"
        unfinished=
        changed=1
        say "installed $3"
    fi
}

# Make a folder into which everybody may look, also where an installation under a strict umask forbade it.
open_folder() {
    mkdir -p "$root$1"
    chmod a+rx "$root$1"
}

# shellcheck source-path=SCRIPTDIR source=packages.sh
. "$here/packages.sh"

system_is_running() { [ -z "$root" ] && [ -d /run/systemd/system ]; }
offline_systemctl() { systemctl ${root:+--root="$root"} --quiet "$@"; }

check_system() {
    if [ -z "$root" ] && [ "$(id -u)" != 0 ]; then fail "this needs root: sudo make $action"; fi
    command -v systemctl >/dev/null || fail "this system has no systemd"
    command -v dpkg-query >/dev/null || fail "this is for Raspberry Pi OS and Debian (no dpkg here)"
    python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
        fail "Python 3.11 or later is needed (Raspberry Pi OS bookworm or later); found $(python3 --version)"
    describe_system
}

make_user() {
    put 644 "$here/speed-cabinet.sysusers" /etc/sysusers.d/speed-cabinet.conf
    # It says what it makes, and says nothing where all is there.
    systemd-sysusers ${root:+--root="$root"} speed-cabinet.conf
}

# What a version is made of and for, as one word: the same files and system give the same word.
version_id() {
    {
        cd "$source"
        find firmware hal display wiring systemd -name __pycache__ -prune -o -type f -print0
        printf 'pyproject.toml\0README.md\0'
    } | LC_ALL=C sort -z | (cd "$source" && xargs -0 sha256sum && echo "$this") | sha256sum | cut -c 1-12
}

make_version() {
    id=$(version_id)
    folder=$root/opt/speed-cabinet/$id
    before=$(readlink "$root/opt/speed-cabinet/current" 2>/dev/null) || :
    open_folder /opt/speed-cabinet
    for other in "$root"/opt/speed-cabinet/*/; do
        case $other in */current/ | */"$id"/ | */"${before:-none}"/) ;; *) rm -rf "$other" ;; esac
    done
    [ ! -e "$folder/share/complete" ] || return 0
    say "installing version $id; this takes a few minutes on a small Pi"
    rm -rf "$folder"
    unfinished=$folder
    python3 -m venv --system-site-packages "$folder"
    install_python_packages
    install -D -m 644 -t "$folder/share" "$here/README.md" "$source/wiring/cabinet.toml"
    install -D -m 755 -t "$folder/share" "$here/show-message.sh"
    # Not before all that it stands for is on the disk.
    sync
    : >"$folder/share/complete"
    sync
    unfinished=
    changed=1
}

use_version() {
    if [ "$before" != "$id" ]; then
        ln -sfn "$id" "$root/opt/speed-cabinet/current.new"
        mv -T "$root/opt/speed-cabinet/current.new" "$root/opt/speed-cabinet/current"
        changed=1
    fi
    mkdir -p "$root/usr/local/bin"
    ln -sfn /opt/speed-cabinet/current/bin/speed-cabinet "$root/usr/local/bin/speed-cabinet"
    if ! offline_systemctl is-enabled speed-cabinet.service >/dev/null 2>&1; then
        offline_systemctl enable speed-cabinet.service
        changed=1
    fi
    if [ -n "$changed" ]; then sync; fi
}

install_units() {
    for unit in $units; do
        put 644 "$here/$unit" "$unit_folder/$unit"
        own=$root/etc/systemd/system/$unit
        if [ -e "$own" ]; then say "$own, made by 'systemctl edit --full', is used instead of $unit_folder/$unit"; fi
    done
    put 644 "$here/speed-cabinet-stick.rules" /etc/udev/rules.d/90-speed-cabinet-stick.rules
}

# The configuration is the owner's, as it tells how the cabinet is wired: it is made once and never changed, only
# told about. A copy of what was made tells the uninstallation whether the owner has changed it.
install_configuration() {
    shipped=$source/wiring/cabinet.toml
    own=$root/etc/speed-cabinet/cabinet.toml
    open_folder /etc/speed-cabinet
    if [ ! -e "$own" ]; then
        put 644 "$shipped" /opt/speed-cabinet/cabinet.toml
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
    trap : INT # which is a "no" to its question, and no end
    python3 "$here/boot_options.py" "$1" "$(boot_folder)" "$root/var/lib/speed-cabinet-boot" ${yes:+--yes} || {
        say "the boot options were not changed" >&2
        status=1
    }
    trap 'exit 1' INT
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

tell_about_32_bit() {
    say "32 bit is not tested; see systemd/README.md"
    "$folder/bin/python" -c 'import gpiod; gpiod.LineRequest' 2>/dev/null ||
        say "there is no gpiod 2 for the pins: the game starts only with '--pins lgpio', see systemd/README.md"
}

install_all() {
    if [ "$action" = upgrade ] && [ ! -e "$root/opt/speed-cabinet/current" ]; then
        fail "nothing is installed that could be upgraded: sudo make install"
    fi
    if [ -n "$boot_config" ] && [ -z "$(boot_folder)" ]; then
        fail "--boot-config: no config.txt and cmdline.txt in /boot/firmware or /boot; is this a Pi?"
    fi
    if [ -n "$bundle" ]; then check_bundle; fi
    install_packages
    make_user
    make_version
    install_configuration
    install_units
    use_version
    if [ -n "$boot_config" ]; then set_boot_options set; fi
    start
    if is_32_bit; then tell_about_32_bit; fi
    if [ -n "$changed" ]; then say "version $id is installed"; else say "nothing to change"; fi
}

# What the owner and the players made stays, and is told, unless all is to go.
keep() { # file or folder, what it is
    if [ -n "$purge" ]; then
        rm -rf "$1"
    elif [ -e "$1" ]; then
        say "$1, $2, stays (--purge takes it away)"
    fi
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
    if cmp -s "$own/cabinet.toml" "$root/opt/speed-cabinet/cabinet.toml"; then rm "$own/cabinet.toml"; fi
    rmdir "$own" 2>/dev/null || :
    keep "$own" "with what you changed"
    for unit in $units; do
        rm -f "$root$unit_folder/$unit"
        for edited in "$root/etc/systemd/system/$unit" "$root/etc/systemd/system/$unit.d"; do
            keep "$edited" "made by 'systemctl edit'"
        done
    done
    keep "$root/var/lib/speed-cabinet" "with settings and statistics"
    rm -rf "$root/opt/speed-cabinet" "$root/usr/local/bin/speed-cabinet" "$root/etc/sysusers.d/speed-cabinet.conf" \
        "$root/etc/udev/rules.d/90-speed-cabinet-stick.rules"
    for folder in etc/sysusers.d etc/udev/rules.d usr/local/lib/systemd/system usr/local/lib/systemd; do
        rmdir "$root/$folder" 2>/dev/null || : # others may have theirs there
    done
    if grep -q '^speed-cabinet:' "$root/etc/passwd" 2>/dev/null; then userdel ${root:+--root "$root"} speed-cabinet; fi
    if system_is_running; then
        systemctl daemon-reload
        udevadm control --reload
        systemctl --no-block start getty@tty1.service
    fi
    say "uninstalled"
}

action=install
while [ $# -gt 0 ]; do
    case $1 in
    install | upgrade | uninstall | packages) action=$1 ;;
    --boot-config) boot_config=1 ;;
    --yes) yes=1 ;;
    --purge) purge=1 ;;
    --bundle | --root) # the latter for the tests: where files are; packages are asked of this system
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
