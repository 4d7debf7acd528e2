/* What the wearer sees: the state of the connection, and after a fall two big buttons. */
var vigil = require('vigil');
vigil.start();

var OK_SECONDS = 30;
var HOLD_MS = 800;
var OFFER_MS = 600000;
var TEXTS = {
  starting: 'Starting',
  connected: 'Connected',
  away: 'No connection',
  refused: 'Code refused.\nScan a new code.',
  unset: 'No code.\nOpen the App Loader,\nVigil, and paste it.'
};

var mode = 'status';
var ends = 0;
var seconds = 0;
var line = '';
var pressed;
var ticker;
var poller;

function wrapped(text, y) {
  g.setFontAlign(0, 0);
  g.drawString(g.wrapString(text, g.getWidth() - 8).join('\n'), g.getWidth() / 2, y);
}

function button(y1, y2, color, text) {
  g.setBgColor(color).clearRect(0, y1, g.getWidth() - 1, y2);
  g.setColor('#fff').setFont('Vector', 34).setFontAlign(0, 0);
  g.drawString(text, g.getWidth() / 2, (y1 + y2) / 2 + 1);
}

function drawStatus() {
  var s = vigil.status();
  g.reset().clearRect(Bangle.appRect);
  g.setFont('Vector', 20);
  wrapped(TEXTS[s.state], 60);
  g.setFont('6x8:2');
  if (s.queued) wrapped('Readings wait', 112);
  if (s.state !== 'unset') wrapped(s.answer === 'help' ? 'Calling for help' : 'Hold for help', 150);
}

function drawFall() {
  g.reset().clear();
  g.setFont('Vector', 24);
  wrapped(seconds > 0 ? 'Did you fall? ' + seconds : 'Did you fall?', 20);
  button(42, 104, '#080', "I'm OK");
  button(112, 175, '#c00', 'Help');
}

function drawHelp() {
  g.reset().clear();
  g.setFont('Vector', 26);
  wrapped(line, 70);
  if (mode === 'help') {
    g.setFont('6x8:2');
    wrapped('Hold: call again', 160);
  }
}

function draw() {
  if (mode === 'status') drawStatus();
  else if (mode === 'fall') drawFall();
  else drawHelp();
}

function leave() {
  vigil.closeFall();
  load();
}

function show(text, next) {
  line = text;
  mode = next;
  draw();
}

/* Who is coming, as the caregivers see it. */
function readFall() {
  vigil.readFall(function (fall) {
    /* undefined: no answer. */
    if (fall === undefined || (mode !== 'fall' && mode !== 'help')) return;
    if (fall === null) {
      if (mode === 'help' && !vigil.status().answer) leave();
      return;
    }
    var response = fall.response;
    if (!response) return;
    if (response.state === 'RESOLVED') return leave();
    if (response.state === 'CLAIMED') {
      var eta = response.etaMinutes;
      var text = response.claimedBy.name + ' is coming' + (eta ? ' in ' + eta + ' min' : '');
      if (text === line) return;
      Bangle.buzz(300);
      show(text, 'help');
    } else if (response.state === 'OPEN' && (mode === 'help' || seconds <= 0)) {
      if (!vigil.status().answer) show('Help is being called', 'help');
    } else if (response.okUntil && mode === 'fall') {
      var left = Math.ceil((Date.parse(response.okUntil) - Date.now()) / 1000);
      /* Only if the watch's clock is right. */
      if (left >= 0 && left <= 300) ends = getTime() + left;
    }
  });
}

function stopTimers() {
  if (ticker) clearInterval(ticker);
  if (poller) clearInterval(poller);
  ticker = poller = undefined;
}

function waitForHelp(text) {
  show(text, 'help');
  if (!poller) poller = setInterval(readFall, 5000);
}

function help() {
  Bangle.buzz(600);
  waitForHelp('Calling for help');
  vigil.answer('help');
}

function ok() {
  stopTimers();
  show('One moment', 'ok');
  vigil.answer('ok');
}

function tick() {
  seconds = Math.max(0, Math.round(ends - getTime()));
  if (mode !== 'fall') return;
  Bangle.buzz(seconds > 0 ? 400 : 150);
  draw();
}

function startFall() {
  stopTimers();
  mode = 'fall';
  ends = getTime() + OK_SECONDS;
  seconds = OK_SECONDS;
  /* Awake, unlocked, and the button does not lead to the clock. */
  Bangle.setOptions({ lockTimeout: 0, backlightTimeout: 0, btnLoadTimeout: 0 });
  Bangle.setLocked(false);
  Bangle.setLCDPower(1);
  Bangle.buzz(1000);
  draw();
  ticker = setInterval(tick, 1000);
  poller = setInterval(readFall, 5000);
}

/* Short press: OK. Held: help, before it is released. */
function onButton(e) {
  if (e.state) {
    if (pressed) clearTimeout(pressed);
    pressed = setTimeout(function () {
      pressed = undefined;
      if (vigil.status().state !== 'unset') help();
    }, HOLD_MS);
  } else if (pressed) {
    clearTimeout(pressed);
    pressed = undefined;
    if (mode === 'fall') ok();
    else if (mode === 'status' || mode === 'done') load();
  }
}

function onTouch(zone, point) {
  if (mode !== 'fall' || !point) return;
  if (point.y >= 112) help();
  else if (point.y >= 42) ok();
}

vigil.onFall = startFall;
vigil.onAnswered = function (answer, code) {
  if (answer === 'ok' && mode === 'ok') {
    if (code >= 200 && code < 300) {
      show('Good.', 'done');
      setTimeout(leave, 3000);
    } else waitForHelp(code ? 'Help is on its way already' : 'No connection.\nHelp may come.');
  } else if (answer === 'help' && mode === 'help') show('Help is being called', 'help');
  else if (answer === 'help') draw();
};

Bangle.setOptions({ btnLoadTimeout: 0 });
Bangle.setUI({ mode: 'custom', touch: onTouch });
setWatch(onButton, BTN1, { edge: 'both', repeat: true, debounce: 30 });

var fall = vigil.status().fall;
if (fall && !fall.done && vigil.now() - fall.at < OFFER_MS) {
  startFall();
  if (fall.answer === 'help') show('Calling for help', 'help');
} else {
  Bangle.loadWidgets();
  Bangle.drawWidgets();
  draw();
  setInterval(function () {
    if (mode === 'status') draw();
  }, 2000);
}
