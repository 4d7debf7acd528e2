/* Takes signed updates of the app: docs/banglejs.md, "Updates". Loaded once an hour, and while there is something to do. */
var storage = require('Storage');

var STATE = 'vigil.up.json';
var NEW = 'vigil.new';
var OLD = 'vigil.o';
/* These three are also in boot.js, which no update replaces. */
var TRIAL = 'vigil.trial';
var STARTS = 'vigil.starts';
var FAILED = 'vigil.failed';
var MOST_STARTS = 8;

var NAMES = ['vigil', 'vigil.app.js', 'vigil.settings.js', 'vigiled', 'vigilup'];
var MOST_BYTES = 131072;
var PIECE = 2048;
var SPARE = 16384;
var SOON_MS = 1000;
var RETRY_MS = 60000;
var HOUR_MS = 3600000;

var state = storage.readJSON(STATE, 1) || {};
/* What the service offers now, with a signature that is right. */
var offer;
var isClean = false;

function saveState() {
  storage.writeJSON(STATE, state);
}

function isOk(code) {
  return code >= 200 && code < 300;
}

function isRefusal(code) {
  return code >= 400 && code < 500 && code !== 429;
}

function isNewer(version, than) {
  if (!/^\d+(\.\d+)*$/.test(version)) return false;
  var a = version.split('.');
  var b = than.split('.');
  for (var i = 0; i < a.length || i < b.length; i++) {
    var difference = (a[i] | 0) - (b[i] | 0);
    if (difference) return difference > 0;
  }
  return false;
}

function eraseBackups() {
  for (var i = 0; i < NAMES.length; i++) storage.erase(OLD + i);
}

function drop() {
  storage.erase(NEW);
  offer = undefined;
  delete state.offer;
}

function fail(version, error, done) {
  drop();
  state.refused = version;
  state.report = { version: version, state: 'failed', error: error };
  saveState();
  done(SOON_MS);
}

/* What boot.js says about a version that it took back. */
function takeFailure() {
  var failed = storage.readJSON(FAILED, 1);
  if (failed) {
    drop();
    state.refused = failed.version;
    state.report = {
      version: failed.version,
      state: 'rolled_back',
      error: ('' + failed.error).substr(0, 200)
    };
    saveState();
  }
  storage.erase(FAILED);
  eraseBackups();
  isClean = true;
}

function report(link, done) {
  link.request(
    'POST',
    'device/' + link.mac + '/updates/state',
    JSON.stringify(state.report),
    undefined,
    function (code) {
      if (code === 401 || code === 403) return done(HOUR_MS);
      if (!isOk(code) && !isRefusal(code)) return done(RETRY_MS);
      delete state.report;
      saveState();
      done(SOON_MS);
    }
  );
}

function isSigned(key, update, done) {
  var text = 'vigil-update ' + update.version + ' ' + update.size + ' ' + update.sha256;
  require('vigiled').verify(atob(key), atob(update.signature), text, function (isValid) {
    Modules.removeCached('vigiled');
    done(isValid);
  });
}

function consider(update, link, done) {
  if (!update || update.version !== state.refused) delete state.refused;
  if (!update || update.version === state.refused || !isNewer(update.version, link.version)) {
    drop();
    saveState();
    return done(HOUR_MS);
  }
  var known = state.offer;
  if (
    known &&
    known.sha256 === update.sha256 &&
    known.version === update.version &&
    known.size === update.size
  ) {
    known.id = update.id;
    offer = known;
    return done(SOON_MS);
  }
  if (!link.key) return fail(update.version, 'The watch has no update key', done);
  if (!(update.size <= MOST_BYTES)) return fail(update.version, 'The image is too large', done);
  isSigned(link.key, update, function (isValid) {
    if (!isValid) return fail(update.version, 'The signature is wrong', done);
    drop();
    offer = state.offer = {
      id: update.id,
      version: update.version,
      size: update.size,
      sha256: update.sha256
    };
    state.report = { version: update.version, state: 'loading' };
    saveState();
    done(SOON_MS);
  });
}

function ask(link, done) {
  link.request('GET', 'device/' + link.mac + '/updates', undefined, undefined, function (code, text) {
    if (code !== 200) return done(isRefusal(code) ? HOUR_MS : RETRY_MS);
    var update;
    try {
      update = JSON.parse(text).data;
    } catch (e) {
      return done(HOUR_MS);
    }
    consider(update, link, done);
  });
}

/* How much of the image is here: flash that was not written is 0xff, which the image has nowhere. */
function loaded() {
  for (var o = 0; o < offer.size; o += PIECE) {
    var first = storage.read(NEW, o, 1);
    if (first === undefined || first === '\xff') return o;
    if (storage.read(NEW, Math.min(o + PIECE, offer.size) - 1, 1) === '\xff') {
      /* The power failed within the piece. */
      storage.erase(NEW);
      return 0;
    }
  }
  return offer.size;
}

function loadPiece(from, link, done) {
  var length = Math.min(PIECE, offer.size - from);
  var range = 'bytes=' + from + '-' + (from + length - 1);
  if (from === 0 && storage.getFree() < 4 * offer.size + SPARE)
    return fail(offer.version, 'The watch has too little storage', done);
  link.request('GET', 'firmware/' + offer.id + '/image', undefined, { Range: range }, function (code, text) {
    if (isRefusal(code)) {
      /* Perhaps it is no longer offered. */
      offer = undefined;
      return done(HOUR_MS);
    }
    if (!isOk(code)) return done(RETRY_MS);
    if (text.length !== length) return fail(offer.version, 'A piece has a wrong length', done);
    if (text.indexOf('\xff') >= 0) return fail(offer.version, 'The image is no text', done);
    if (!storage.write(NEW, text, from, from ? 0 : offer.size))
      return fail(offer.version, 'The image could not be stored', done);
    done(SOON_MS);
  });
}

/* Where the files lie in the image: its first line is {"version","files":[[name,size],...]}. Undefined if it is no image. */
function filesOf(image) {
  var head = storage.read(NEW, 0, Math.min(512, image.size));
  var end = head.indexOf('\n');
  var at = end + 1;
  try {
    var read = JSON.parse(head.substr(0, end));
    var isRight = read.files.every(function (file) {
      file.push(at);
      at += file[1];
      return NAMES.indexOf(file[0]) >= 0 && file[1] > 0;
    });
    if (isRight && read.version === image.version && at === image.size) return read.files;
  } catch (e) {}
}

function copy(from, at, length, to) {
  storage.erase(to);
  for (var o = 0; o < length; o += 1024)
    if (!storage.write(to, storage.read(from, at + o, Math.min(1024, length - o)), o, o ? 0 : length))
      return false;
  return true;
}

/* In an order in which the power may fail at any time: boot.js undoes what has TRIAL, and no STARTS. */
function install(files, done) {
  var trial = { version: offer.version, files: [] };
  eraseBackups();
  storage.erase(STARTS);
  var isWritten = files.every(function (file, i) {
    var old = storage.read(file[0]);
    trial.files.push([file[0], old ? old.length : 0]);
    return !old || copy(file[0], 0, old.length, OLD + i);
  });
  if (!isWritten) return fail(offer.version, 'The old version could not be kept', done);
  if (!storage.writeJSON(TRIAL, trial)) return fail(offer.version, 'The trial could not be noted', done);
  isWritten = files.every(function (file) {
    return copy(NEW, file[2], file[1], file[0]);
  });
  if (isWritten) storage.write(STARTS, '1', 0, MOST_STARTS + 1);
  else fail(offer.version, 'The new version could not be written', done);
  load();
}

function check(link, done) {
  require('vigiled').sha256(
    offer.size,
    function (from, length) {
      return storage.read(NEW, from, length);
    },
    function (sha256) {
      Modules.removeCached('vigiled');
      if (sha256 !== offer.sha256) return fail(offer.version, 'The image has another SHA-256', done);
      if (!link.isCalm()) return done(RETRY_MS);
      var files = filesOf(offer);
      if (files) install(files, done);
      else fail(offer.version, 'This is no image of the app', done);
    }
  );
}

/* One step; done(wait) says when the next one is due, after an hour if there is nothing to do. */
exports.next = function (link, done) {
  /* The old files are needed until the trial is over. */
  if (storage.read(TRIAL) !== undefined) return done(HOUR_MS);
  if (!isClean) takeFailure();
  if (state.report) return report(link, done);
  if (!offer) return ask(link, done);
  var from = loaded();
  if (from < offer.size) loadPiece(from, link, done);
  else check(link, done);
};

/* The version that is on trial reached the service. */
exports.confirm = function (version) {
  var trial = storage.readJSON(TRIAL, 1);
  delete state.offer;
  if (trial && trial.version === version) state.report = { version: version, state: 'installed' };
  saveState();
  storage.erase(TRIAL);
  storage.erase(STARTS);
  storage.erase(FAILED);
  storage.erase(NEW);
  eraseBackups();
};
