/** docs/architecture.md, "Modules": from left to right; a module imports, and reads tables of, modules on its left only. */
export const MODULES = [
  'platform',
  'accounts',
  'people',
  'live',
  'notify',
  'response',
  'falls',
  'sensors',
  'devices',
  'readings',
  'overview',
  'smart-home',
  'fhir',
  'operations',
  'app',
  'main.ts',
];
