(function (back) {
  var storage = require('Storage');
  var config = storage.readJSON('vigil.json', 1) || {};
  function save() {
    storage.writeJSON('vigil.json', config);
  }
  E.showMenu({
    '': { title: 'Vigil' },
    '< Back': function () {
      save();
      back();
    },
    'Range (g)': {
      value: config.range === 8 ? 8 : 4,
      min: 4,
      max: 8,
      step: 4,
      onchange: function (value) {
        config.range = value;
        save();
      }
    },
    'Samples (Hz)': {
      value: config.hz === 50 ? 50 : 25,
      min: 25,
      max: 50,
      step: 25,
      onchange: function (value) {
        config.hz = value;
        save();
      }
    },
    Gateway: {
      value: !!config.gateway,
      onchange: function (value) {
        config.gateway = value;
        save();
      }
    },
    Updates: { value: config.updateKey ? 'on' : 'no key' },
    'Forget code': function () {
      E.showPrompt('Forget the code?').then(function (yes) {
        if (yes) {
          config.token = undefined;
          save();
          load();
        } else back();
      });
    }
  });
})
