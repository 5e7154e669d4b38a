import { createHash } from 'node:crypto';
import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import type { Lease } from '@pilothouse/apimachinery/generated/coordination/v1.js';
import { labelValue } from '@pilothouse/apimachinery/names/qualified-name.js';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import type { Client } from '@pilothouse/client/client.js';
import { leases } from '@pilothouse/client/coordination.js';
import { inDomain } from '@pilothouse/client/resource-type.js';
import type { Timing } from '@pilothouse/client/timing.js';
import type { Environment } from '../../registry/environment.js';

export interface IdentityOptions {
  readonly client: Client;
  readonly domain: Domain;
  readonly environment: Pick<Environment, 'now' | 'uuid'>;
  readonly timing: Timing;
  /** Hostname of the machine. */
  readonly hostname: string;
  /** Port of the server. */
  readonly port: number;
  /** Called for each failed renewal. */
  readonly onError: (error: unknown) => void;
  /** Aborted when the server stops. */
  readonly signal: AbortSignal;
}

/** Lease duration in seconds, and milliseconds between two renewals, as in Kubernetes. */
const DURATION = 3600;
const INTERVAL = 10_000;
const RETRY = 1_000;

/** Renews the identity lease, which announces this server to others, until the signal is aborted. The lease then expires. */
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

/** Name of the lease: `apiserver-` and a hash of host and port, so that it survives restarts. */
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
