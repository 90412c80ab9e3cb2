#!/bin/sh
# Write to the console, as standard output, why the game cannot start and what to do about it.
set -eu

# The largest letters with which a line has room.
for size in 32x16 28x14 24x12 20x10 16; do
    setfont "/usr/share/consolefonts/Uni2-TerminusBold$size.psf.gz" 2>/dev/null || continue
    columns=$(stty size 2>/dev/null | cut -d ' ' -f 2)
    if [ "${columns:-0}" -ge 80 ]; then break; fi
done

# The last of the program's own words is the reason; what systemd says about it is not.
why=$(journalctl --quiet --boot --output=cat --lines=1 --unit=speed-cabinet.service --identifier=speed-cabinet) || why=

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
