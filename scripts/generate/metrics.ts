import { METRICS } from '@pilothouse/apiserver/metrics/table.js';
import type { MetricDefinition } from '@pilothouse/runtime/metrics/definition.js';
import { RELOAD_METRICS } from '@pilothouse/runtime/files/reloads.js';
import { QUEUE_METRICS } from '@pilothouse/runtime/metrics/workqueue.js';

const INTRODUCTION = `# Metrics

<!-- Made by \`npm run generate\` from services/apiserver/metrics/table.ts. Do not edit. -->

\`GET /metrics\` of the API server tells these, in Prometheus' text format or, for those who ask for it, as OpenMetrics. Whoever may get the path
\`/metrics\` may see them, as the role \`system:monitoring\` allows.

STABLE metrics keep their name, type and labels for as long as Kubernetes' rules for metrics say. ALPHA ones may change at any time. What is to go
says so in its help, is hidden from the next release on, can be shown for one release more with \`--show-hidden-metrics-for-version\`, and is
then removed. Buckets are those of Kubernetes.
`;

const FILES = `The controller manager, the token-review service and the admission service tell these too. \`file\` is the flag that names the file, and stands for all that belongs to it: the files that a kubeconfig
names, a key for its certificate. The API server has \`tls-cert-file\`, \`client-ca-file\` (and the authorities of proxies), \`service-account-key-file\` (each key of tokens), \`token-auth-file\`, \`oidc-ca-file\`,
\`authentication-token-webhook-config-file\`, \`audit-policy-file\`, \`audit-webhook-config-file\`, \`etcd-certfile\` (all credentials for etcd) and \`admission-control-config-file\` (certificates for admission services).

`;

const CLOSING = `Besides there are \`process_*\` and \`nodejs_*\` of the process itself (processor, memory, file descriptors, garbage collection, how late the event
loop is), which are counted from the first time that somebody asks.

Labels have few values. Verbs that nobody knows are \`OTHER\`, resources that are not served are empty, and so are all paths that are no
resources. Requests that were refused are counted with their code, also those of nobody.
`;

/** docs/metrics.md: every metric of the API server. */
export function metricsPage(): string {
  const sections = [
    { title: 'The API server', metrics: Object.values<MetricDefinition>(METRICS) },
    { title: 'Controllers beside the API server', metrics: Object.values<MetricDefinition>(QUEUE_METRICS) },
    {
      title: 'Files that are read anew while a program runs',
      about: FILES,
      metrics: Object.values<MetricDefinition>(RELOAD_METRICS),
    },
  ];
  return [
    INTRODUCTION,
    ...sections.map(({ title, about = '', metrics }) => `## ${title}\n\n${about}${table(metrics)}`),
    CLOSING,
  ].join('\n');
}

function table(metrics: readonly MetricDefinition[]): string {
  const rows = [['Metric', 'Type', 'Stability', 'Labels', 'What it tells'], ...metrics.map(cells)];
  const [heading, ...rest] = rows.map((row) => `| ${row.join(' | ')} |`);
  return [heading, `|${'---|'.repeat(5)}`, ...rest, ''].join('\n');
}

function cells({ name, type, stability, labels, help, deprecatedSince }: MetricDefinition): string[] {
  const names = labels.map((label) => `\`${label}\``).join(', ');
  const end = deprecatedSince === undefined ? '' : ` Deprecated since ${deprecatedSince}.`;
  return [`\`${name}\``, type, stability, names, help + end];
}
