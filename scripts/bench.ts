/**
 * `npm run bench [-- store…] [-- --only=text]`: measures speed and memory against targets and peers. docs/benchmarks.md
 * describes all options.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArguments, type Settings } from './bench/arguments.js';
import { describeMachine } from './bench/machine.js';
import type { Outcome } from './bench/outcome.js';
import { publish, svgOf } from './bench/publish.js';
import type { StoreName } from './bench/row.js';
import { measureCurves, measureRows } from './bench/run.js';
import { WORKERS } from './bench/server.js';
import type { Target } from './bench/target.js';
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
  Object.assign(process.env, env, { [WORKERS]: String(wanted.workers) });
  for (const what of missing) process.stderr.write(`Rows are skipped because of missing programs: ${what}.\n`);
  const settings = {
    ...wanted,
    stores: wanted.stores.filter(isAvailable),
    curveStores: wanted.curveStores.filter(isAvailable),
  };
  const print = (text: string): void => void process.stdout.write(text);
  const peer = await peerOf(settings);
  const when = new Date().toISOString();
  const rows = settings.isTable ? await measureRows(settings, { print, ...(peer && { peer }) }) : [];
  const curves = settings.isGrowth ? await measureCurves(settings, print) : [];
  const outcome: Outcome = { when, ...describeMachine(), settings: withoutSecrets(settings), rows, curves };
  if (settings.json !== undefined) await writeFile(settings.json, `${JSON.stringify(outcome, undefined, 2)}\n`);
  if (settings.svg !== undefined) await writeFile(settings.svg, svgOf(outcome));
  if (settings.isPublished) await publish(outcome);
  if (rows.some(({ error }) => error !== undefined)) process.exitCode = 1;
}

/** Missing programs were reported already. */
function isAvailable(store: StoreName): boolean {
  if (store === 'etcd') return process.env['ETCD'] !== undefined;
  return store !== 'etcd-new' || process.env['ETCD_NEW'] !== undefined;
}

async function peerOf({ peer }: Settings): Promise<Target | undefined> {
  if (peer === undefined) return undefined;
  const { url, token, isInsecure, caFile } = peer;
  const caPem = caFile === undefined ? undefined : await readFile(caFile, 'utf8');
  return { url, token, isInsecure, namespace: 'default', ...(caPem !== undefined && { caPem }) };
}

/** The settings without secrets. */
function withoutSecrets({ stores, only, peer, maxObjects, maxWatchers, workers }: Settings): Outcome['settings'] {
  return {
    stores: stores.join(', '),
    only,
    peer: peer?.url ?? 'none',
    'max-objects': String(maxObjects),
    'max-watchers': String(maxWatchers),
    workers: String(workers),
  };
}
