"""Carries out the tests' commands inside the machine: lines of JSON over a virtual serial port.

{"command": "...", "timeout_s": 60} is answered with {"status": 0, "output": "..."}.
"""

import json
import os
import signal
import subprocess
import time

PORT = "/dev/virtio-ports/agent"


def answer(line: bytes) -> dict[str, object]:
    request = json.loads(line)
    process = subprocess.Popen(
        ["sh", "-c", request["command"]],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    )
    try:
        output, _ = process.communicate(timeout=request["timeout_s"])
    except subprocess.TimeoutExpired:
        # With all that it started, which would hold its output open.
        os.killpg(process.pid, signal.SIGKILL)
        output, _ = process.communicate()
        return {"status": 124, "output": output.decode(errors="replace")}
    return {"status": process.returncode, "output": output.decode(errors="replace")}


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
