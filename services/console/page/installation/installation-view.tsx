import { useEffect, useState } from 'preact/hooks';
import { usePage } from '../context.js';
import { CommandStrip } from '../shell/command-strip.js';
import { Leases } from './leases.js';
import { sumBy, type Metrics, type Sample } from './metrics.js';
import { Plot } from './plot.js';
import { useMetrics, type Reading } from './use-metrics.js';

interface PlotDefinition {
  readonly title: string;
  readonly of: (reading: Reading) => number;
  readonly text: (value: number) => string;
}

const PLOTS: readonly PlotDefinition[] = [
  { title: 'Requests', of: ({ requests }) => requests, text: (value) => `${value.toFixed(1)}/s` },
  { title: 'Server errors', of: ({ errors }) => errors, text: (value) => `${value.toFixed(1)}/s` },
  {
    title: 'Latency, 99th percentile',
    of: ({ latency }) => latency,
    text: (value) => `${(value * 1000).toFixed(0)} ms`,
  },
  { title: 'Requests in flight', of: ({ inFlight }) => inFlight, text: (value) => value.toFixed(0) },
  { title: 'Watches', of: ({ watches }) => watches, text: (value) => value.toFixed(0) },
  { title: 'Processors', of: ({ processors }) => processors, text: (value) => value.toFixed(2) },
  { title: 'Memory', of: ({ memory }) => memory, text: (value) => `${(value / 2 ** 20).toFixed(0)} MiB` },
];

/** The API server as its metrics, leases and health checks show it. Behind a load balancer, each reading is of one replica. */
export function InstallationView() {
  const { api, session } = usePage();
  const { all, latest, problem } = useMetrics(api);
  return (
    <section class="installation">
      <div class="heading">
        <h1>Installation</h1>
        <span class="muted">{session.server}</span>
      </div>
      {problem !== undefined && (
        <p class="notice notice-refused" role="alert">
          {problem.message}
        </p>
      )}
      <div class="plots">
        {PLOTS.map(({ title, of, text }) => {
          const points = all.map(of);
          const last = points.at(-1);
          return <Plot key={title} title={title} points={points} value={last === undefined ? '…' : text(last)} />;
        })}
      </div>
      <div class="columns">
        <PriorityLevels metrics={latest} />
        <Health />
        <Leases />
        <Deprecated metrics={latest} />
        <Watches metrics={latest} />
      </div>
      <CommandStrip command="kubectl get --raw /metrics" />
    </section>
  );
}

function PriorityLevels({ metrics }: { readonly metrics: Metrics }) {
  const by = (name: string): ReadonlyMap<string, number> =>
    sumBy(metrics, `apiserver_flowcontrol_${name}`, 'priority_level');
  const [limits, executing, waiting, rejected] = [
    by('nominal_limit_seats'),
    by('current_executing_seats'),
    by('current_inqueue_requests'),
    by('rejected_requests_total'),
  ];
  return (
    <section class="card">
      <h2>Priority levels</h2>
      <table class="rules">
        <thead>
          <tr>
            {['Level', 'Seats', 'In use', 'Waiting', 'Rejected'].map((title) => (
              <th scope="col" key={title}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...limits].map(([level, limit]) => (
            <tr key={level}>
              <th scope="row">{level}</th>
              <td>{limit}</td>
              <td>{executing.get(level) ?? 0}</td>
              <td>{waiting.get(level) ?? 0}</td>
              <td>{rejected.get(level) ?? 0}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** The labels that name an API in both metrics. */
const API_LABELS = ['group', 'version', 'resource', 'subresource'];

/** Deprecated APIs with the programs that request them, which only Pilothouse's own metric tells. */
function Deprecated({ metrics }: { readonly metrics: Metrics }) {
  const used = (metrics.get('apiserver_requested_deprecated_apis') ?? []).filter(({ value }) => value > 0);
  const uses = metrics.get('pilothouse_deprecated_api_requests_total');
  const clientsOf = (api: Sample): readonly Sample[] =>
    (uses ?? [])
      .filter(({ labels }) => API_LABELS.every((label) => labels[label] === api.labels[label]))
      .toSorted((a, b) => b.value - a.value);
  return (
    <section class="card">
      <h2>Deprecated APIs in use</h2>
      {used.length === 0 && <p class="muted">Since its start, the server had no request to a deprecated API.</p>}
      <ul>
        {used.map((api) => (
          <li key={JSON.stringify(api.labels)}>
            <strong>
              {api.labels['resource']}.{api.labels['version']}.{api.labels['group']}
            </strong>
            <small class="muted">
              {' '}
              {api.labels['removed_release'] && `is removed in ${api.labels['removed_release']}`}
            </small>
            {clientsOf(api).map(({ labels, value }) => (
              <div key={labels['client']}>
                {labels['client'] || 'a client without a name'} <small class="muted">{value} requests</small>
              </div>
            ))}
          </li>
        ))}
      </ul>
      {uses === undefined && <p class="muted">The audit log names the clients, by the annotation k8s.io/deprecated.</p>}
    </section>
  );
}

function Watches({ metrics }: { readonly metrics: Metrics }) {
  const watches = (metrics.get('apiserver_longrunning_requests') ?? [])
    .filter(({ labels, value }) => labels['verb'] === 'WATCH' && value > 0)
    .toSorted((a, b) => b.value - a.value);
  return (
    <section class="card">
      <h2>Watches</h2>
      <table class="rules">
        <tbody>
          {watches.slice(0, 20).map(({ labels, value }) => (
            <tr key={JSON.stringify(labels)}>
              <th scope="row">
                {labels['resource']} <small class="muted">{labels['group']}</small>
              </th>
              <td>{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** The checks of /readyz, such as that of etcd. */
function Health() {
  const { api } = usePage();
  const [checks, setChecks] = useState<readonly string[]>([]);
  useEffect(() => {
    const stop = new AbortController();
    const read = async (): Promise<void> => {
      const answer = await api.send({ path: '/readyz?verbose', accept: 'text/plain', signal: stop.signal });
      setChecks((await answer.text()).split('\n').filter((line) => line.startsWith('[')));
    };
    read().catch((error: unknown) => {
      if (error instanceof Error && !stop.signal.aborted) setChecks(error.message.split('\n'));
    });
    return () => stop.abort();
  }, [api]);
  return (
    <section class="card">
      <h2>Readiness</h2>
      <ul>
        {checks.map((line) => (
          <li key={line} class={line.startsWith('[-]') ? 'tone-bad' : line.startsWith('[+]') ? 'tone-good' : ''}>
            {line.replace(/^\[[+-]\]/, '')}
          </li>
        ))}
      </ul>
    </section>
  );
}
