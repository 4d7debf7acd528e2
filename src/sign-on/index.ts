export type { Directory } from './directory.ts';
export { createGrantRules, type GrantDeps, type GrantRules } from './grants.ts';
export { type Grants, type GroupMapping, grantsOf, mappingOf } from './groups.ts';
