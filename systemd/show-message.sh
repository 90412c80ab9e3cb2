#!/bin/sh
# Write to the console, as standard output, why the game cannot start and what to do about it.
# systemd passes the number of the game's last run in MONITOR_INVOCATION_ID.
set -eu

fonts=/usr/share/consolefonts
for font in "$fonts"/Uni2-TerminusBold32x16.psf.gz "$fonts"/Lat15-TerminusBold32x16.psf.gz; do
    if [ -e "$font" ] && setfont "$font" 2>/dev/null; then break; fi
done

why=
if [ -n "${MONITOR_INVOCATION_ID:-}" ]; then
    # The program's own words, of which the last line is the reason; not what systemd says about it.
    why=$(journalctl --quiet --output=cat --lines=1 _COMM=speed-cabinet \
        "_SYSTEMD_INVOCATION_ID=$MONITOR_INVOCATION_ID" 2>/dev/null) || why=
fi

# Clear the screen, hide the cursor.
printf '\033[2J\033[H\033[?25l\n  SPEED CABINET CANNOT START\n\n'
echo "${why:-The game ended without saying why.}" | fold -s -w 76 | sed 's/^/  /'
cat <<'END'

  What to do:

  * Put right what is said above. The game tries again by itself all the time.
  * Is it about /etc/speed-cabinet/cabinet.toml? The file as it was shipped is
    /opt/speed-cabinet/current/share/cabinet.toml
  * Is everything there that the cabinet needs?  sudo speed-cabinet doctor
  * All that was logged:                         journalctl -b -u speed-cabinet
  * To log in here: Ctrl+Alt+F2 on a keyboard.
END
