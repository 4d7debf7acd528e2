(function () {
  var storage = require('Storage');
  /* A new version is on trial: docs/banglejs.md, "Updates". Whatever it does, this brings the old one back. */
  var trial = storage.readJSON('vigil.trial', 1);
  var undo = function (error) {
    if (error) storage.writeJSON('vigil.failed', { version: trial.version, error: error });
    storage.erase('vigil.starts');
    trial.files.forEach(function (file, i) {
      if (file[1] && storage.read('vigil.o' + i, 0, 1) === undefined) return;
      storage.erase(file[0]);
      for (var o = 0; o < file[1]; o += 1024)
        storage.write(
          file[0],
          storage.read('vigil.o' + i, o, Math.min(1024, file[1] - o)),
          o,
          o ? 0 : file[1]
        );
    });
    storage.erase('vigil.trial');
    trial = undefined;
  };
  if (trial) {
    /* One byte is written for each start; without the file not all of the new version was written. */
    var starts = storage.read('vigil.starts');
    var free = starts ? starts.indexOf('\xff') : -1;
    if (free < 0) undo(starts && 'It started too often before a reading was acknowledged');
    else {
      storage.write('vigil.starts', '1', free);
      setTimeout(function () {
        if (!trial || storage.read('vigil.trial') === undefined) return;
        undo('No reading was acknowledged within ten minutes');
        load();
      }, 600000);
    }
  }
  try {
    if ((storage.readJSON('vigil.json', 1) || {}).token) require('vigil').start();
  } catch (e) {
    if (!trial) throw e;
    undo('It did not start: ' + e);
    load();
  }
})();
