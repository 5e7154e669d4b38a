import { useEffect, useMemo, useState } from 'preact/hooks';
import { discover, type Resource } from './api/discovery.js';
import { ApiError, createApi, readSession, type SessionView } from './api/request.js';
import { tabVisibility } from './api/visibility.js';
import { PageProvider, resourceOf, type PageContext } from './context.js';
import { go, useRoute } from './route/location.js';
import { AccessView } from './access/access-view.js';
import { InstallationView } from './installation/installation-view.js';
import { Home } from './shell/home.js';
import { Shell } from './shell/shell.js';
import { SignIn } from './shell/sign-in.js';
import { ListView } from './table/list-view.js';
import { ObjectView } from './object/object-view.js';

const DISCOVERY_INTERVAL = 30_000;
const NAMESPACE = 'namespace';

/** The whole page. */
export function App() {
  const [session, setSession] = useState<SessionView>();
  const [problem, setProblem] = useState('');
  useEffect(() => {
    readSession().then(setSession, (error: unknown) => setProblem(String(error)));
  }, []);
  if (session === undefined) return problem === '' ? null : <p class="notice notice-lost">{problem}</p>;
  const onSignedIn = (next: SessionView): void => {
    if (location.pathname === '/sign-in') go({ view: 'home' }, { replace: true });
    setSession(next);
  };
  if (session.csrf === undefined || location.pathname === '/sign-in') {
    return <SignIn session={session} onSignedIn={onSignedIn} />;
  }
  return <SignedIn session={session} csrf={session.csrf} onSignedIn={onSignedIn} />;
}

interface SignedInProps {
  readonly session: SessionView;
  readonly csrf: string;
  readonly onSignedIn: (session: SessionView) => void;
}

/** Before the discovery has ended. One value, so that views do not begin again with each rendering. */
const NONE: readonly Resource[] = [];

function SignedIn({ session, csrf, onSignedIn }: SignedInProps) {
  const route = useRoute();
  const [isSignedOut, setSignedOut] = useState(false);
  const api = useMemo(() => createApi(csrf, () => setSignedOut(true)), [csrf]);
  const { resources, problem } = useDiscovery(api);
  const [remembered, setRemembered] = useState(() => sessionStorage.getItem(NAMESPACE) ?? '');
  useEffect(() => setSignedOut(false), [csrf]);

  const resource =
    route.view === 'list' || route.view === 'object' ? resourceOf(resources ?? NONE, route.of) : undefined;
  const shown = resource?.namespaced === true && (route.view === 'list' || route.view === 'object');
  const namespace = shown ? route.of.namespace : remembered;
  const page: PageContext = {
    api,
    session,
    resources: resources ?? NONE,
    namespace,
    selectNamespace(next) {
      sessionStorage.setItem(NAMESPACE, next);
      setRemembered(next);
      if (shown) go({ view: 'list', of: { ...route.of, namespace: next }, filter: '', labels: '' });
    },
  };
  useEffect(() => {
    if (!shown || route.of.namespace === '') return;
    sessionStorage.setItem(NAMESPACE, route.of.namespace);
    setRemembered(route.of.namespace);
  }, [shown, namespace]);

  return (
    <PageProvider value={page}>
      <Shell route={route}>
        {problem !== undefined && (
          <p class="notice notice-lost" role="alert">
            The API server does not answer. {problem.message}
          </p>
        )}
        {resources !== undefined && <View route={route} resource={resource} />}
      </Shell>
      {isSignedOut && (
        <div class="overlay">
          <SignIn session={session} onSignedIn={onSignedIn} />
        </div>
      )}
    </PageProvider>
  );
}

function View({
  route,
  resource,
}: {
  readonly route: ReturnType<typeof useRoute>;
  readonly resource: Resource | undefined;
}) {
  switch (route.view) {
    case 'list':
    case 'object': {
      const { of } = route;
      if (resource === undefined) {
        return (
          <section class="empty">
            <h1>{of.resource}</h1>
            <p>The server does not serve this resource{of.group === '' ? '' : ` of ${of.group}`} (any longer).</p>
          </section>
        );
      }
      const key = `${of.group}/${of.resource}/${of.namespace}`;
      return route.view === 'list' ? (
        <ListView key={`${key}?${route.labels}`} route={route} resource={resource} />
      ) : (
        <ObjectView key={`${key}/${route.name}`} route={route} resource={resource} />
      );
    }
    case 'access':
      return <AccessView route={route} />;
    case 'installation':
      return <InstallationView />;
    case 'home':
    case 'sign-in':
      return <Home />;
  }
}

/** The served resources, read again every 30 s in a visible tab. */
function useDiscovery(api: ReturnType<typeof createApi>) {
  const [resources, setResources] = useState<readonly Resource[]>();
  const [problem, setProblem] = useState<ApiError>();
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const run = async (): Promise<void> => {
      let last = '';
      for (;;) {
        await tabVisibility.shown(signal);
        let wait = DISCOVERY_INTERVAL;
        try {
          const found = await discover(api, signal);
          // Views keep their state while nothing has changed.
          const text = JSON.stringify(found, (_key, value: unknown) => (value instanceof Set ? [...value] : value));
          if (text !== last) setResources(found);
          last = text;
          setProblem(undefined);
        } catch (error) {
          if (signal.aborted) return;
          if (error instanceof ApiError) setProblem(error);
          wait = 2_000;
        }
        await tabVisibility.sleep(wait, signal);
      }
    };
    run().catch(() => undefined);
    return () => stop.abort();
  }, [api]);
  return { resources, problem };
}
