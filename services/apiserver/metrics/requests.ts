import { histogram, numbers, type Cell, type Distribution, type Metric } from '@pilothouse/runtime/metrics/series.js';
import type { Difference } from '@pilothouse/apimachinery/changing/changing.js';
import type { RequestContext } from '../request/context.js';
import { isLongRunning, type RequestInfo, type ResourceRequest } from '../request/info.js';
import { dryRunLabel, scopeLabel, verbLabel } from './request-labels.js';
import { METRICS } from './table.js';

/** A served resource or subresource with its verbs. Label values name only these, which bounds their number. */
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
   * Adds resources to the label values and removes others, with their series. Before the first call, the labels are empty.
   */
  readonly change: (resources: Difference<CountedResource>) => void;
  readonly begin: (context: RequestContext) => CountedRequest;
}

export interface CountedRequest {
  /** Whether the response size is observed. */
  readonly isSized: boolean;
  /** Called once, with the response size in bytes. */
  readonly end: (status: number, bytes: number) => void;
}

/** Series of all requests with the same labels except the code. */
interface RequestSeries {
  readonly verb: string;
  readonly scope: string;
  readonly dryRun: string;
  readonly duration: Distribution;
  /** Absent for long-running requests. */
  readonly sli: Distribution | undefined;
  readonly sizes: Distribution | undefined;
  readonly open: Cell | undefined;
  readonly codes: Map<number, Cell>;
  readonly labels: readonly string[];
}

interface Counted extends CountedResource {
  /** A dozen at most, so that a search is cheaper than building a key for each request. */
  readonly series: RequestSeries[];
}

/** Milliseconds. */
export type Clock = () => number;

/** Counts requests. The lookup of a series builds no string, so that a request costs less than a microsecond. */
export function createRequestCounts(clock: Clock): RequestCounts {
  const total = numbers(METRICS.requests);
  const duration = histogram(METRICS.requestDuration);
  const sli = histogram(METRICS.requestSli);
  const terminations = numbers(METRICS.requestTerminations);
  const sizes = histogram(METRICS.responseSizes);
  const longRunning = numbers(METRICS.longRunning);
  /** By resource name, which few groups and versions share. */
  const served = new Map<string, Counted[]>();
  /** By `keyOf`. */
  const known = new Map<string, Counted>();
  const unserved: Counted = { group: '', version: '', resource: '', subresource: '', verbs: [], series: [] };

  function seriesOf(context: RequestContext, info: RequestInfo): RequestSeries {
    const scope = scopeLabel(info);
    const verb = verbLabel(context, info, scope);
    const dryRun = dryRunLabel(context);
    const counted =
      (info.type === 'resource' && served.get(info.resource)?.find((each) => isAbout(info, each))) || unserved;
    const found = counted.series.find((each) => each.verb === verb && each.scope === scope && each.dryRun === dryRun);
    if (found !== undefined) return found;
    const { group, version, resource, subresource } = counted;
    const about = [group, version, resource, subresource, scope, 'apiserver'];
    const labels = [verb, dryRun, ...about];
    const series: RequestSeries = {
      verb,
      scope,
      dryRun,
      duration: duration.at(...labels),
      sli: isLongRunning(info) ? undefined : sli.at(verb, ...about),
      sizes: verb === 'GET' || verb === 'LIST' ? sizes.at(verb, ...about) : undefined,
      open: isLongRunning(info) ? longRunning.at(verb, ...about) : undefined,
      codes: new Map(),
      labels,
    };
    counted.series.push(series);
    return series;
  }

  /** Deletes the series of removed resources, which would otherwise accumulate in memory and in `/metrics`. */
  function forget(names: ReadonlySet<string>): void {
    for (const series of [total, duration, sli, terminations, sizes, longRunning]) {
      const [group, version, resource, subresource] = ABOUT.map((label) => series.definition.labels.indexOf(label));
      series.forget((labels) => {
        const at = (index = -1): string => labels[index] ?? '';
        const about = { group: at(group), version: at(version), resource: at(resource), subresource: at(subresource) };
        return about.resource !== '' && names.has(nameOf(about));
      });
    }
  }

  return {
    metrics: [total, duration, sli, terminations, sizes, longRunning],
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
        const counted: Counted = { ...each, series: formerly?.series ?? [] };
        known.set(keyOf(each), counted);
        obtained(served, each.resource, () => []).push(counted);
      }
      const names = new Set(gone.filter(({ series }) => series.length > 0).map(nameOf));
      if (names.size === 0) return;
      for (const each of [...served.values()].flat()) names.delete(nameOf(each));
      forget(names);
    },
    begin(context) {
      const start = clock();
      const info = context.observedInfo;
      const { verb, duration: durations, sli: levels, sizes: bytesOf, open, codes, labels } = seriesOf(context, info);
      if (open !== undefined) open.value += 1;
      return {
        isSized: bytesOf !== undefined,
        end(status, bytes) {
          obtained(codes, status, () => total.at(...labels, String(status))).value += 1;
          const elapsed = clock() - start;
          durations.observe(elapsed / 1000);
          levels?.observe((elapsed - context.outsideTime) / 1000);
          if (context.isTerminated) terminations.at(verb, ...labels.slice(2), String(status)).value += 1;
          bytesOf?.observe(bytes);
          if (open !== undefined) open.value -= 1;
        },
      };
    },
  };
}

const ABOUT = ['group', 'version', 'resource', 'subresource'] as const;

function nameOf(counted: Pick<CountedResource, (typeof ABOUT)[number]>): string {
  return ABOUT.map((label) => counted[label]).join('/');
}

/** All label values of a resource, and its verbs. */
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
