#!/bin/bash
# image.sh CACHE [amd64|arm64] [trixie|bookworm]: the disk of a cabinet: the base, and on it the game by its own installer from a
# bundle. Makes disk.ext4, initrd and vmlinuz in CACHE anew if a file that is in them has changed.
set -euo pipefail

cache=$1
architecture=${2:-amd64}
suite=${3:-trixie}
here=$(cd "$(dirname "$0")" && pwd)
source=$(dirname "$(dirname "$here")")
root=$cache/cabinet
kernel_root=$cache/kernel-root
bundle=$cache/bundle

declare -A machines=([amd64]=x86_64 [arm64]=aarch64) pythons=([trixie]=3.13 [bookworm]=3.11)
machine=${machines[$architecture]}
python=${pythons[$suite]}

parts=(firmware hal display wiring systemd tests pyproject.toml README.md LICENSE)

# Run a command in the root; what it needs of the kernel is there for just as long.
in_root() {
    # shellcheck disable=SC2016 # for the inner shell
    env -u PIP_FIND_LINKS DEBIAN_FRONTEND=noninteractive unshare --mount \
        sh -c 'mount -t proc proc "$0/proc" && exec chroot "$0" "$@"' "$root" "$@"
}

# lgpio has no package for every Python, and Debian none at all: it is built here, as Raspberry Pi OS has it.
make_bundle() {
    python3 "$source/systemd/bundle.py" "$bundle" --python "$python" --machine "$machine"
    if ! ls "$bundle"/wheels/lgpio-*-"cp${python/./}"-*.whl >/dev/null 2>&1; then
        python3 -m pip download --quiet --no-deps --no-binary :all: --dest "$kernel_root/lgpio" 'lgpio>=0.2.2'
        # PYPI=1: with its C library inside.
        chroot "$kernel_root" env -u PIP_FIND_LINKS PYPI=1 sh -c \
            'pip3 wheel --quiet --no-build-isolation --no-deps --no-index --wheel-dir /lgpio /lgpio/lgpio-*.tar.gz'
        cp "$kernel_root"/lgpio/lgpio-*.whl "$bundle/wheels"
    fi
}

# Everything that the tests need inside and a cabinet does not have.
add_test_parts() {
    install -d "$root/opt/vm"
    install -m 755 "$here"/inside/*.py "$here/inside/gpio-sim.sh" "$root/opt/vm"
    install -m 644 "$here/inside/cpuinfo" "$root/opt/vm"
    install -D -m 644 -t "$root/opt/vm/faults" "$here/inside/faults/sitecustomize.py"
    install -m 644 "$here"/inside/*.service "$root/etc/systemd/system"
    install -m 644 "$here/inside/90-gpio.rules" "$root/etc/udev/rules.d"
    install -D -m 644 -t "$root/etc/systemd/system/speed-cabinet.service.d" "$here/inside/vm.conf"
    in_root systemctl --quiet enable agent.service gpio-sim.service
    echo cabinet >"$root/etc/hostname"
    echo '/dev/vda / ext4 rw,noatime 0 1' >"$root/etc/fstab"
    # As after a first start: what is done then is none of the cabinet's time.
    in_root systemd-machine-id-setup >/dev/null 2>&1
    touch "$root/etc/.updated" "$root/var/.updated"
    in_root systemctl --quiet mask apt-daily.timer apt-daily-upgrade.timer e2scrub_all.timer fstrim.timer \
        dpkg-db-backup.timer systemd-firstboot.service e2scrub_reap.service
}

install_game() {
    rm -rf "${root:?}"
    cp -a "$cache/root" "$root"
    mkdir -p "$root/usr/src/speed-cabinet" "$root/usr/src/bundle"
    (cd "$source" && tar -c --exclude __pycache__ "${parts[@]}") | tar -x -C "$root/usr/src/speed-cabinet"
    cp -a "$bundle/wheels" "$root/usr/src/bundle"
    # The system's packages for the bundle, as 'make bundle' fetches them on such a system; this one has others.
    mkdir -p "$root/usr/src/bundle/debs/partial"
    local packages
    packages=$(in_root /usr/src/speed-cabinet/systemd/install.sh packages | xargs)
    if ! ls "$cache"/debs/*.deb >/dev/null 2>&1; then
        cp /etc/resolv.conf "$root/etc/resolv.conf"
        in_root sh -c "apt-get -qq update && apt-get -qq --yes --download-only --no-install-recommends \
            -o APT::Sandbox::User=root -o Dir::Cache::archives=/usr/src/bundle/debs install $packages"
        mkdir -p "$cache/debs"
        cp "$root"/usr/src/bundle/debs/*.deb "$cache/debs"
    fi
    cp "$cache"/debs/*.deb "$root/usr/src/bundle/debs"
    rm -f "$root/etc/resolv.conf"
    in_root /usr/src/speed-cabinet/systemd/install.sh install --bundle /usr/src/bundle
}

# Debian's own start-up archive has drivers for everything and costs seconds to unpack in an emulation.
make_initrd() {
    local initrd=$cache/initrd.d version module file library
    version=$(basename "$(echo "$root"/boot/vmlinuz-*)" | sed s/vmlinuz-//)
    rm -rf "${initrd:?}"
    mkdir -p "$initrd"/{bin,modules,dev,proc,sys,root}
    cp "$root/bin/busybox" "$initrd/bin"
    for library in $(in_root ldd /bin/busybox | grep -o '/lib[^ ]*'); do
        install -D -m 755 "$root$library" "$initrd$library"
    done
    for module in virtio_pci virtio_blk crc32c_generic ext4; do
        for file in $(in_root modprobe -S "$version" --show-depends $module | awk '/^insmod/ {print $2}'); do
            # The older Debian has them as they are.
            xz -dcf "$root$file" >"$initrd/modules/$(basename "$file" .xz)"
            grep -qsx "$(basename "$file" .xz)" "$initrd/list" || basename "$file" .xz >>"$initrd/list"
        done
    done
    install -m 755 "$here/inside/init" "$initrd/init"
    (cd "$initrd" && find . | cpio --quiet -o -H newc) >"$cache/initrd"
}

mkdir -p "$cache"
# Two who want the same image at once would make it in the same place.
exec 9>"$cache/lock"
flock 9
"$here/base.sh" "$cache" "$architecture" "$suite"
stamp=$( (cd "$source" && find "${parts[@]}" -name __pycache__ -prune -o -type f -print0 | sort -z | xargs -0 sha256sum) |
    sha256sum)
if [ "$stamp" != "$(cat "$cache/stamp" 2>/dev/null)" ]; then
    make_bundle
    install_game
    add_test_parts
    make_initrd
    rm -f "$cache/disk.ext4"
    mke2fs -q -t ext4 -d "$root" "$cache/disk.ext4" 2500M
    echo "$stamp" >"$cache/stamp"
fi
