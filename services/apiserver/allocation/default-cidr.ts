import { setTimeout as delay } from 'node:timers/promises';
import type { ServiceCIDR } from '@pilothouse/apimachinery/generated/networking/v1.js';
import { newObject } from '@pilothouse/apimachinery/json/value.js';
import { withOwnMetadata } from '@pilothouse/apimachinery/meta/object.js';
import { timestamp } from '@pilothouse/apimachinery/meta/timestamp.js';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import type { Logger } from '@pilothouse/runtime/logging/logger.js';
import { createObject } from '../registry/create.js';
import { objectKey } from '../registry/keys.js';
import type { Resource } from '../registry/resource.js';
import { updateObject } from '../registry/update.js';
import { NO_ADMISSION } from '../registry/write.js';
import { setCondition } from '@pilothouse/kinds/definition/set-condition.js';

export interface DefaultCidrOptions {
  readonly cidrs: Resource;
  /** The ranges of the flag. */
  readonly ranges: readonly string[];
  readonly logger: Logger;
  /** Called for each failed attempt after the first. */
  readonly onError: (error: unknown) => void;
  readonly signal: AbortSignal;
}

const NAME = 'kubernetes';
const MANAGER = 'pilothouse';
/** Milliseconds, as in Kubernetes. */
const INTERVAL = 10_000;

/**
 * Creates the ServiceCIDR of the flag, sets its condition Ready, and adds a second range. Repeats this until the signal is
 * aborted. Another first range stays, with a warning: services hold addresses of it. Rejects if the first attempt fails.
 */
export async function keepDefaultCidr(options: DefaultCidrOptions): Promise<void> {
  const { logger, onError, signal } = options;
  const reported = new Set<string>();
  const report = (problem: string): void => {
    if (!reported.has(problem)) logger.warn({}, problem);
    reported.add(problem);
  };
  await sync(options, report);
  const repeat = async (): Promise<void> => {
    while (!signal.aborted) {
      await delay(INTERVAL, undefined, { signal, ref: false });
      await sync(options, report).catch((error: unknown) => {
        if (!signal.aborted) onError(error);
      });
    }
  };
  repeat().catch(() => undefined);
}

async function sync(options: DefaultCidrOptions, report: (problem: string) => void): Promise<void> {
  const { cidrs, ranges, signal } = options;
  const { definition, store, stored } = cidrs;
  const { entry } = await store.get(objectKey(definition, '', NAME), { signal });
  const live = entry && (stored.decode(entry) as ServiceCIDR);
  if (live === undefined) await create(options);
  else if (live.metadata.deletionTimestamp !== undefined) return;
  else {
    const found = live.spec.cidrs ?? [];
    if (ranges.length === 2 && found.length === 1 && found[0] === ranges[0]) {
      await change(options, '', (object) => {
        object.spec = Object.assign(newObject(), { cidrs: [...ranges] });
      });
    } else if (found.join() !== ranges.join()) {
      report(
        `The default ServiceCIDR [${found.join(' ')}] does not match the flag --service-cluster-ip-range [${ranges.join(' ')}]`,
      );
      return;
    }
  }
  const condition = live?.status.conditions?.find(({ type }) => type === 'Ready');
  if (condition?.status === 'False') {
    report(`the default ServiceCIDR is not ready, although it matches the flag: ${condition.message}`);
  } else if (condition?.status !== 'True') {
    await change(options, 'status', (object) => setReady(object, cidrs));
  }
}

async function create({ cidrs, ranges, signal }: DefaultCidrOptions): Promise<void> {
  const { kind, apiVersion } = cidrs;
  const object = Object.assign(newObject(), {
    kind,
    apiVersion,
    metadata: { name: NAME },
    spec: { cidrs: [...ranges] },
  });
  const write = { namespace: '', dryRun: false, signal, admission: NO_ADMISSION, manager: MANAGER };
  await createObject(cidrs, cidrs.decode(object).value, write).catch((error: unknown) => {
    // Another server has written it.
    if (!(error instanceof StatusError && error.reason === 'AlreadyExists')) throw error;
  });
}

async function change(
  { cidrs, signal }: DefaultCidrOptions,
  subresource: string,
  edit: (object: ServiceCIDR) => void,
): Promise<void> {
  await updateObject(cidrs, {
    name: NAME,
    namespace: '',
    dryRun: false,
    subresource,
    signal,
    admission: NO_ADMISSION,
    manager: MANAGER,
    change(live) {
      const object = withOwnMetadata(live) as ServiceCIDR;
      edit(object);
      return object;
    },
  });
}

function setReady(object: ServiceCIDR, { environment }: Resource): void {
  const now = timestamp(environment.now());
  const message = 'Kubernetes default Service CIDR is ready';
  const ready = { type: 'Ready', status: 'True', reason: '', message, lastTransitionTime: now };
  const conditions = setCondition(object.status.conditions ?? [], ready, now);
  object.status = Object.assign(newObject(), object.status, { conditions });
}
