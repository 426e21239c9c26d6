package io.jobqueue.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import org.openqa.selenium.support.ui.WebDriverWait;

/** The page in a real browser. */
class PageTest extends RunningApp {

    @TempDir
    Path directory;

    private ChromeDriver browser;

    @BeforeEach
    void openPage() {
        File driver = ExternalTool.require("chromedriver").toFile();
        ChromeOptions options = new ChromeOptions();
        options.setBinary(ExternalTool.require("chromium", "chromium-browser", "google-chrome")
                .toFile());
        options.addArguments(
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--disable-dev-shm-usage",
                "--window-size=1300,900",
                "--user-data-dir=" + directory.resolve("profile"));
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.ALL);
        options.setCapability("goog:loggingPrefs", logs);
        ChromeDriverService service = new ChromeDriverService.Builder()
                .usingDriverExecutable(driver)
                .usingAnyFreePort()
                .build();
        browser = new ChromeDriver(service, options);
        browser.get("http://127.0.0.1:" + port + "/");
        awaitText("connection", "Live");
    }

    @AfterEach
    void closeBrowser() {
        if (browser != null) {
            browser.quit();
        }
    }

    @Test
    void upload_twoPictures_showsTheirThumbnails() throws IOException {
        Path one = Files.write(directory.resolve("one.png"), png(900, 700));
        Path two = Files.write(directory.resolve("<i>two<i>.png"), png(300, 200));
        element("files").sendKeys(one + "\n" + two);
        awaitDone(2);
        assertThat(names()).containsExactly("one.png", "<i>two<i>.png");
        awaitScript("return [...document.querySelectorAll('.tile img')].every(i => i.complete && i.naturalWidth > 0)");
        assertThat(browser.findElements(By.cssSelector(".tile img")).get(0).getDomAttribute("alt"))
                .isEqualTo("Thumbnail of one.png");
        assertNoConsoleMessages();
    }

    @Test
    void controls_workersAndPause_changeTheQueueAndShowIt() {
        awaitScript("return document.getElementById('workers').value === '2'");
        element("more").click();
        awaitText("busy", "0 of 3 busy");
        assertThat(workerLimit()).isEqualTo(3);
        type("workers", "6\n");
        awaitText("busy", "0 of 6 busy");
        element("pause").click();
        awaitText("queue-state", "paused");
        type("sample-count", "12");
        element("draw").click();
        awaitText("waiting", "12");
        assertThat(element("pause").getText()).isEqualTo("Resume");
        element("pause").click();
        awaitDone(12);
        awaitText("queue-state", "running");
        assertThat(element("progress-text").getText()).isEqualTo("12 of 12 thumbnails done");
        assertNoConsoleMessages();
    }

    @Test
    void corruptFile_added_showsItsAttemptsAndTheReason() {
        element("corrupt").click();
        awaitScript("return document.querySelector('[data-status=retrying]') !== null");
        awaitScript("return document.querySelector('[data-status=failed]') !== null");
        List<WebElement> cells = browser.findElements(By.cssSelector("#failure-rows td"));
        assertThat(cells.get(0).getText()).startsWith("damaged-");
        assertThat(cells.get(1).getText()).isEqualTo("failed");
        assertThat(cells.get(2).getText()).isEqualTo("3");
        assertThat(cells.get(3).getText()).startsWith("The picture is damaged: ");
        assertNoConsoleMessages();
    }

    @Test
    void archive_built_offersADownload() {
        post("/api/samples?count=5");
        awaitDone(5);
        element("archive").click();
        // Not just any archive: the page may still show that of another test.
        awaitScript("return document.getElementById('archive-text').textContent.startsWith('5 pictures, ')");
        awaitScript("return document.getElementById('download').hidden === false");
        assertThat(element("download").getDomProperty("href")).endsWith("/api/archive/thumbnails.zip");
        element("clear").click();
        awaitText("count-all", "0");
        assertThat(browser.findElements(By.cssSelector(".tile"))).isEmpty();
        assertNoConsoleMessages();
    }

    @Test
    void refusal_badCount_isShownWithTheReason() {
        type("sample-count", "5000");
        element("draw").click();
        awaitText("message-text", "count: 5000 must be between 1 and 1000");
        element("message-close").click();
        assertThat(element("message").isDisplayed()).isFalse();
    }

    @Test
    void page_narrowWindow_doesNotScrollSideways() {
        post("/api/samples?count=9&corrupt=1");
        browser.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", 400, "height", 800, "deviceScaleFactor", 1, "mobile", true));
        awaitScript("return document.querySelectorAll('.tile').length === 9");
        awaitScript("return document.querySelector('[data-status=failed]') !== null");
        assertThat(browser.executeScript("return document.documentElement.scrollWidth"))
                .isEqualTo(400L);
    }

    @Test
    void controls_all_haveAName() {
        Object nameless = browser.executeScript("""
                return [...document.querySelectorAll('button, input, a, progress')]
                    .filter(e => !(e.textContent.trim() || e.ariaLabel || e.labels?.length
                        || e.getAttribute('aria-labelledby')))
                    .map(e => e.outerHTML)""");
        assertThat(nameless).isEqualTo(List.of());
    }

    private WebElement element(String id) {
        return browser.findElement(By.id(id));
    }

    private void type(String id, String text) {
        element(id).sendKeys(Keys.chord(Keys.CONTROL, "a"), text);
    }

    private List<String> names() {
        return browser.findElements(By.cssSelector(".tile .name")).stream()
                .map(WebElement::getText)
                .toList();
    }

    private void awaitDone(int count) {
        awaitScript("return document.querySelectorAll('.tile[data-status=done] img').length === " + count);
    }

    private void awaitText(String id, String text) {
        new WebDriverWait(browser, SOON)
                .withMessage(() -> id + " is '" + element(id).getText() + "' instead of '" + text + "'")
                .until(page -> element(id).getText().equals(text));
    }

    private void awaitScript(String script) {
        new WebDriverWait(browser, SOON)
                .withMessage(script)
                .until(page -> Boolean.TRUE.equals(browser.executeScript(script)));
    }

    private int workerLimit() {
        return json(get("/actuator/jobqueue/thumbnails")).path("workerCount").asInt();
    }

    private void assertNoConsoleMessages() {
        assertThat(browser.manage().logs().get(LogType.BROWSER).getAll())
                .extracting(LogEntry::getMessage)
                .isEmpty();
    }
}
