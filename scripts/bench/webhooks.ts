import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent } from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';
import { testCertificate } from '@pilothouse/runtime/certificates/chain.test.helper.js';
import { call, millisecondsOf } from './client.js';
import { inNewNamespace } from './namespace.js';
import { objectText } from './objects.js';
import { removeNamespace } from './remove.js';
import type { Measurement } from './row.js';
import { serverGroup } from './server-group.js';
import { median } from './statistics.js';
import { configMapsIn, type Target } from './target.js';
import type { WebhookSettings } from './webhook-server.js';

const CONFIGURATIONS = '/apis/admissionregistration.k8s.io/v1';
const CREATES = 600;
/** Creates before the measurement, because first calls are compiled. */
const WARM_UP = 1000;
const WHY = 'on the same machine adds to a create, over HTTP/2. One caller; creates with and without alternate.';

type Kind = 'mutating' | 'validating';

/** Admission webhooks on the same machine. */
export const webhooks = serverGroup({
  rows: [
    {
      name: 'validating webhook, added p50',
      why: `Median of the time that a webhook ${WHY}`,
      target: 0.85,
      better: 'lower',
      compare: (target) => addedBy(target, 'validating'),
    },
    {
      name: 'mutating webhook, added p50',
      why: `Median of the time that a webhook with a patch ${WHY}`,
      target: 1,
      better: 'lower',
      compare: (target) => addedBy(target, 'mutating'),
    },
  ],
});

async function addedBy(target: Target, kind: Kind): Promise<Measurement> {
  const webhook = await startWebhook(kind === 'mutating');
  // The name is new: kube-apiserver reads a recently deleted namespace from the store for each create.
  const unseen = await inNewNamespace(target, `${target.namespace}-${Date.now()}`);
  const path = `${CONFIGURATIONS}/${kind}webhookconfigurations`;
  const name = target.namespace;
  const body = JSON.stringify({ metadata: { name }, webhooks: [webhookFor(target, webhook)] });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  try {
    await call(target, { method: 'POST', path, body });
    const create = ({ namespace }: Target): Promise<number> =>
      millisecondsOf(target, {
        method: 'POST',
        path: configMapsIn({ namespace }),
        body: objectText(`object-${Math.round(performance.now() * 1000)}`),
        agent,
      });
    // A server may take a moment to see a new configuration.
    for (let count = 0; webhook.calls() === 0 && count < 100; count++) {
      await create(target);
      await pause(50);
    }
    for (let count = 0; count < WARM_UP; count++) await create(target);
    const before = webhook.calls();
    const [within, without]: [number[], number[]] = [[], []];
    for (let count = 0; count < CREATES; count++) {
      within.push(await create(target));
      without.push(await create(unseen));
    }
    if (webhook.calls() - before < CREATES) throw new Error('the webhook was not called for each create');
    return { value: median(within) - median(without), unit: 'ms', note: `${median(without).toFixed(2)} ms without` };
  } finally {
    agent.destroy();
    await call(target, { method: 'DELETE', path: `${path}/${name}` });
    await webhook.stop();
    await removeNamespace(unseen);
  }
}

interface RunningWebhook {
  readonly port: number;
  readonly caPem: string;
  readonly calls: () => number;
  readonly stop: () => Promise<void>;
}

async function startWebhook(isMutating: boolean): Promise<RunningWebhook> {
  const purpose = { type: 'server', hosts: ['127.0.0.1'] } as const;
  const { certPem: cert, keyPem: key } = await testCertificate({ commonName: 'webhook' }, { purpose });
  const env = { ...process.env, WEBHOOK: JSON.stringify({ cert, key, isMutating } satisfies WebhookSettings) };
  const child = fork(new URL('webhook-server.js', import.meta.url), { env });
  const [port] = (await once(child, 'message')) as [number];
  let calls = 0;
  child.on('message', () => calls++);
  const stop = async (): Promise<void> => {
    child.kill();
    await once(child, 'exit');
  };
  return { port, caPem: cert, calls: () => calls, stop };
}

function webhookFor({ namespace }: Target, { port, caPem }: RunningWebhook): object {
  const caBundle = Buffer.from(caPem).toString('base64');
  return {
    name: 'bench.example.com',
    clientConfig: { url: `https://127.0.0.1:${port}/review`, caBundle },
    rules: [{ operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] }],
    namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': namespace } },
    sideEffects: 'None',
    admissionReviewVersions: ['v1'],
  };
}
