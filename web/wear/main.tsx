import { render } from 'preact';
import { Wear } from './page.tsx';
import { resume, takeCode, watchPage } from './state.ts';

const root = document.getElementById('wear');
if (root === null) throw new Error('wear.html has no element #wear');

takeCode();
watchPage();
render(<Wear />, root);
void resume();
