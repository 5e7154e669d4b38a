/**
 * `npm run bench [-- store…] [-- --only=text]`: measures speed and memory against targets and peers. docs/benchmarks.md
 * describes all options.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArguments, type Settings } from './bench/arguments.js';
import { SECONDS } from './bench/load.js';
import { describeMachine } from './bench/machine.js';
import type { Outcome } from './bench/outcome.js';
import { peerOf, versionOfPeer } from './bench/peer.js';
import { publish, svgOf } from './bench/publish.js';
import type { StoreName } from './bench/row.js';
import { measureCurves, measureRows } from './bench/run.js';
import { WORKERS } from './bench/server.js';
import { ROOT } from './house/sources.js';
import type * as Tools from './tools.mjs';

const parsed = parseArguments(process.argv.slice(2));
if (parsed.ok) {
  await bench(parsed.settings);
} else {
  process.stderr.write(`error: ${parsed.problem}\n`);
  process.exitCode = 2;
}

async function bench(wanted: Settings): Promise<void> {
  const { ensureBenchTools } = (await import(join(ROOT, 'scripts/tools.mjs'))) as typeof Tools;
  const { env, missing } = ensureBenchTools();
  Object.assign(process.env, env, { [WORKERS]: String(wanted.workers), [SECONDS]: String(wanted.seconds) });
  for (const what of missing) process.stderr.write(`Rows are skipped because of missing programs: ${what}.\n`);
  const settings = {
    ...wanted,
    stores: wanted.stores.filter(isAvailable),
    curveStores: wanted.curveStores.filter(isAvailable),
  };
  const print = (text: string): void => void process.stdout.write(text);
  const peer = settings.peer && (await peerOf(settings.peer));
  const when = new Date().toISOString();
  const rows = settings.isTable ? await measureRows(settings, { print, ...(peer && { peer }) }) : [];
  const curves = settings.isGrowth ? await measureCurves(settings, print) : [];
  const { machine, versions } = describeMachine();
  const outcome: Outcome = {
    when,
    machine,
    versions: { ...versions, ...(peer && { peer: await versionOfPeer(peer) }) },
    settings: withoutSecrets(settings),
    rows,
    curves,
  };
  if (settings.json !== undefined) await writeFile(settings.json, `${JSON.stringify(outcome, undefined, 2)}\n`);
  if (settings.svg !== undefined) await writeFile(settings.svg, svgOf(outcome));
  if (settings.isPublished) await publish(outcome, settings);
  if (rows.some(({ error }) => error !== undefined)) process.exitCode = 1;
}

/** Missing programs were reported already. */
function isAvailable(store: StoreName): boolean {
  if (store === 'etcd') return process.env['ETCD'] !== undefined;
  return store !== 'etcd-new' || process.env['ETCD_NEW'] !== undefined;
}

/** The settings without secrets and names of files. */
function withoutSecrets({
  stores,
  only,
  isHeadline,
  peer,
  maxObjects,
  maxWatchers,
  workers,
  seconds,
}: Settings): Outcome['settings'] {
  return {
    stores: stores.join(', '),
    only,
    rows: isHeadline ? 'headline' : 'all',
    peer: peer?.command === undefined ? (peer?.url ?? 'none') : 'started for each group of rows',
    'max-objects': String(maxObjects),
    'max-watchers': String(maxWatchers),
    workers: String(workers),
    seconds: String(seconds),
  };
}
