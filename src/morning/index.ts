export { openQuestions } from './store.ts';
