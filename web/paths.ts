/**
 * What the console shows something at, with `:name` for parameters. The service answers 200 for these
 * and 404 for any other, so a new page is a line here and a line in app.tsx.
 */
export const PATHS = [
  '/',
  '/login',
  '/patients/:id',
  '/falls/:id',
  '/messages',
  '/settings',
  '/admin/users',
  '/admin/logs',
  '/admin/stats',
  '/admin/escalation',
] as const;
