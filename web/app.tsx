import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { ErrorBoundary, LocationProvider, lazy, Route, Router, useLocation } from 'preact-iso';
import type { Role } from './api/records.ts';
import { Login } from './pages/login.tsx';
import { Failed, Forbidden, NotFound, Unreachable } from './pages/not-found.tsx';
import { PATHS } from './paths.ts';
import { Shell } from './shell.tsx';
import { lacksSecondFactor, resume, session, user } from './state/session.ts';
import { common } from './text/en/common.ts';

type Path = Exclude<(typeof PATHS)[number], '/' | '/login'>;

interface PageOf {
  readonly page: ComponentType;
  /** Everybody who is logged in, unless it is said. */
  readonly roles?: readonly Role[];
}

const Board = lazy(() => import('./pages/board.tsx'));
const Own = lazy(() => import('./pages/own.tsx'));

/** Each page is loaded when it is opened. */
const PAGES: Readonly<Record<Path, PageOf>> = {
  '/patients/:id': { page: lazy(() => import('./pages/patient.tsx')), roles: ['CAREGIVER', 'ADMIN'] },
  '/falls/:id': { page: lazy(() => import('./pages/fall.tsx')) },
  '/messages': { page: lazy(() => import('./pages/messages.tsx')) },
  '/settings': { page: lazy(() => import('./pages/settings.tsx')) },
  '/admin/users': { page: lazy(() => import('./pages/admin/users.tsx')), roles: ['ADMIN'] },
  '/admin/logs': { page: lazy(() => import('./pages/admin/logs.tsx')), roles: ['ADMIN'] },
  '/admin/stats': { page: lazy(() => import('./pages/admin/stats.tsx')), roles: ['ADMIN'] },
  '/admin/escalation': { page: lazy(() => import('./pages/admin/escalation.tsx')), roles: ['ADMIN'] },
};

const mayOpen = ({ roles }: PageOf): boolean => {
  const role = user.value?.role;
  return role !== undefined && (roles === undefined || roles.includes(role));
};

const PATTERNS = PATHS.map((path) => new RegExp(`^${path.replace(/:\\w+/g, '[^/]+')}$`));
const isKnown = (path: string): boolean => PATTERNS.some((pattern) => pattern.test(path));

export function App() {
  return (
    <LocationProvider>
      <Door />
    </LocationProvider>
  );
}

/** Nobody comes in without a session; whoever has one comes to where they wanted to go. */
function Door() {
  const { path, query, route } = useLocation();
  const { state } = session.value;
  const [failed, setFailed] = useState(false);
  const wanted = query.next?.startsWith('/') && !query.next.startsWith('//') ? query.next : '/';
  const redirect =
    state === 'in' && path === '/login'
      ? wanted
      : state === 'out' && path !== '/login' && isKnown(path)
        ? `/login${path === '/' ? '' : `?next=${encodeURIComponent(path)}`}`
        : state === 'in' && lacksSecondFactor.value && path !== '/settings'
          ? '/settings'
          : undefined;
  useEffect(() => {
    if (redirect !== undefined) route(redirect, true);
  }, [redirect, route]);

  if (state === 'unknown' || redirect !== undefined) return <p class="opening">{common.loading}</p>;
  if (state === 'unreachable') return <Unreachable retry={resume} />;
  if (state === 'out')
    return isKnown(path) ? (
      <Login />
    ) : (
      <main class="login">
        <NotFound />
      </main>
    );
  return (
    <Shell>
      <ErrorBoundary onError={() => setFailed(true)}>{failed ? <Failed /> : <Pages />}</ErrorBoundary>
    </Shell>
  );
}

function Pages() {
  const Home = user.value?.role === 'PATIENT' ? Own : Board;
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
