import { PLUGINS } from '@pilothouse/admission/catalog.js';
import { METRICS } from '@pilothouse/apiserver/metrics/table.js';
import type { MetricDefinition } from '@pilothouse/runtime/metrics/definition.js';
import { RELOAD_METRICS } from '@pilothouse/runtime/files/reloads.js';
import { QUEUE_METRICS } from '@pilothouse/runtime/metrics/workqueue.js';

const INTRODUCTION = `# Metrics

<!-- Made by \`npm run generate\` from services/apiserver/metrics/table.ts. Do not edit. -->

The API server exposes these metrics at \`GET /metrics\` in the Prometheus text format, or as OpenMetrics on request. Users need \`get\` on the path
\`/metrics\`, which the role \`system:monitoring\` grants.

STABLE metrics keep their name, type and labels by Kubernetes' deprecation rules for metrics. ALPHA metrics may change at any time. The help text of a deprecated metric says so.
The next release hides it, \`--show-hidden-metrics-for-version\` shows it for one more release, and then it is removed. Buckets are those of Kubernetes.
`;

const FILES = `The controller manager, the token-review service and the admission service expose these too. \`file\` is the flag that names the file. It includes dependent files: those that a kubeconfig
names, and the key of a certificate. The API server has \`tls-cert-file\`, \`client-ca-file\` (and the authorities of proxies), \`service-account-key-file\` (each key of tokens), \`token-auth-file\`, \`proxy-client-cert-file\`, \`oidc-ca-file\`,
\`authentication-token-webhook-config-file\`, \`audit-policy-file\`, \`audit-webhook-config-file\`, \`etcd-certfile\` (all credentials for etcd) and \`admission-control-config-file\` (certificates for admission services).

`;

const CLOSING = `In addition, \`process_*\` and \`nodejs_*\` describe the process (CPU, memory, file descriptors, garbage collection, event loop lag). They are collected
from the first scrape on.

Labels have few values. Unknown verbs are \`OTHER\`. Resources that are not served are empty, as are all paths that are not
resources. Rejected requests are counted with their code, including anonymous ones.
`;

/** docs/metrics.md: every metric of the API server. */
export function metricsPage(): string {
  const sections = [
    { title: 'The API server', metrics: Object.values<MetricDefinition>(METRICS) },
    {
      title: 'Admission plugins',
      about: 'Those of enabled plugins.\n\n',
      metrics: PLUGINS.flatMap(({ metrics = [] }) => metrics),
    },
    { title: 'Controllers beside the API server', metrics: Object.values<MetricDefinition>(QUEUE_METRICS) },
    {
      title: 'Reloaded files',
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
  const rows = [['Metric', 'Type', 'Stability', 'Labels', 'Description'], ...metrics.map(cells)];
  const [heading, ...rest] = rows.map((row) => `| ${row.join(' | ')} |`);
  return [heading, `|${'---|'.repeat(5)}`, ...rest, ''].join('\n');
}

function cells({ name, type, stability, labels, help, deprecatedSince }: MetricDefinition): string[] {
  const names = labels.map((label) => `\`${label}\``).join(', ');
  const end = deprecatedSince === undefined ? '' : ` Deprecated since ${deprecatedSince}.`;
  return [`\`${name}\``, type, stability, names, help + end];
}
