"""Carries out the tests' commands inside the machine: lines of JSON over a virtual serial port.

{"command": "...", "timeout_s": 60} is answered with {"status": 0, "output": "..."}.
"""

import json
import os
import subprocess
import time

PORT = "/dev/virtio-ports/agent"


def answer(line: bytes) -> dict[str, object]:
    request = json.loads(line)
    try:
        done = subprocess.run(
            ["sh", "-c", request["command"]],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=request["timeout_s"],
            check=False,
        )
    except subprocess.TimeoutExpired as expired:
        return {"status": 124, "output": (expired.stdout or b"").decode(errors="replace")}
    return {"status": done.returncode, "output": done.stdout.decode(errors="replace")}


def main() -> None:
    while not os.path.exists(PORT):
        time.sleep(0.1)
    port = os.open(PORT, os.O_RDWR)
    received = b""
    while True:
        chunk = os.read(port, 65536)
        if not chunk:
            # Nobody is at the other end.
            time.sleep(0.05)
            continue
        *lines, received = (received + chunk).split(b"\n")
        for line in lines:
            reply = json.dumps(answer(line)).encode() + b"\n"
            while reply:
                reply = reply[os.write(port, reply) :]


main()
