/**
 * The console's pages, with `:name` for parameters. The service replies 200 for these paths and 404 for others, so a new
 * page is a line here and a line in app.tsx.
 */
export const PATHS = [
  '/',
  '/login',
  '/patients/:id',
  '/falls/:id',
  '/falls/:id/report',
  '/wards',
  '/wards/:id/escalation',
  '/wards/:id/handover',
  '/messages',
  '/reach',
  '/reports',
  '/reports/coverage',
  '/roster',
  '/tests',
  '/settings',
  '/admin/users',
  '/admin/logs',
  '/admin/stats',
  '/admin/escalation',
  '/admin/stations',
  '/admin/service-accounts',
  '/admin/sensors',
  '/admin/falls',
  '/admin/setup',
  '/admin/import',
  '/admin/wearables',
  '/station',
] as const;
