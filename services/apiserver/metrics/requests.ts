import {
  histogram,
  numbers,
  reading,
  type Cell,
  type Distribution,
  type Metric,
} from '@pilothouse/runtime/metrics/series.js';
import type { Difference } from '@pilothouse/apimachinery/changing/changing.js';
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
  /**
   * Labels have the names of resources that came from now on, and no longer those of resources that left: what was counted of these is
   * forgotten. Before the first call, labels have no names.
   */
  readonly change: (resources: Difference<CountedResource>) => void;
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
  /** Resources that are served, by all that labels say of them. */
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

  /** Kinds that come and go would fill the memory, and the answers to those who read metrics. */
  function forget(names: ReadonlySet<string>): void {
    for (const series of [total, duration, sizes, longRunning]) {
      const [group, version, resource, subresource] = ABOUT.map((label) => series.definition.labels.indexOf(label));
      series.forget((labels) => {
        const at = (index = -1): string => labels[index] ?? '';
        const about = { group: at(group), version: at(version), resource: at(resource), subresource: at(subresource) };
        return about.resource !== '' && names.has(nameOf(about));
      });
    }
  }

  return {
    metrics: [total, duration, sizes, longRunning, inFlight],
    change({ came, left }) {
      const gone = left.flatMap((each) => {
        const counted = known.get(keyOf(each));
        known.delete(keyOf(each));
        const others = served.get(each.resource)?.filter((other) => other !== counted) ?? [];
        if (others.length > 0) served.set(each.resource, others);
        else served.delete(each.resource);
        return counted === undefined ? [] : [counted];
      });
      for (const each of came) {
        const formerly = gone.find((counted) => keyOf(counted) === keyOf(each));
        const counted: Counted = { ...each, byKind: formerly?.byKind ?? new Map() };
        known.set(keyOf(each), counted);
        obtained(served, each.resource, () => []).push(counted);
      }
      const names = new Set(gone.filter(({ byKind }) => byKind.size > 0).map(nameOf));
      if (names.size === 0) return;
      for (const each of [...served.values()].flat()) names.delete(nameOf(each));
      forget(names);
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

const ABOUT = ['group', 'version', 'resource', 'subresource'] as const;

function nameOf(counted: Pick<CountedResource, (typeof ABOUT)[number]>): string {
  return ABOUT.map((label) => counted[label]).join('/');
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
