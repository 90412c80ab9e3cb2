#!/bin/sh
# Write to the console, as standard output, why the game cannot start and what to do about it.
set -eu

# The largest letters with which a line has room.
for size in 32x16 28x14 24x12 20x10 16; do
    setfont "/usr/share/consolefonts/Uni2-TerminusBold$size.psf.gz" 2>/dev/null || continue
    columns=$(stty size 2>/dev/null | cut -d ' ' -f 2)
    if [ "${columns:-0}" -ge 80 ]; then break; fi
done

# Of the last try alone: what the program said last, and what systemd has to say beyond its exit status.
lines() { journalctl --quiet --boot --output=cat "$@" || :; }
try=$(lines --lines=1 --output-fields=INVOCATION_ID _PID=1 UNIT=speed-cabinet.service)
said=$(lines --lines=1 --identifier=speed-cabinet "_SYSTEMD_INVOCATION_ID=$try")
found=$(lines "INVOCATION_ID=$try" | sed -n '/^speed-cabinet\.service: /{ /code=exited/!{p;q;}; }')

if [ -z "$said$found" ]; then said="The game ended without saying why."; fi

# Clear the screen, hide the cursor.
printf '\033[2J\033[H\033[?25l\n  SPEED CABINET CANNOT START\n\n'
printf '%s\n' "$said" "$found" | grep . | fold -s -w 76 | sed 's/^/  /'
cat <<'END'

  What to do:

  * Put right what is said above. The game tries again by itself all the time.
  * Is it about /etc/speed-cabinet/cabinet.toml? The file as it was shipped is
    /opt/speed-cabinet/current/share/cabinet.toml
  * Is everything there that the cabinet needs?  sudo speed-cabinet doctor
  * All that was logged:                         journalctl -b -u speed-cabinet
  * Is the game itself damaged? In the folder that it was installed from:
    sudo make uninstall && sudo make install  (settings and statistics stay)
  * To log in here: Ctrl+Alt+F2 on a keyboard.
END
