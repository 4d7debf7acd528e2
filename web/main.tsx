import { render } from 'preact';
import { App } from './app.tsx';
import { startFeed } from './state/feed.ts';
import { registerServiceWorker } from './state/service-worker.ts';
import { resume } from './state/session.ts';

const root = document.getElementById('console');
if (root === null) throw new Error('the page has no place for the console');

startFeed();
render(<App />, root);
void resume();
registerServiceWorker();
