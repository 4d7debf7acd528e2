import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { ErrorBoundary, LocationProvider, lazy, Route, Router, useLocation } from 'preact-iso';
import type { Role } from './api/records.ts';
import { Later } from './components/later.tsx';
import { LogOutDialog } from './components/log-out-dialog.tsx';
import { LeaveDialog } from './components/unsaved-guard.tsx';
import { AlertsLost } from './pages/alerts-lost.tsx';
import { Login } from './pages/login.tsx';
import { Failed, Forbidden, NotFound, Unreachable } from './pages/not-found.tsx';
import { PATHS } from './paths.ts';
import { Shell } from './shell.tsx';
import { alertsLost } from './state/alerts-lost.ts';
import { loadPageStyles } from './state/page-styles.ts';
import { passwordAsked } from './state/reauthentication.ts';
import { onOpenRequested } from './state/service-worker.ts';
import { lacksSecondFactor, mustChangePassword, resume, session, user } from './state/session.ts';
import { ownPath, wantedPath, welcomeBack } from './state/sign-on.ts';
import { common } from './text/en/common.ts';

/** A station is another application (station/main.tsx). */
type Path = Exclude<(typeof PATHS)[number], '/' | '/login' | '/station'>;

interface PageOf {
  readonly page: ComponentType;
  /** All roles by default. */
  readonly roles?: readonly Role[];
}

type Load = () => Promise<{ readonly default: ComponentType }>;

/** Loaded on demand. If a file is missing, as after an update of the service, an error page offers a reload. */
const scripted = (load: Load) => lazy(() => load().catch(() => ({ default: Failed })));
const page = (load: Load) =>
  scripted(() => Promise.all([load(), loadPageStyles()]).then(([loaded]) => loaded));

const loadReauthenticate = () => import('./components/reauthenticate-dialog.tsx');

/** Its styles are those of the shell. */
const Board = scripted(() => import('./pages/board.tsx'));
const ChoosePassword = page(() => import('./pages/login/choose-password.tsx'));
const Settings = page(() => import('./pages/settings.tsx'));
const PatientHome = page(() => import('./pages/patient-home.tsx'));

/** An address of former versions. */
function toReports() {
  const { route } = useLocation();
  useEffect(() => route('/reports', true), [route]);
  return null;
}

const PAGES: Readonly<Record<Path, PageOf>> = {
  '/patients/:id': { page: page(() => import('./pages/patient.tsx')), roles: ['CAREGIVER', 'ADMIN'] },
  '/falls/:id': { page: page(() => import('./pages/fall.tsx')) },
  '/falls/:id/report': { page: page(() => import('./pages/report.tsx')) },
  '/wards': { page: page(() => import('./pages/wards.tsx')), roles: ['CAREGIVER', 'ADMIN'] },
  '/wards/:id/escalation': {
    page: page(() => import('./pages/ward-escalation.tsx')),
    roles: ['CAREGIVER', 'ADMIN'],
  },
  '/wards/:id/handover': { page: page(() => import('./pages/handover.tsx')), roles: ['CAREGIVER', 'ADMIN'] },
  '/wards/:id/wearables': {
    page: page(() => import('./pages/ward-wearables.tsx')),
    roles: ['CAREGIVER', 'ADMIN'],
  },
  '/roster': { page: page(() => import('./pages/roster.tsx')), roles: ['CAREGIVER', 'ADMIN'] },
  '/tests': { page: page(() => import('./pages/tests.tsx')), roles: ['CAREGIVER', 'ADMIN'] },
  '/messages': { page: page(() => import('./pages/messages.tsx')) },
  '/reach': { page: page(() => import('./pages/reach.tsx')), roles: ['CAREGIVER', 'ADMIN'] },
  '/reports': { page: page(() => import('./pages/reports.tsx')), roles: ['CAREGIVER', 'ADMIN'] },
  '/reports/coverage': { page: page(() => import('./pages/coverage.tsx')), roles: ['CAREGIVER', 'ADMIN'] },
  '/settings': { page: Settings },
  '/settings/alerts': { page: Settings },
  '/settings/me': { page: Settings },
  '/settings/security': { page: Settings },
  '/admin/users': { page: page(() => import('./pages/admin/users.tsx')), roles: ['ADMIN'] },
  '/admin/logs': { page: page(() => import('./pages/admin/logs.tsx')), roles: ['ADMIN'] },
  '/admin/stats': { page: toReports, roles: ['ADMIN'] },
  '/admin/stations': {
    page: page(() => import('./pages/admin/stations.tsx')),
    roles: ['CAREGIVER', 'ADMIN'],
  },
  '/admin/home': { page: page(() => import('./pages/admin/home.tsx')), roles: ['ADMIN'] },
  '/admin/service-accounts': {
    page: page(() => import('./pages/admin/service-accounts.tsx')),
    roles: ['ADMIN'],
  },
  '/admin/sensors': {
    page: page(() => import('./pages/admin/sensors.tsx')),
    roles: ['CAREGIVER', 'ADMIN'],
  },
  '/admin/falls': { page: page(() => import('./pages/admin/falls.tsx')), roles: ['ADMIN'] },
  '/admin/sign-on': { page: page(() => import('./pages/admin/sign-on.tsx')), roles: ['ADMIN'] },
  '/admin/setup': { page: page(() => import('./pages/admin/setup.tsx')), roles: ['ADMIN'] },
  '/admin/import': { page: page(() => import('./pages/admin/import.tsx')), roles: ['ADMIN'] },
  '/admin/firmware': { page: page(() => import('./pages/admin/firmware.tsx')), roles: ['ADMIN'] },
  '/admin/wearables': { page: page(() => import('./pages/admin/wearables.tsx')), roles: ['ADMIN'] },
  '/admin/escalation': { page: page(() => import('./pages/admin/escalation.tsx')), roles: ['ADMIN'] },
};

const mayOpen = ({ roles }: PageOf): boolean => {
  const role = user.value?.role;
  return role !== undefined && (roles === undefined || roles.includes(role));
};

const PATTERNS = PATHS.map((path) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`));
const isKnown = (path: string): boolean => PATTERNS.some((pattern) => pattern.test(path));

export function App() {
  return (
    <LocationProvider scope={/^\/(?!(?:docs|claim|email|api|station|wear)(?:\/|$))/}>
      <SessionGate />
      {passwordAsked.value !== undefined && <Later load={loadReauthenticate} />}
      <LogOutDialog />
      <LeaveDialog />
    </LocationProvider>
  );
}

/** Redirects to the login without a session, and back to the requested page afterwards. */
function SessionGate() {
  const { path, query, route } = useLocation();
  const { state } = session.value;
  const [failed, setFailed] = useState(false);
  // A page that failed must not block the next one.
  useEffect(() => setFailed(false), [path]);
  const wanted = ownPath(query.next) ?? wantedPath() ?? '/';
  const isLinking = path === '/login' && query.link !== undefined;
  const lost = alertsLost.value;
  const redirect =
    lost !== null && state === 'out'
      ? undefined
      : state === 'in' && path === '/login'
        ? isLinking
          ? undefined
          : wanted
        : state === 'out' && path !== '/login' && isKnown(path)
          ? `/login${path === '/' ? '' : `?next=${encodeURIComponent(path)}`}`
          : state === 'in' && lacksSecondFactor.value && path !== '/settings/security'
            ? '/settings/security'
            : undefined;
  useEffect(() => {
    if (redirect !== undefined) route(redirect, true);
  }, [redirect, route]);

  useEffect(() => {
    if (state === 'in' && path !== '/login') void welcomeBack();
  }, [state, path]);

  useEffect(() => onOpenRequested(route), [route]);

  if (state === 'unknown' || redirect !== undefined) return <p class="opening">{common.loading}</p>;
  if (isLinking && (state === 'in' || state === 'out')) return <Login />;
  if (state === 'out' && lost !== null) return <AlertsLost since={lost.since} />;
  if (session.value.state === 'unreachable')
    return <Unreachable isLimited={session.value.isLimited} retry={resume} />;
  if (state === 'out')
    return isKnown(path) ? (
      <Login />
    ) : (
      <main class="login">
        <NotFound />
      </main>
    );
  if (mustChangePassword.value)
    return (
      <ErrorBoundary>
        <ChoosePassword />
      </ErrorBoundary>
    );
  return (
    <Shell>
      <ErrorBoundary onError={() => setFailed(true)}>{failed ? <Failed /> : <Pages />}</ErrorBoundary>
    </Shell>
  );
}

function Pages() {
  const Home = user.value?.role === 'PATIENT' ? PatientHome : Board;
  return (
    <Router>
      <Route path="/" component={Home} />
      {Object.entries(PAGES).map(([path, page]) => (
        <Route key={path} path={path} component={mayOpen(page) ? page.page : Forbidden} />
      ))}
      <Route default component={NotFound} />
    </Router>
  );
}
