export { rulesOf } from './store/rules.ts';
