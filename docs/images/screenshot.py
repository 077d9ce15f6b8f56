"""Takes the picture of a report page in a headless Chromium: `screenshot.py PAGE PNG [CLAIM]`."""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.support.wait import WebDriverWait

WIDTH, HEIGHT = 1280, 760


def main(page: str, png: str, claim: str = "1") -> None:
    """Open the page, choose a claim, turn its sources to pages where there are some, save."""
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium") or ""
    with tempfile.TemporaryDirectory() as profile:
        for argument in (
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--no-first-run",
            "--disable-background-networking",
            "--hide-scrollbars",
            f"--user-data-dir={profile}",
        ):
            options.add_argument(argument)
        driver = webdriver.Chrome(options=options, service=Service(shutil.which("chromedriver")))
        try:
            driver.execute_cdp_cmd(
                "Emulation.setDeviceMetricsOverride",
                {"width": WIDTH, "height": HEIGHT, "deviceScaleFactor": 1, "mobile": False},
            )
            driver.get(Path(page).resolve().as_uri())
            driver.find_element(By.CSS_SELECTOR, f"#c{claim} .verdict").click()
            WebDriverWait(driver, 5).until(lambda d: d.find_elements(By.CSS_SELECTOR, ".hit"))
            driver.save_screenshot(png)
        finally:
            driver.quit()


if __name__ == "__main__":
    main(*sys.argv[1:])
