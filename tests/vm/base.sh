#!/bin/bash
# base.sh CACHE [amd64|arm64] [trixie|bookworm]: what stands in for a freshly flashed card: a Debian root, its kernel, and the
# gpio-sim module, which Debian does not build. Each part is made once. Needs root, mmdebstrap, xz and network; for
# another architecture than this machine's qemu-user-static and binfmt_misc too.
set -euo pipefail

cache=$1
architecture=${2:-amd64}
suite=${3:-trixie}
root=$cache/root
kernel_root=$cache/kernel-root

# What nobody needs here, and above all no start-up archive of Debian's, which takes long to pack: it is made anew.
left_out=()
for path in '/usr/share/man/*' '/usr/share/doc/*' '/usr/share/locale/*' /etc/kernel/postinst.d/initramfs-tools; do
    left_out+=(--dpkgopt="path-exclude=$path")
done

# A root folder as it comes from the archive. What the game needs is left to its installer, but for Mesa,
# which the tests of the screen need in any case and which is large.
make_root() {
    local packages=systemd,systemd-sysv,udev,kmod,dbus,python3,python3-venv,linux-image-$architecture,busybox
    packages+=,iproute2,procps,ca-certificates,polkitd,libgl1-mesa-dri,libegl1,libgles2,libgbm1
    mmdebstrap --architectures="$architecture" --variant=minbase --format=directory --include="$packages" \
        --aptopt='Acquire::Languages "none"' "${left_out[@]}" "$suite" "$root.new"
    rm -rf "${root:?}"
    mv "$root.new" "$root"
}

# A second one, thrown away at any time, with a compiler: nothing of it gets into the machine.
make_kernel_root() {
    local packages=linux-headers-$architecture,gcc,make,libc6-dev,xz-utils,swig
    packages+=,python3-dev,python3-pip,python3-setuptools,python3-wheel
    mmdebstrap --architectures="$architecture" --variant=minbase --format=directory --include="$packages" \
        --aptopt='Acquire::Languages "none"' "${left_out[@]}" "$suite" "$kernel_root.new"
    rm -rf "${kernel_root:?}"
    mv "$kernel_root.new" "$kernel_root"
}

# gpio-sim from Debian's own kernel source, with the interrupt simulator that it stands on in the same module.
make_module() {
    local version series build=$kernel_root/gpio-sim
    version=$(basename "$(echo "$root"/boot/vmlinuz-*)" | sed s/vmlinuz-//)
    series=$(echo "$version" | cut -d . -f 1-2)
    [ -d "$kernel_root/usr/src/linux-headers-$version" ] ||
        { echo "no headers of kernel $version: remove $cache and begin again" >&2; exit 1; }
    mkdir -p "$build"
    chroot "$kernel_root" sh -c "cd /gpio-sim && apt-get -qq update &&
        apt-get -qq -o APT::Sandbox::User=root download linux-source-$series"
    dpkg-deb --fsys-tarfile "$build"/linux-source-*.deb | tar xO --wildcards './usr/src/linux-source-*.tar.xz' |
        xz -dc | tar -x -C "$build" --strip-components=3 --wildcards '*/drivers/gpio/gpio-sim.c' \
        '*/drivers/gpio/gpiolib.h' '*/kernel/irq/irq_sim.c'
    rm "$build"/linux-source-*.deb
    # A module of two objects, so the object that is named like the module needs another name.
    mv "$build/gpio-sim.c" "$build/gpio_sim_main.c"
    printf '%s\n' 'obj-m := gpio-sim.o' 'gpio-sim-y := gpio_sim_main.o irq_sim.o' 'ccflags-y += -DCONFIG_IRQ_SIM=1' \
        >"$build/Kbuild"
    # Its symbols stay in this module; irq_to_desc() is closed to modules, the two in its place are not.
    sed -i '/EXPORT_SYMBOL/d' "$build/irq_sim.c"
    sed -i 's/irq_to_desc(\([a-z]*\))/irq_data_to_desc(irq_get_irq_data(\1))/; s,^#include <linux/irq.h>,&\n#include <linux/irqdesc.h>,' \
        "$build/irq_sim.c"
    chroot "$kernel_root" make -s -C "/usr/src/linux-headers-$version" M=/gpio-sim modules
    install -D -m 644 "$build/gpio-sim.ko" "$root/lib/modules/$version/extra/gpio-sim.ko"
    chroot "$root" depmod "$version"
    cp "$root/boot/vmlinuz-$version" "$cache/vmlinuz"
}

mkdir -p "$cache"
[ -d "$kernel_root" ] || make_kernel_root
[ -d "$root" ] || make_root
[ -e "$cache/vmlinuz" ] || make_module
