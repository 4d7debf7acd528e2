(function () {
  if ((require('Storage').readJSON('vigil.json', 1) || {}).token) require('vigil').start();
})();
