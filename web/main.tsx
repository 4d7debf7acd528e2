import { render } from 'preact';
import { App } from './app.tsx';
import { startBadge } from './state/badge.ts';
import { startDuty } from './state/duty.ts';
import { startFeed } from './state/feed.ts';
import { startHandOffs } from './state/hand-offs.ts';
import { loadPageStyles } from './state/page-styles.ts';
import { startRenewal } from './state/renewal.ts';
import { registerServiceWorker } from './state/service-worker.ts';
import { resume } from './state/session.ts';
import { startSignOn } from './state/sign-on.ts';
import { startSound } from './state/sound.ts';
import { applyTheme } from './state/theme.ts';
import { startUnsaved } from './state/unsaved.ts';

/** Until a station is tried again whose script did not load. */
const RELOAD_MS = 10_000;

applyTheme();

const root = document.getElementById('console');
if (root === null) throw new Error('index.html has no element #console');

if (location.pathname === '/station') {
  Promise.all([import('./station/main.tsx'), loadPageStyles().catch(() => {})]).then(
    ([{ startStation }]) => startStation(root),
    // Nobody stands at a tablet to reload it.
    () => setTimeout(() => location.reload(), RELOAD_MS),
  );
} else {
  startSignOn();
  startFeed();
  startSound();
  startDuty();
  startHandOffs();
  startRenewal();
  startBadge();
  startUnsaved();
  render(<App />, root);
  void resume();
  registerServiceWorker();
}
