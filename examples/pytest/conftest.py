"""Starts a sandbox of Bursar for the tests, and stops it after them."""

import json
import os
import shlex
import signal
import subprocess
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from bursar_sdk import Bursar

START_LIMIT_SECONDS = 120


@pytest.fixture(scope="session")
def double() -> Iterator[dict[str, Any]]:
    """What the sandbox prints when it is ready: `baseUrl`, `tokens`, `accounts`, `recipients`, `pid`."""
    command = shlex.split(os.environ.get("BURSAR_COMMAND", "npx --yes bursar"))
    with subprocess.Popen([*command, "serve", "--ephemeral"], stdout=subprocess.PIPE, text=True) as process:
        too_slow = threading.Timer(START_LIMIT_SECONDS, process.kill)
        too_slow.start()
        try:
            line = process.stdout.readline() if process.stdout else ""
        finally:
            too_slow.cancel()
        if not line:
            pytest.exit(f"Bursar did not start; its exit code is {process.wait()}.", 1)
        ready = json.loads(line)
        try:
            yield ready
        finally:
            # npx may be between this process and the service.
            os.kill(ready["pid"], signal.SIGTERM)


@pytest.fixture
def bursar(double: dict[str, Any]) -> Iterator[Bursar]:
    with Bursar(base_url=double["baseUrl"], token=double["tokens"]["readWrite"]) as client:
        yield client
