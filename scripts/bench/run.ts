import { admission } from './admission.js';
import { admissionChain } from './admission-chain.js';
import { admissionPolicies } from './admission-policies.js';
import { admissionService } from './admission-service.js';
import { apply } from './apply.js';
import type { Settings } from './arguments.js';
import { authorization } from './authorization.js';
import { codec } from './codec.js';
import { createParts } from './create-parts.js';
import { customObjects } from './custom-objects.js';
import { customResources, watchedCustomResources } from './custom-rows.js';
import { manyDefinitions } from './definitions.js';
import { startOnDefinitions } from './definitions-start.js';
import { filters } from './filters.js';
import { growWithObjects, type Plot } from './growth.js';
import { growWithWatchers } from './growth-watchers.js';
import { fullServer } from './lists.js';
import { formatNumber, outcomeRow, rounded, type Curve, type OutcomeRow, type Point } from './outcome.js';
import { overloadedServer } from './overload.js';
import { replica } from './replica.js';
import { emptyServer } from './requests.js';
import { rules } from './rules.js';
import type { Peer } from './peer.js';
import { asError, isHeadline, type Group, type Result, type Row, type StoreName } from './row.js';
import { signIn } from './sign-in.js';
import { startInProcess, startOfProcess } from './start.js';
import { rowText, TABLE_HEAD } from './table.js';
import { encryption } from './encryption.js';
import { tracing } from './tracing.js';
import { idleConnections, idleStreams, watchedServer, watchedStreams } from './watches.js';
import { webhooks } from './webhooks.js';
import { workers } from './workers.js';

export const GROUPS: readonly Group[] = [
  codec,
  authorization,
  signIn,
  apply,
  admission,
  admissionChain,
  admissionPolicies,
  rules,
  filters,
  createParts,
  startOfProcess,
  startInProcess,
  emptyServer,
  fullServer,
  watchedServer,
  idleConnections,
  idleStreams,
  watchedStreams,
  manyDefinitions,
  startOnDefinitions,
  customObjects,
  customResources,
  watchedCustomResources,
  admissionService,
  webhooks,
  tracing,
  encryption,
  overloadedServer,
  replica,
  workers,
];

interface Means {
  readonly print: (text: string) => void;
  readonly peer?: Peer;
}

/** Measures and prints rows. */
export async function measureRows(settings: Settings, { print, peer }: Means): Promise<OutcomeRow[]> {
  const measured: OutcomeRow[] = [];
  const isWanted = (row: Row): boolean => row.name.includes(settings.only) && (!settings.isHeadline || isHeadline(row));
  print(TABLE_HEAD);
  for (const { store, groups } of planOf(settings)) {
    for (const { rows, measure } of groups) {
      const reported = new Set<Row>();
      const report = (row: Row, result: Result | Error): void => {
        const outcome = outcomeRow(store, row, result);
        reported.add(row);
        measured.push(outcome);
        print(rowText(outcome, settings));
      };
      await measure({ store, isWanted, report, ...(peer && { peer }) }).catch((error: unknown) => {
        for (const row of rows) if (isWanted(row) && !reported.has(row)) report(row, asError(error));
      });
    }
  }
  return measured;
}

interface Part {
  readonly store: StoreName;
  readonly groups: readonly Group[];
}

/** The headline rows include those that need no store. */
function planOf({ stores, isHeadline }: Settings): readonly Part[] {
  const all = stores.map((store): Part => ({ store, groups: GROUPS }));
  if (!isHeadline || stores.includes('ephemeral')) return all;
  return [{ store: 'ephemeral', groups: GROUPS.filter(({ isInProcess = false }) => isInProcess) }, ...all];
}

/** Measures and prints points. A curve ends at the first failure. */
export async function measureCurves(settings: Settings, print: Means['print']): Promise<Curve[]> {
  const curves = new Map<string, Curve & { readonly points: Point[] }>();
  const isWanted = ({ name }: { readonly name: string }): boolean => name.includes(settings.only);
  const plotOf =
    (store: StoreName, of: Curve['of']): Plot =>
    ({ name, why }, at, { value, unit }) => {
      const key = `${store} ${name}`;
      const curve = curves.get(key) ?? { name, store, why, of, unit, points: [] };
      curves.set(key, curve);
      curve.points.push({ at, value: rounded(value) });
      print(
        `${`${formatNumber(at)} ${of}`.padEnd(18)}${name.padEnd(28)}${store.padEnd(12)}${formatNumber(value)} ${unit}\n`,
      );
    };
  for (const store of settings.curveStores) {
    const failed = (error: unknown): void => print(`  (${store}: ${asError(error).message})\n`);
    const { maxObjects, maxWatchers } = settings;
    await growWithObjects(store, { max: maxObjects, isWanted, plot: plotOf(store, 'objects') }).catch(failed);
    await growWithWatchers(store, { max: maxWatchers, isWanted, plot: plotOf(store, 'watchers') }).catch(failed);
  }
  return [...curves.values()];
}
