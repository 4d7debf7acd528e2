export { createGrantRules, type GrantDeps, type GrantRules } from './grants.ts';
export { type GroupMapping, grantsOf, mappingOf } from './groups.ts';
export { deleteIdentitiesOf } from './store.ts';
