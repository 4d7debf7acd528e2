// Loaded before the service (--expose-gc --import): SIGUSR2 collects its garbage, so that only what is in use remains.
process.on('SIGUSR2', () => globalThis.gc?.());
