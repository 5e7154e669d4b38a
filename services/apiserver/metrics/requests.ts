import {
  histogram,
  numbers,
  reading,
  type Cell,
  type Distribution,
  type Metric,
} from '@pilothouse/runtime/metrics/series.js';
import type { RequestContext } from '../request/context.js';
import type { RequestInfo, ResourceRequest } from '../request/info.js';
import { InFlight } from './in-flight.js';
import { dryRunLabel, isLongRunning, isReadOnly, scopeLabel, verbLabel } from './request-labels.js';
import { METRICS } from './table.js';

/** A resource or subresource that is served, and what can be done with it: labels have the names of nothing else. */
export interface CountedResource {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  /** Empty for the resource itself. */
  readonly subresource: string;
  readonly verbs: readonly string[];
}

export interface RequestCounts {
  readonly metrics: readonly Metric[];
  /** Labels have the names of these too from now on; before the first call, no names. */
  readonly serve: (resources: readonly CountedResource[]) => void;
  /** They have them no longer. What was counted of a resource stays. */
  readonly retire: (resources: readonly CountedResource[]) => void;
  readonly begin: (context: RequestContext) => CountedRequest;
}

export interface CountedRequest {
  /** Whether the size of the answer matters. */
  readonly isSized: boolean;
  /** Told once, with the bytes of the answer. */
  readonly end: (status: number, bytes: number) => void;
}

/** What is counted for requests that are alike. */
interface Alike {
  readonly duration: Distribution;
  readonly sizes: Distribution | undefined;
  readonly open: Cell | undefined;
  readonly codes: Map<number, Cell>;
  readonly labels: readonly string[];
}

/** By verb, scope and dry run: texts that are the same ones again and again are found quickly. */
type ByKind = Map<string, Map<string, Map<string, Alike>>>;

interface Counted extends CountedResource {
  readonly byKind: ByKind;
}

/** Milliseconds. */
export type Clock = () => number;

/** Counts requests. What belongs to one is found without making a text, so that counting costs less than a microsecond. */
export function createRequestCounts(clock: Clock): RequestCounts {
  const total = numbers(METRICS.requests);
  const duration = histogram(METRICS.requestDuration);
  const sizes = histogram(METRICS.responseSizes);
  const longRunning = numbers(METRICS.longRunning);
  const [reads, writes] = [new InFlight(), new InFlight()];
  const inFlight = reading(METRICS.inFlight, () => [
    { labels: ['readOnly'], value: reads.most(clock()) },
    { labels: ['mutating'], value: writes.most(clock()) },
  ]);
  /** By the resource's name alone, which few of them share. */
  const served = new Map<string, Counted[]>();
  /** Resources that are or were served, by all that labels say of them. */
  const known = new Map<string, Counted>();
  const unserved: Counted = { group: '', version: '', resource: '', subresource: '', verbs: [], byKind: new Map() };

  function alike(context: RequestContext, info: RequestInfo): Alike {
    const scope = scopeLabel(info);
    const verb = verbLabel(context, info, scope);
    const dryRun = dryRunLabel(context);
    const counted =
      (info.type === 'resource' && served.get(info.resource)?.find((each) => isAbout(info, each))) || unserved;
    const byScope = obtained(counted.byKind, verb, () => new Map<string, Map<string, Alike>>());
    const byDryRun = obtained(byScope, scope, () => new Map<string, Alike>());
    return obtained(byDryRun, dryRun, () => {
      const { group, version, resource, subresource } = counted;
      const about = [group, version, resource, subresource, scope, 'apiserver'];
      const labels = [verb, dryRun, ...about];
      return {
        duration: duration.at(...labels),
        sizes: verb === 'GET' || verb === 'LIST' ? sizes.at(verb, ...about) : undefined,
        open: isLongRunning(info) ? longRunning.at(verb, ...about) : undefined,
        codes: new Map(),
        labels,
      };
    });
  }

  return {
    metrics: [total, duration, sizes, longRunning, inFlight],
    serve(resources) {
      for (const each of resources) {
        const counted = obtained(known, keyOf(each), () => ({ ...each, byKind: new Map() }));
        obtained(served, each.resource, () => []).push(counted);
      }
    },
    retire(resources) {
      for (const each of resources) {
        const counted = known.get(keyOf(each));
        const left = served.get(each.resource)?.filter((other) => other !== counted) ?? [];
        if (left.length > 0) served.set(each.resource, left);
        else served.delete(each.resource);
      }
    },
    begin(context) {
      const start = clock();
      const info = context.observedInfo;
      const { duration: durations, sizes: bytesOf, open, codes, labels } = alike(context, info);
      const flight = open !== undefined ? undefined : isReadOnly(info.verb) ? reads : writes;
      if (open !== undefined) open.value += 1;
      flight?.enter(start);
      return {
        isSized: bytesOf !== undefined,
        end(status, bytes) {
          obtained(codes, status, () => total.at(...labels, String(status))).value += 1;
          durations.observe((clock() - start) / 1000);
          bytesOf?.observe(bytes);
          if (open !== undefined) open.value -= 1;
          flight?.leave();
        },
      };
    },
  };
}

/** All that labels say of a resource. */
function keyOf({ group, version, resource, subresource, verbs }: CountedResource): string {
  return [group, version, resource, subresource, ...verbs].join(' ');
}

function isAbout(info: ResourceRequest, { group, version, subresource, verbs }: Counted): boolean {
  return (
    info.group === group && info.version === version && info.subresource === subresource && verbs.includes(info.verb)
  );
}

function obtained<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}
