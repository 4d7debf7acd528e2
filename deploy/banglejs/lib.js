/*
 * Finds falls in the background, whatever the watch shows: samples, parts, queue and messages. docs/banglejs.md describes it.
 * Espruino: functions are not hoisted, and what runs for each sample must not allocate.
 */
var storage = require('Storage');

var VERSION = '0.02';
var CONFIG = 'vigil.json';
var STATE = 'vigil.state.json';

/* Samples: hundredths of m/s^2, so that |a|^2 fits into 32 bits at +-8 g. */
var GRAVITY = 981;
var PER_G = 980.665;
var SIZE = 64;
var IMPACT = 1600;
var HELD = 2000;
/* One second in the ring: acceleration held, flags, 5 rows of 10 numbers (a row has no rotation). */
var RING = 24;
var CELLS = 54;
var HAS_PARTS = 1;
var IS_HARD = 2;
/* States of a second in the ring. */
var FREE = 0;
var WAITING = 1;
var SENT = 2;
var IN_FLIGHT = 3;

/* The queue in flash: blocks that are written once, in pieces. */
var BLOCK = 4096;
var HEADER = 16;
var MOST_BLOCKS = 512;
var PIECE = 768;
var PIECE_MS = 60000;
/* Seconds with their parts around a hard one; of the others one sample is enough. */
var BEFORE_MS = 15000;
var AFTER_MS = 12000;
var TICK_MS = 20;

/* Real time: 2024 or later. */
var CLOCK_SET = 1704067200000;
var REQUEST_MS = 10000;
/* A later second is none that the service would take as live. */
var LATE_MS = 2500;
var BACKLOG_EVERY_MS = 5300;
var ANSWER_EVERY_MS = 5000;
var REFUSED_MS = 600000;
var STATUS_MS = 60000;
/* A longer step of the watch's clock means that somebody set it. */
var PAUSE_MS = 60000;
var FALL_GAP_MS = 90000;
var OLD_OK_MS = 60000;
/* Updates wait until a fall is over. */
var CALM_MS = 600000;
var UPDATE_MS = 3600000;

var config;
var state;
var scale = PER_G;

var ax = new Int16Array(SIZE);
var ay = new Int16Array(SIZE);
var az = new Int16Array(SIZE);
var at = new Uint16Array(SIZE);
var count = 0;
var hardest = 0;
var hardestAt = 0;
var begun = 0;
var lastAt = 0;
var slow = 0;

var cells = new Int16Array(RING * CELLS);
var times = new Float64Array(RING);
var states = new Uint8Array(RING);
var oldest = 0;
var held = 0;
var lastHard = 0;

var piece = new Uint8Array(1024);
var used = 0;
var pieceAt = 0;
var blockBase = 0;
var blockUsed = 0;
var firstBlock = 0;
var nextBlock = 0;
var readAt = HEADER;
var chunkEnd = 0;
var chunkFailures = 0;

var inFlight = 0;
var backlogBusy = false;
var backlogAt = 0;
var answerAt = 0;
var retryAt = 0;
var wait = 1000;
var status = 'starting';
var statusAt = 0;
var fellAt = 0;
var heartRate = 0;
var requests = {};
var requestId = 0;
var outgoing = '';
var updateAt = 0;
var updateBusy = false;
var onTrial = false;

exports.version = VERSION;

function saveState() {
  storage.writeJSON(STATE, state);
}

/* A steady clock in ms that goes on when the watch's clock is set. It begins as the time of the watch's clock. */
function now() {
  return Math.round(getTime() * 1000 + state.offset);
}

/* ---- One second ---- */

/* Five rows of ten numbers: docs/contract.md, "Parts", without both rotation rates. */
function computeParts(to) {
  'ram';
  var i = 0;
  var k, end, n, x, y, z, px, py, pz, s, d, u, w, t;
  var peak, least, dev, sx, sy, sz, jerk, rx, ry, rz, jerks;
  for (k = 1; k <= 5; k++) {
    end = ((k * count) / 5) | 0;
    n = end - i;
    jerks = i ? n : n - 1;
    peak = dev = sx = sy = sz = jerk = rx = ry = rz = 0;
    least = 99999;
    for (; i < end; i++) {
      x = ax[i];
      y = ay[i];
      z = az[i];
      s = Math.round(Math.sqrt(x * x + y * y + z * z));
      d = s > GRAVITY ? s - GRAVITY : GRAVITY - s;
      if (s > peak) peak = s;
      if (s < least) least = s;
      dev += d;
      sx += x;
      sy += y;
      sz += z;
      /* The weight of the direction at rest, in millionths, divided by |a|; far from gravity it is nothing. */
      u = ((d * d) / 900) | 0;
      if (u < 3000) {
        w = (1e10 / (10000 + u * u) / (s || 1)) | 0;
        rx += x * w;
        ry += y * w;
        rz += z * w;
      }
      if (i) {
        t = at[i] - at[i - 1];
        if (t < 1) t = 1;
        if (t > 100) t = 100;
        px = x - px;
        py = y - py;
        pz = z - pz;
        jerk += (Math.sqrt(px * px + py * py + pz * pz) * 25) / t;
      }
      px = x;
      py = y;
      pz = z;
    }
    cells[to] = Math.round(peak / 10);
    cells[to + 1] = Math.round(least / 10);
    cells[to + 2] = Math.round(dev / n / 10);
    cells[to + 3] = Math.round(sx / n / 10);
    cells[to + 4] = Math.round(sy / n / 10);
    cells[to + 5] = Math.round(sz / n / 10);
    cells[to + 6] = jerks > 0 ? Math.round(jerk / jerks / 10) : 0;
    cells[to + 7] = Math.round(rx / n / 1e4);
    cells[to + 8] = Math.round(ry / n / 1e4);
    cells[to + 9] = Math.round(rz / n / 1e4);
    to += 10;
  }
}

/* ---- The queue in flash ---- */

function blockName(i) {
  return 'vigil.q' + ('0000' + i).substr(-5);
}

function dropOldestBlock() {
  if (firstBlock >= nextBlock) return;
  storage.erase(blockName(firstBlock));
  firstBlock++;
  readAt = HEADER;
}

/* Writes what is in RAM. `last`: the watch restarts, so the block needs no room for more. */
function writePiece(last) {
  if (!used) return;
  while (used & 3) piece[used++] = 0;
  var isNew = blockUsed === 0;
  if (isNew) {
    if (nextBlock - firstBlock >= MOST_BLOCKS) dropOldestBlock();
    nextBlock++;
  }
  var name = blockName(nextBlock - 1);
  var bytes = new Uint8Array(piece.buffer, 0, used);
  var written = false;
  try {
    if (isNew) {
      var header = new Uint8Array(HEADER);
      header[0] = 1;
      new Float64Array(header.buffer, 8, 1)[0] = blockBase;
      written = storage.write(name, header, 0, last ? HEADER + used : BLOCK);
      blockUsed = HEADER;
    } else written = true;
    if (written) written = storage.write(name, bytes, blockUsed);
  } catch (e) {
    written = false;
  }
  if (written) blockUsed += used;
  else {
    /* The flash is full: the oldest readings go. The piece is lost. */
    if (isNew) nextBlock--;
    blockUsed = 0;
    dropOldestBlock();
  }
  used = 0;
  pieceAt = now();
}

function putInt16(value) {
  piece[used++] = value & 255;
  piece[used++] = (value >> 8) & 255;
}

/* A second leaves the ring for the flash. */
function enqueue(i) {
  var t = times[i];
  var c = i * CELLS;
  var whole = t - lastHard <= AFTER_MS;
  for (var k = 0; k < RING && !whole; k++) {
    if (states[k] !== FREE && cells[k * CELLS + 3] & IS_HARD) {
      var since = t - times[k];
      whole = since <= AFTER_MS && since >= -BEFORE_MS;
    }
  }
  if (!(cells[c + 3] & HAS_PARTS)) whole = false;
  var length = whole ? 109 : 9;
  if (used + length + 3 > piece.length) writePiece(false);
  var fits = Math.max(blockUsed, HEADER) + used + length + 3 <= BLOCK;
  if (!fits || t < blockBase || t - blockBase > 65000 * TICK_MS || (blockUsed === 0 && used === 0)) {
    writePiece(false);
    blockUsed = 0;
    blockBase = t;
  }
  if (blockUsed === 0 && used === 0) pieceAt = now();
  piece[used++] = whole ? 3 : 1;
  putInt16(Math.round((t - blockBase) / TICK_MS));
  putInt16(cells[c]);
  putInt16(cells[c + 1]);
  putInt16(cells[c + 2]);
  if (whole) for (var v = 4; v < CELLS; v++) putInt16(cells[c + v]);
  if (used >= PIECE || now() - pieceAt >= PIECE_MS) writePiece(false);
}

function openQueue() {
  var names = storage.list(/^vigil\.q\d/).sort();
  if (!names.length) return;
  firstBlock = parseInt(names[0].substr(7), 10);
  nextBlock = parseInt(names[names.length - 1].substr(7), 10) + 1;
}

function isQueued() {
  return used > 0 || firstBlock < nextBlock;
}

/* ---- The ring ---- */

function leaveRing(i) {
  if (cells[i * CELLS + 3] & IS_HARD) lastHard = times[i];
  states[i] = FREE;
}

/* Frees the seconds that were sent, oldest first. */
function trimRing() {
  while (held > 0 && states[oldest] === SENT) {
    leaveRing(oldest);
    oldest = (oldest + 1) % RING;
    held--;
  }
}

function ringSlot() {
  if (held === RING) {
    enqueue(oldest);
    leaveRing(oldest);
    oldest = (oldest + 1) % RING;
    held--;
  }
  held++;
  return (oldest + held - 1) % RING;
}

/* ---- Messages ---- */

function rowText(c) {
  return (
    '[' +
    cells[c] / 10 +
    ',' +
    cells[c + 1] / 10 +
    ',' +
    cells[c + 2] / 10 +
    ',' +
    cells[c + 3] / 10 +
    ',' +
    cells[c + 4] / 10 +
    ',' +
    cells[c + 5] / 10 +
    ',null,null,' +
    cells[c + 6] / 10 +
    ',' +
    cells[c + 7] / 100 +
    ',' +
    cells[c + 8] / 100 +
    ',' +
    cells[c + 9] / 100 +
    ']'
  );
}

function accelText(x, y, z, t) {
  return (
    '"accel_x":' +
    x / 100 +
    ',"accel_y":' +
    y / 100 +
    ',"accel_z":' +
    z / 100 +
    ',"gyro_x":null,"gyro_y":null,"gyro_z":null,"uptime_ms":' +
    t
  );
}

function readingText(i) {
  var c = i * CELLS;
  var text = '{"device_id":"' + config.mac + '",' + accelText(cells[c], cells[c + 1], cells[c + 2], times[i]);
  if (cells[c + 3] & HAS_PARTS) {
    text +=
      ',"parts":[' +
      rowText(c + 4) +
      ',' +
      rowText(c + 14) +
      ',' +
      rowText(c + 24) +
      ',' +
      rowText(c + 34) +
      ',' +
      rowText(c + 44) +
      ']';
  }
  var charging = !!Bangle.isCharging();
  var whole = now() - statusAt >= STATUS_MS;
  if (charging || whole) text += ',"charging":' + charging;
  if (whole) {
    statusAt = now();
    text += ',"battery_level":' + E.getBattery() + ',"bluetooth_connected":true,"sensors_initialized":true';
    text += ',"firmware_version":"' + VERSION + '","model":"bangle2"';
    if (heartRate) text += ',"heart_rate":' + heartRate;
    heartRate = 0;
  }
  return text + '}';
}

/* ---- HTTP, over Gadgetbridge or the gateway ---- */

/* Gadgetbridge names the exception of its HTTP library; the gateway sends the status. */
function statusOf(error) {
  var text = '' + error;
  if (text.indexOf('AuthFailure') >= 0) return 401;
  if (text.indexOf('ClientError') >= 0) return 400;
  return 0;
}

function isConnected() {
  return !!NRF.getSecurityStatus().connected;
}

function finishRequest(id, code, text) {
  var request = requests[id];
  if (!request) return;
  delete requests[id];
  clearTimeout(request.timer);
  request.done(code, text);
}

/* The Android app's reply goes to its own code, the gateway's to ours: both are calls of GB(). */
function listen() {
  var before = global.GB;
  global.GB = function (event) {
    if (event && event.t === 'http' && requests[event.id])
      finishRequest(
        event.id,
        event.status || (event.err === undefined ? 200 : statusOf(event.err)),
        event.resp || ''
      );
    else if (before) before(event);
  };
}

/* In short pieces, one message after the other: printing more than the radio holds would stop the sensor. */
function transmit() {
  Bluetooth.write(outgoing.substr(0, 100));
  outgoing = outgoing.substr(100);
  if (outgoing) setTimeout(transmit, 15);
}

function transmitLine(line) {
  var isIdle = outgoing === '';
  /* The first end of line ends what another app may have begun. */
  outgoing += '\n' + line + '\n';
  if (isIdle) transmit();
}

function request(method, path, body, headers, done) {
  var id = 'vigil' + ++requestId;
  headers = headers || {};
  headers.Authorization = 'Bearer ' + config.token;
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  var url = config.url + '/api/' + path;
  requests[id] = {
    done: done,
    timer: setTimeout(function () {
      finishRequest(id, 0, '');
    }, REQUEST_MS + 1000)
  };
  if (Bangle.http && !config.gateway) {
    var options = { method: method, headers: headers, timeout: REQUEST_MS };
    if (body !== undefined) options.body = body;
    Bangle.http(url, options).then(
      function (event) {
        finishRequest(id, event.status || 200, event.resp || '');
      },
      function (error) {
        finishRequest(id, statusOf(error), '');
      }
    );
    return;
  }
  var message = { t: 'http', id: id, url: url, method: method, headers: headers };
  if (body !== undefined) message.body = body;
  transmitLine(JSON.stringify(message));
}

/* True if the service took it, or said for good that it will not. */
function isSettled(code, isReading) {
  if (code >= 200 && code < 300) {
    status = 'connected';
    wait = 1000;
    retryAt = 0;
    return true;
  }
  if (code === 401 || code === 403) {
    if (isReading) {
      status = 'refused';
      retryAt = now() + REFUSED_MS;
    }
    return false;
  }
  if (code >= 400 && code < 500) {
    status = 'connected';
    return true;
  }
  status = 'away';
  retryAt = now() + Math.round(wait * (0.5 + Math.random() / 2));
  wait = Math.min(60000, wait * 2);
  return false;
}

function noteFall() {
  var t = now();
  var isNew = t - fellAt > FALL_GAP_MS;
  fellAt = t;
  if (!isNew) return;
  state.fall = { at: t };
  saveState();
  if (exports.onFall) exports.onFall();
  else load('vigil.app.js');
}

/* ---- Updates: `vigilup` is loaded only while it has something to do ---- */

function unloadUpdate() {
  Modules.removeCached('vigilup');
}

/* This version has just been installed, and works. */
function confirmUpdate() {
  onTrial = false;
  require('vigilup').confirm(VERSION);
  unloadUpdate();
  updateAt = now() + 1000;
}

function isCalm() {
  return !state.answer && now() - fellAt > CALM_MS;
}

function nextUpdate() {
  updateBusy = true;
  updateAt = now() + UPDATE_MS;
  require('vigilup').next(
    { request: request, mac: config.mac, key: config.updateKey, version: VERSION, isCalm: isCalm },
    function (wait) {
      updateBusy = false;
      updateAt = now() + wait;
      if (wait >= UPDATE_MS) unloadUpdate();
    }
  );
}

function sendReading(i) {
  var t = times[i];
  states[i] = IN_FLIGHT;
  inFlight++;
  request(
    'POST',
    'device/sensor-stream',
    readingText(i),
    { 'Idempotency-Key': 'b' + t },
    function (code, text) {
      inFlight--;
      if (onTrial && code >= 200 && code < 300) confirmUpdate();
      var settled = isSettled(code, true);
      /* In the meantime the second may have left the ring. */
      if (times[i] === t && states[i] === IN_FLIGHT) states[i] = settled ? SENT : WAITING;
      trimRing();
      if (text.indexOf('"fallDetected":true') >= 0) noteFall();
      sendNext();
    }
  );
}

function entryText(s, o, base, whole) {
  var word = function (p) {
    var v = s.charCodeAt(p) | (s.charCodeAt(p + 1) << 8);
    return v & 32768 ? v - 65536 : v;
  };
  var t = base + (word(o + 1) & 65535) * TICK_MS;
  var time = t - state.offset;
  if (time < CLOCK_SET) return '';
  var text = '{"recorded_at":"' + new Date(time).toISOString() + '",';
  text += accelText(word(o + 3), word(o + 5), word(o + 7), t);
  if (whole) {
    text += ',"parts":[';
    for (var k = 0; k < 5; k++) {
      text += k ? ',[' : '[';
      for (var v = 0; v < 10; v++) {
        if (v === 6) text += 'null,null,';
        text += word(o + 9 + k * 20 + v * 2) / (v < 7 ? 10 : 100) + (v < 9 ? ',' : ']');
      }
    }
    text += ']';
  }
  return text + '}';
}

/* The next readings of the oldest block as JSON; '' if it has no more. Sets chunkEnd. */
function nextChunk(name, most) {
  var s = storage.read(name);
  if (!s || s.charCodeAt(0) !== 1) return '';
  var header = new Uint8Array(8);
  for (var b = 0; b < 8; b++) header[b] = s.charCodeAt(8 + b);
  var base = new Float64Array(header.buffer)[0];
  var text = '';
  var o = readAt;
  while (o < s.length && text.length < most) {
    var kind = s.charCodeAt(o);
    if (kind === 0) o++;
    else if (kind === 1 || kind === 3) {
      var entry = entryText(s, o, base, kind === 3);
      if (entry) text += (text ? ',' : '') + entry;
      o += kind === 3 ? 109 : 9;
    } else o = s.length;
  }
  chunkEnd = o;
  return text;
}

function sendBacklog() {
  if (firstBlock === nextBlock - 1 || firstBlock === nextBlock) {
    /* The newest block is read only when it is complete. */
    writePiece(false);
    blockUsed = 0;
  }
  if (firstBlock >= nextBlock) return;
  var block = firstBlock;
  /* Gadgetbridge is given its whole message at once, during which the sensor stands still. */
  var text = nextChunk(blockName(block), Bangle.http && !config.gateway ? 2400 : 9000);
  if (!text) {
    dropOldestBlock();
    return;
  }
  backlogBusy = true;
  backlogAt = now();
  request(
    'POST',
    'device/' + config.mac + '/backlog',
    '{"readings":[' + text + ']}',
    undefined,
    function (code) {
      backlogBusy = false;
      backlogAt = now();
      if (code === 401 || code === 403) backlogAt = now() + REFUSED_MS;
      var settled = isSettled(code);
      /* A chunk that is refused again and again must not hold up the others; 429 is no refusal of its contents. */
      if (settled && code >= 400 && ++chunkFailures < 5) return;
      if (settled && block === firstBlock) {
        readAt = chunkEnd;
        chunkFailures = 0;
      }
    }
  );
}

function sendAnswer() {
  var answer = state.answer;
  if (answer.answer === 'ok' && now() - answer.at > OLD_OK_MS) {
    delete state.answer;
    saveState();
    if (exports.onAnswered) exports.onAnswered('ok', 0);
    return;
  }
  answer.busy = true;
  answerAt = now() + ANSWER_EVERY_MS;
  request(
    'POST',
    'device/' + config.mac + '/answer',
    JSON.stringify({ answer: answer.answer }),
    undefined,
    function (code) {
      delete answer.busy;
      if (code === 401 || code === 403) answerAt = now() + STATUS_MS;
      /* A call for help is never given up. */
      if (!isSettled(code) || (code >= 400 && answer.answer === 'help')) return;
      if (state.answer === answer) delete state.answer;
      saveState();
      if (exports.onAnswered) exports.onAnswered(answer.answer, code);
    }
  );
}

function sendNext() {
  if (!config) return;
  var t = now();
  if (!isConnected()) {
    if (status !== 'refused') status = 'away';
    return;
  }
  if (state.answer && !state.answer.busy && t >= answerAt) sendAnswer();
  if (t < retryAt) return;
  /* One at a time, since the phone would let them overtake each other: first the newest second, to try; late ones go with
     the backlog. */
  var probes = status !== 'connected';
  var waiting = 0;
  for (var k = 0; k < held; k++) {
    var i = (oldest + (probes ? held - 1 - k : k)) % RING;
    if (states[i] !== WAITING) continue;
    if (!probes && t - times[i] > LATE_MS) {
      enqueue(i);
      states[i] = SENT;
    } else if (inFlight < 1) sendReading(i);
    else waiting++;
  }
  trimRing();
  if (waiting > 0 || status !== 'connected' || backlogBusy) return;
  if (isQueued() && t - backlogAt >= BACKLOG_EVERY_MS) sendBacklog();
  else if (!updateBusy && !onTrial && t >= updateAt && isCalm()) nextUpdate();
}

/* ---- The sensor ---- */

/* KX023: 50 samples a second behind a filter of 25 Hz, +-4 g as the firmware has it, or +-8 g. */
function startSensor() {
  var range = config.range === 8 ? 0x10 : 0x08;
  scale = PER_G;
  try {
    Bangle.setOptions({ powerSave: false });
    Bangle.accelWr(0x18, 0x64 | range);
    Bangle.accelWr(0x1b, 0x42);
    Bangle.accelWr(0x18, 0xe4 | range);
    /* The firmware converts as if the range were +-4 g. */
    if (range === 0x10 && (Bangle.accelRd(0x18) & 0x18) === 0x10) scale = 2 * PER_G;
  } catch (e) {}
  Bangle.setPollInterval(config.hz === 50 ? 20 : 40);
}

function finishSecond(end) {
  if (count === 0) return;
  var i = ringSlot();
  var c = i * CELLS;
  var s = hardest >= HELD * HELD ? hardestAt : count - 1;
  cells[c] = ax[s];
  cells[c + 1] = ay[s];
  cells[c + 2] = az[s];
  cells[c + 3] = (count >= 5 ? HAS_PARTS : 0) | (hardest >= IMPACT * IMPACT ? IS_HARD : 0);
  times[i] = end;
  states[i] = WAITING;
  if (count >= 5) computeParts(c + 4);
  /* Another app may have slowed the sensor down. */
  slow = count < 20 ? slow + 1 : 0;
  if (slow === 3) {
    slow = 0;
    startSensor();
  }
}

function onAccel(a) {
  'ram';
  var t = Math.round(getTime() * 1000 + state.offset);
  var x, y, z, s;
  if (t < lastAt || t - lastAt > PAUSE_MS) t = onPause(t);
  lastAt = t;
  if (t - begun >= 1000) {
    finishSecond(begun + 1000);
    begun = t - begun < 2000 ? begun + 1000 : t;
    count = hardest = 0;
    setTimeout(sendNext, 0);
  }
  if (count === SIZE) return;
  ax[count] = x = Math.round(a.x * scale);
  ay[count] = y = Math.round(a.y * scale);
  az[count] = z = Math.round(a.z * scale);
  at[count] = t - begun;
  s = x * x + y * y + z * z;
  if (s > hardest) {
    hardest = s;
    hardestAt = count;
  }
  count++;
}

/* The watch's clock was set: the steady clock goes on. */
function onPause(t) {
  if (lastAt === 0) {
    begun = t;
    return t;
  }
  state.offset += lastAt + 40 - t;
  saveState();
  return lastAt + 40;
}

/* ---- What others use ---- */

/* Before another app starts, and before the watch restarts. */
function save() {
  for (var k = 0; k < held; k++) {
    var i = (oldest + k) % RING;
    if (states[i] === WAITING || (states[i] === IN_FLIGHT && status !== 'connected')) enqueue(i);
  }
  held = 0;
  states.fill(FREE);
  writePiece(true);
  blockUsed = 0;
}

exports.start = function () {
  if (config) return;
  var read = storage.readJSON(CONFIG, 1) || {};
  if (!read.mac || !read.token || !read.url) return;
  read.url = read.url.replace(/\/+$/, '');
  state = storage.readJSON(STATE, 1) || {};
  state.offset = state.offset || 0;
  if (state.answer) delete state.answer.busy;
  config = read;
  if (state.fall) fellAt = state.fall.at;
  onTrial = storage.read('vigil.trial') !== undefined;
  updateAt = now() + STATUS_MS;
  openQueue();
  listen();
  startSensor();
  Bangle.on('accel', onAccel);
  Bangle.on('HRM', function (hrm) {
    if (hrm.confidence >= 80) heartRate = Math.round(hrm.bpm);
  });
  NRF.on('connect', function () {
    if (status === 'away') retryAt = now() + 2000;
    wait = 1000;
  });
  E.on('kill', save);
};

exports.status = function () {
  return {
    state: config ? status : 'unset',
    queued: isQueued() || held > 3,
    blocks: nextBlock - firstBlock,
    fall: state && state.fall,
    answer: state && state.answer && state.answer.answer
  };
};

/* 'ok' or 'help'. It is kept until the service has it. */
exports.answer = function (answer) {
  state.answer = { answer: answer, at: now() };
  if (state.fall) state.fall.answer = answer;
  saveState();
  answerAt = 0;
  sendNext();
};

exports.closeFall = function () {
  if (!state.fall) return;
  state.fall.done = true;
  saveState();
};

/* The fall as the service has it: done(fall), null if there is none, undefined if nobody answered. */
exports.readFall = function (done) {
  if (!isConnected()) return done();
  request('GET', 'device/' + config.mac + '/fall', undefined, undefined, function (code, text) {
    if (code !== 200) return done();
    var data;
    try {
      data = JSON.parse(text).data;
    } catch (e) {}
    done(data);
  });
};

exports.now = now;
