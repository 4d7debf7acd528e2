export { askBy } from './outside/ask.ts';
