# SPDX-License-Identifier: Apache-2.0
"""A headless Chromium, spoken to through its DevTools protocol over a pair of pipes.

    with Browser() as browser:
        page = browser.open("file:///.../report.html")
        page.evaluate("document.title")

Nothing but the standard library. `chromium()` is the path of the program, or None.
"""
import base64
import fcntl
import json
import os
import select
import shutil
import subprocess
import tempfile
import time

READ_END, WRITE_END = 3, 4  # what --remote-debugging-pipe reads from and writes to
PATIENCE = 60

FLAGS = [
    "--headless", "--no-sandbox", "--remote-debugging-pipe", "--no-first-run", "--disable-sync",
    "--disable-background-networking", "--disable-component-update", "--disable-extensions",
    "--disable-default-apps", "--disable-dev-shm-usage", "--hide-scrollbars", "--mute-audio",
    "--force-color-profile=srgb", "--host-resolver-rules=MAP * ~NOTFOUND",
    "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader",
]


def chromium():
    return shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


def high_pipe():
    """Ends that are not in the way of the two that the browser wants."""
    ends = os.pipe()
    high = tuple(fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, 10) for end in ends)
    for end in ends:
        os.close(end)
    return high


class Browser:
    def __init__(self, *flags, width=1440, height=900):
        self.folder = tempfile.mkdtemp(prefix="impinge-browser-")
        browser_reads, self.to_browser = high_pipe()
        self.from_browser, browser_writes = high_pipe()

        def place_ends():
            os.dup2(browser_reads, READ_END)
            os.dup2(browser_writes, WRITE_END)

        command = [chromium(), *FLAGS, *flags, f"--window-size={width},{height}",
                   f"--user-data-dir={self.folder}", "about:blank"]
        self.process = subprocess.Popen(command, preexec_fn=place_ends, close_fds=False,
                                        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                        stderr=subprocess.DEVNULL)
        os.close(browser_reads)
        os.close(browser_writes)
        self.buffer = b""
        self.number = 0
        self.events = []

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            self.call("Browser.close")
        except (OSError, RuntimeError):
            self.process.kill()
        self.process.wait(timeout=PATIENCE)
        os.close(self.to_browser)
        os.close(self.from_browser)
        shutil.rmtree(self.folder, ignore_errors=True)

    def receive(self, deadline):
        while b"\0" not in self.buffer:
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([self.from_browser], [], [], left)[0]:
                raise RuntimeError("the browser does not answer")
            piece = os.read(self.from_browser, 1 << 20)
            if not piece:
                raise RuntimeError("the browser ended")
            self.buffer += piece
        message, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, session=None, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        os.write(self.to_browser, json.dumps(message).encode() + b"\0")
        deadline = time.monotonic() + PATIENCE
        while True:
            answer = self.receive(deadline)
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer["result"]
            self.events.append(answer)

    def open(self, url, **emulation):
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        return Page(self, session, url, **emulation)


class Page:
    def __init__(self, browser, session, url, features=(), downloads=None):
        self.browser = browser
        self.session = session
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.call(f"{domain}.enable")
        if features:
            self.call("Emulation.setEmulatedMedia", features=[{"name": n, "value": v} for n, v in features])
        if downloads:
            browser.call("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(downloads))
        self.call("Page.navigate", url=url)
        self.wait("document.readyState === 'complete'")

    def call(self, method, **parameters):
        return self.browser.call(method, self.session, **parameters)

    def evaluate(self, expression):
        """The value of an expression; promises are waited for."""
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(f"{expression}: {answer['exceptionDetails']}")
        return answer["result"].get("value")

    def wait(self, expression, seconds=PATIENCE):
        deadline = time.monotonic() + seconds
        while not self.evaluate(expression):
            if time.monotonic() > deadline:
                raise RuntimeError(f"never true: {expression}")
            time.sleep(0.02)

    def press(self, key):
        code = {"Enter": 13}.get(key, 0)
        text = {"Enter": "\r"}.get(key, key if len(key) == 1 else "")
        self.call("Input.dispatchKeyEvent", type="keyDown", key=key, text=text, windowsVirtualKeyCode=code)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key, windowsVirtualKeyCode=code)

    def click(self, x, y):
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def screenshot(self, **options):
        return base64.b64decode(self.call("Page.captureScreenshot", format="png", **options)["data"])

    def pdf(self):
        return base64.b64decode(self.call("Page.printToPDF", printBackground=False, preferCSSPageSize=True)["data"])

    def complaints(self):
        """What the page wrote to the console, exceptions, and what the browser logged about it."""
        self.evaluate("0")
        out = []
        for event in self.browser.events:
            if event.get("sessionId") != self.session:
                continue
            method, parameters = event["method"], event["params"]
            if method == "Runtime.consoleAPICalled":
                out.append(" ".join(str(part.get("value", part.get("description"))) for part in parameters["args"]))
            elif method == "Runtime.exceptionThrown":
                out.append(str(parameters["exceptionDetails"]))
            elif method == "Log.entryAdded":
                out.append(parameters["entry"]["text"])
        return out

    def requests(self):
        """Addresses asked for, but for the page's own and what it made itself."""
        urls = [event["params"]["request"]["url"] for event in self.browser.events
                if event.get("sessionId") == self.session and event["method"] == "Network.requestWillBeSent"]
        return [url for url in urls[1:] if not url.startswith(("blob:", "data:"))]
