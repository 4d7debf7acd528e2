// Loaded before the service (--import): SIGUSR2 sets its clock back an hour, as a wrong time server would.
const HOUR_MS = 3_600_000;
const trueNow = Date.now;
let offset = 0;

Date.now = () => trueNow() + offset;
process.on('SIGUSR2', () => {
  offset -= HOUR_MS;
});
