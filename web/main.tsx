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
import { startSound } from './state/sound.ts';
import { applyTheme } from './state/theme.ts';
import { startUnsaved } from './state/unsaved.ts';

applyTheme();

const root = document.getElementById('console');
if (root === null) throw new Error('index.html has no element #console');

if (location.pathname === '/station') {
  void Promise.all([import('./station/main.tsx'), loadPageStyles().catch(() => {})]).then(
    ([{ startStation }]) => startStation(root),
  );
} else {
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
