// The page: shows what the service tells by server-sent events, and asks it for what people press.
// Text from outside is set by textContent only.

const MAX_REQUEST_FILES = 100;
const MAX_REQUEST_BYTES = 150 * 1024 * 1024;
const MAX_FILE_BYTES = 20 * 1024 * 1024;
const MAX_FAILURE_ROWS = 100;
const MAX_DOTS = 32;
const SPEED_WINDOW_MS = 4000;
const THUMBNAILS = "thumbnails";

const byId = (id) => document.getElementById(id);
const number = new Intl.NumberFormat("en");
const time = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", second: "2-digit" });
const plural = (count, word) => `${number.format(count)} ${word}${count === 1 ? "" : "s"}`;

const pictures = new Map(); // id -> { picture, tile }
const batches = new Map(); // id -> { section, list, name, count, pictures }
const speed = []; // [time, jobs ended] of the last seconds
let endedPictures = 0; // of all nodes
let workers = 0;
let paused = false;

// ---- asking

/** Asks the service; shows its explanation and answers undefined if it refuses. */
async function ask(method, url, body) {
  const json = body !== undefined && !(body instanceof FormData);
  try {
    const response = await fetch(url, {
      method,
      headers: json ? { "Content-Type": "application/json" } : {},
      body: json ? JSON.stringify(body) : body,
    });
    if (response.ok) {
      hideMessage();
      return response;
    }
    showMessage(await explanation(response));
  } catch {
    showMessage("The service cannot be reached. Is it still running?");
  }
  return undefined;
}

async function explanation(response) {
  const text = await response.text();
  try {
    const problem = JSON.parse(text);
    return problem.detail ?? problem.error ?? problem.message ?? text;
  } catch {
    return text || `The service answered ${response.status}.`;
  }
}

const changeQueue = (change) => ask("POST", `actuator/jobqueue/${THUMBNAILS}`, change);

async function upload(files) {
  const usable = files.filter((file) => file.size > 0 && file.size <= MAX_FILE_BYTES);
  for (const group of groups(usable)) {
    const form = new FormData();
    group.forEach((file) => form.append("file", file, file.name));
    if (!(await ask("POST", "api/pictures", form))) {
      return;
    }
  }
  const refused = files.filter((file) => !usable.includes(file));
  if (refused.length > 0) {
    const names = refused.slice(0, 3).map((file) => file.name);
    const more = refused.length > 3 ? ` and ${refused.length - 3} more` : "";
    showMessage(`Left out, because empty or larger than 20 MB: ${names.join(", ")}${more}`);
  }
}

/** Files of one request each, so that none is too large. */
function groups(files) {
  const result = [];
  let bytes = Infinity;
  for (const file of files) {
    if (bytes + file.size > MAX_REQUEST_BYTES || result.at(-1).length === MAX_REQUEST_FILES) {
      result.push([]);
      bytes = 0;
    }
    result.at(-1).push(file);
    bytes += file.size;
  }
  return result;
}

// ---- showing

function showMessage(text) {
  byId("message-text").textContent = text;
  byId("message").hidden = false;
}

function hideMessage() {
  byId("message").hidden = true;
}

function showChip(id, text, state) {
  const chip = byId(id);
  if (chip.textContent !== text) {
    chip.textContent = text;
  }
  chip.dataset.state = state;
}

function show(update) {
  if (update.complete) {
    const known = new Set(update.pictures.map((picture) => picture.id));
    [...pictures.keys()].filter((id) => !known.has(id)).forEach(removePicture);
  }
  const touched = new Set(update.pictures.map(showPicture));
  touched.forEach(showBatch);
  showArchive(update.archive);
  showTotals();
  update.queues.forEach(showQueue);
}

function showPicture(picture) {
  const entry = pictures.get(picture.id) ?? newTile(picture);
  entry.picture = picture;
  const { tile } = entry;
  tile.dataset.status = picture.status;
  tile.title = picture.reason ? `${picture.name}: ${picture.reason}` : picture.name;
  tile.querySelector(".state").textContent = stateText(picture);
  if (picture.status === "done" && !tile.querySelector("img")) {
    const image = document.createElement("img");
    image.loading = "lazy";
    image.alt = `Thumbnail of ${picture.name}`;
    image.src = `api/pictures/${encodeURIComponent(picture.id)}/thumbnail`;
    tile.querySelector(".frame").append(image);
  }
  return picture.batch;
}

function stateText(picture) {
  switch (picture.status) {
    case "queued":
      return "queued";
    case "running":
      return picture.attempts > 1 ? `attempt ${picture.attempts}` : "in work";
    case "retrying":
      return `attempt ${picture.attempts} failed, retrying`;
    case "failed":
      return `failed after ${plural(picture.attempts, "attempt")}`;
    default:
      return "";
  }
}

function newTile(picture) {
  const batch = batches.get(picture.batch) ?? newBatch(picture);
  const tile = byId("tile-template").content.firstElementChild.cloneNode(true);
  tile.querySelector(".name").textContent = picture.name;
  batch.list.append(tile);
  const entry = { picture, tile };
  batch.entries.add(entry);
  pictures.set(picture.id, entry);
  return entry;
}

function newBatch(picture) {
  const section = byId("batch-template").content.firstElementChild.cloneNode(true);
  const batch = {
    section,
    list: section.querySelector(".tiles"),
    count: section.querySelector(".batch-count"),
    entries: new Set(),
  };
  section.querySelector(".batch-name").textContent = `Added at ${time.format(new Date(picture.createdAt))}`;
  batches.set(picture.batch, batch);
  byId("gallery").prepend(section);
  return batch;
}

function showBatch(id) {
  const batch = batches.get(id);
  const all = batch.entries.size;
  const done = [...batch.entries].filter((entry) => entry.picture.status === "done").length;
  batch.count.textContent = `${number.format(done)} of ${plural(all, "picture")} done`;
}

function removePicture(id) {
  const entry = pictures.get(id);
  const batch = batches.get(entry.picture.batch);
  pictures.delete(id);
  batch.entries.delete(entry);
  entry.tile.remove();
  if (batch.entries.size === 0) {
    batch.section.remove();
    batches.delete(entry.picture.batch);
  } else {
    showBatch(entry.picture.batch);
  }
}

function showQueue(queue) {
  const state = queue.workers === 0 && queue.state === "running" ? "no workers" : queue.state;
  const colour = state === "running" ? "good" : "warn";
  if (queue.name !== THUMBNAILS) {
    showChip("archive-state", state, colour);
    return;
  }
  showChip("queue-state", state, colour);
  for (const key of ["waiting", "running", "delayed", "succeeded", "failed", "retried", "recovered"]) {
    byId(key).textContent = number.format(queue[key]);
  }
  byId("failed").toggleAttribute("data-some", queue.failed > 0);
  byId("recoveries").hidden = !queue.shared;
  byId("shared").hidden = !queue.shared;
  showWorkers(queue);
  showSpeed(queue);
}

function showWorkers(queue) {
  workers = queue.workers;
  paused = queue.state === "paused";
  byId("pause").textContent = paused ? "Resume" : "Pause";
  if (document.activeElement !== byId("workers")) {
    byId("workers").value = workers;
  }
  byId("fewer").disabled = workers === 0;
  byId("busy").textContent = `${queue.busy} of ${workers} busy`;
  const dots = Array.from({ length: Math.min(Math.max(workers, queue.busy), MAX_DOTS) }, (_, i) => {
    const dot = document.createElement("i");
    dot.classList.toggle("on", i < queue.busy);
    return dot;
  });
  byId("dots").replaceChildren(...dots);
}

function showSpeed(queue) {
  const now = performance.now();
  speed.push([now, queue.shared ? endedPictures : queue.succeeded + queue.failed]);
  while (speed.length > 2 && now - speed[0][0] > SPEED_WINDOW_MS) {
    speed.shift();
  }
  const open = queue.waiting + queue.running + queue.delayed;
  const [[from, before], [to, after]] = [speed[0], speed.at(-1)];
  const perSecond = to - from > 500 ? ((after - before) * 1000) / (to - from) : 0;
  if (open === 0) {
    speed.length = 0;
  }
  byId("speed").textContent = open === 0 ? "" : speedText(perSecond, open);
}

function speedText(perSecond, open) {
  if (paused) {
    return "paused";
  }
  if (perSecond < 0.1) {
    return "";
  }
  const seconds = Math.ceil(open / perSecond);
  const left = seconds < 90 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
  return `${perSecond.toFixed(1)} per second · about ${left} left`;
}

function showArchive(archive) {
  const underWay = archive.status === "queued" || archive.status === "running";
  const bar = byId("archive-progress");
  bar.hidden = !underWay;
  bar.max = Math.max(1, archive.total);
  bar.value = archive.done;
  byId("download").hidden = archive.status !== "done";
  byId("archive").textContent = underWay ? "Building…" : "Build ZIP file";
  byId("archive").dataset.underWay = underWay ? "yes" : "";
  byId("archive-text").textContent = archiveText(archive);
}

function archiveText(archive) {
  switch (archive.status) {
    case "queued":
      return "Waiting for a worker.";
    case "running":
      return `${number.format(archive.done)} of ${plural(archive.total, "picture")} packed.`;
    case "done":
      return `${plural(archive.total, "picture")}, ${(archive.bytes / 1048576).toFixed(1)} MB.`;
    case "failed":
      return `It failed: ${archive.reason}`;
    default:
      return "Packs all thumbnails into one ZIP file, as a job of its own.";
  }
}

function showTotals() {
  const counts = { queued: 0, running: 0, retrying: 0, done: 0, failed: 0 };
  const troubled = [];
  for (const { picture } of pictures.values()) {
    counts[picture.status] += 1;
    if (picture.reason) {
      troubled.push(picture);
    }
  }
  const all = pictures.size;
  const ended = counts.done + counts.failed;
  endedPictures = ended;
  byId("progress").max = Math.max(1, all);
  byId("progress").value = ended;
  byId("progress-text").textContent = progressText(all, counts);
  byId("count-all").textContent = number.format(all);
  byId("count-open").textContent = number.format(all - ended);
  byId("count-done").textContent = number.format(counts.done);
  byId("count-failed").textContent = number.format(counts.failed);
  byId("empty").hidden = all > 0;
  byId("clear").disabled = ended === 0;
  byId("archive").disabled = counts.done === 0 || byId("archive").dataset.underWay === "yes";
  showFailures(troubled);
}

function progressText(all, counts) {
  if (all === 0) {
    return "No pictures yet.";
  }
  const failed = counts.failed > 0 ? `, ${number.format(counts.failed)} failed` : "";
  const retrying = counts.retrying > 0 ? `, ${number.format(counts.retrying)} waiting for another attempt` : "";
  return `${number.format(counts.done)} of ${plural(all, "thumbnail")} done${failed}${retrying}`;
}

function showFailures(troubled) {
  byId("failures").hidden = troubled.length === 0;
  const rows = troubled.slice(-MAX_FAILURE_ROWS).reverse().map((picture) => {
    const row = document.createElement("tr");
    const cells = [picture.name, picture.status, picture.attempts, picture.reason].map((text) => {
      const cell = document.createElement("td");
      cell.textContent = text;
      return cell;
    });
    cells[1].dataset.state = picture.status;
    cells[2].dataset.unit = picture.attempts === 1 ? "attempt" : "attempts";
    row.append(...cells);
    return row;
  });
  byId("failure-rows").replaceChildren(...rows);
  byId("failures-more").hidden = troubled.length <= MAX_FAILURE_ROWS;
  byId("failures-more").textContent = `The latest ${MAX_FAILURE_ROWS} of ${number.format(troubled.length)}.`;
}

// ---- live

function connect() {
  const events = new EventSource("api/events");
  events.addEventListener("open", () => showChip("connection", "Live", "good"));
  events.addEventListener("update", (event) => show(JSON.parse(event.data)));
  events.addEventListener("error", () => {
    showChip("connection", "Reconnecting…", "warn");
    if (events.readyState === EventSource.CLOSED) { // refused rather than broken: the browser has given up
      setTimeout(connect, 3000);
    }
  });
}

// ---- controls

function setWorkers(count) {
  if (Number.isInteger(count)) {
    changeQueue({ workerCount: count });
  } else {
    byId("workers").value = workers;
  }
}

byId("draw").addEventListener("click", () => ask("POST", `api/samples?count=${encodeURIComponent(byId("sample-count").value)}`));
byId("corrupt").addEventListener("click", () => ask("POST", "api/samples?count=1&corrupt=1"));
byId("archive").addEventListener("click", () => ask("POST", "api/archive"));
byId("clear").addEventListener("click", () => ask("DELETE", "api/pictures"));
byId("pause").addEventListener("click", () => changeQueue({ state: paused ? "running" : "paused" }));
byId("fewer").addEventListener("click", () => setWorkers(workers - 1));
byId("more").addEventListener("click", () => setWorkers(workers + 1));
byId("workers").addEventListener("change", (event) => setWorkers(event.target.valueAsNumber));
byId("message-close").addEventListener("click", hideMessage);

byId("files").addEventListener("change", async (event) => {
  const files = [...event.target.files];
  event.target.value = "";
  await upload(files);
});

for (const button of document.querySelectorAll("[data-filter][aria-pressed]")) {
  button.addEventListener("click", () => {
    byId("gallery").dataset.filter = button.dataset.filter;
    document.querySelectorAll("[aria-pressed]").forEach((other) => other.setAttribute("aria-pressed", other === button));
  });
}

let dragDepth = 0; // entering a child leaves its parent, so they are counted
const carriesFiles = (event) => event.dataTransfer?.types.includes("Files");
addEventListener("dragenter", (event) => {
  if (carriesFiles(event)) {
    dragDepth += 1;
    document.body.classList.add("dragging");
  }
});
addEventListener("dragleave", (event) => {
  if (carriesFiles(event) && --dragDepth === 0) {
    document.body.classList.remove("dragging");
  }
});
addEventListener("dragover", (event) => {
  if (carriesFiles(event)) {
    event.preventDefault();
  }
});
addEventListener("drop", (event) => {
  if (carriesFiles(event)) {
    event.preventDefault();
    dragDepth = 0;
    document.body.classList.remove("dragging");
    upload([...event.dataTransfer.files]);
  }
});

connect();
