#!/bin/sh
# Make the chip; /run/gpio-sim is then a link to the folder where its lines are pulled.
set -eu
modprobe gpio-sim
mountpoint -q /sys/kernel/config || mount -t configfs configfs /sys/kernel/config
chip=/sys/kernel/config/gpio-sim/header
mkdir -p $chip/bank0
echo 58 >$chip/bank0/num_lines
echo pinctrl-bcm2711 >$chip/bank0/label
echo 1 >$chip/live
ln -sfn "/sys/devices/platform/$(cat $chip/dev_name)/$(cat $chip/bank0/chip_name)" /run/gpio-sim
# The switches' lines rest where their pull-ups put them; the lamps' must stay down.
for line in 4 17 27 22 10 5 6 15 18 23 24 25 8 7 2; do
    echo pull-up >/run/gpio-sim/sim_gpio$line/pull
done
