import { createHash } from 'node:crypto';
import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import type { Lease } from '@pilothouse/apimachinery/generated/coordination/v1.js';
import { labelValue } from '@pilothouse/apimachinery/names/qualified-name.js';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import type { Client } from '@pilothouse/client/client.js';
import { leases } from '@pilothouse/client/coordination.js';
import { inDomain } from '@pilothouse/client/resource-type.js';
import type { Timing } from '@pilothouse/client/timing.js';
import type { Environment } from '../registry/environment.js';

export interface IdentityOptions {
  readonly client: Client;
  readonly domain: Domain;
  readonly environment: Pick<Environment, 'now' | 'uuid'>;
  readonly timing: Timing;
  /** Of the machine. */
  readonly hostname: string;
  /** Where the server listens on it. */
  readonly port: number;
  /** Told of every renewal that failed. */
  readonly onError: (error: unknown) => void;
  /** Aborted when the server ends. */
  readonly signal: AbortSignal;
}

/** As in Kubernetes: seconds that the lease is good for, and milliseconds between two renewals. */
const DURATION = 3600;
const INTERVAL = 10_000;
const RETRY = 1_000;

/** Keeps a lease that tells other servers and people of this one, until the signal is aborted. It is left to expire. */
export async function keepIdentityLease(options: IdentityOptions): Promise<void> {
  const { environment, onError, signal, timing } = options;
  const name = identityName(options);
  const holder = `${name}_${environment.uuid()}`;
  while (!signal.aborted) {
    let wait = INTERVAL;
    try {
      await renew(options, name, holder);
    } catch (error) {
      wait = RETRY;
      if (!signal.aborted) onError(error);
    }
    await timing.sleep(wait, signal).catch(() => undefined);
  }
}

/** `apiserver-` and a hash of where the server is: it stays the same from one start to the next. */
export function identityName({ hostname, port }: Pick<IdentityOptions, 'hostname' | 'port'>): string {
  return `apiserver-${createHash('sha256').update(`${hostname}:${port}`).digest('hex').slice(0, 32)}`;
}

async function renew(options: IdentityOptions, name: string, holderIdentity: string): Promise<void> {
  const { client, domain, environment, hostname, signal } = options;
  const collection = client.of(inDomain(leases, domain)).namespace('kube-system');
  const spec = {
    holderIdentity,
    leaseDurationSeconds: DURATION,
    renewTime: environment.now().toISOString().replace('Z', '000Z'),
  };
  const labels = {
    [`apiserver.${domain.label}/identity`]: 'kube-apiserver',
    ...(labelValue(hostname).length === 0 && { [domain.key('hostname')]: hostname }),
  };
  const current = await collection.get(name, { signal }).catch((error: unknown): Lease | undefined => {
    if (error instanceof StatusError && error.reason === 'NotFound') return undefined;
    throw error;
  });
  if (current === undefined) {
    await collection.create({ metadata: { name, labels }, spec }, { signal });
    return;
  }
  const metadata = { ...current.metadata, labels: { ...current.metadata.labels, ...labels } };
  await collection.update({ ...current, metadata, spec: { ...current.spec, ...spec } }, { signal });
}
