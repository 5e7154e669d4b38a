/**
 * `npm run soak -- --hours=8`: an installation of three replicas under load while everything fails in turn, and a page of
 * what was found. docs/soak.md describes the options.
 */
import { setMaxListeners } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { SoakOutcome } from '@pilothouse/test-e2e/soak/outcome.js';
import { runSoak } from '@pilothouse/test-e2e/soak/run.js';
import { describeMachine } from './bench/machine.js';
import { ROOT } from './house/sources.js';
import { parseArguments, type Settings } from './soak/arguments.js';
import { soakChart } from './soak/charts.js';
import { CHART, soakPage } from './soak/page.js';
import type * as Tools from './tools.mjs';

const parsed = parseArguments(process.argv.slice(2), Date.now() % 1_000_000);
if (parsed.ok) {
  await soak(parsed.settings);
} else {
  process.stderr.write(`error: ${parsed.problem}\n`);
  process.exitCode = 2;
}

async function soak(settings: Settings): Promise<void> {
  const { ensureSoakTools } = (await import(join(ROOT, 'scripts/tools.mjs'))) as typeof Tools;
  const { env, missing } = ensureSoakTools();
  Object.assign(process.env, env);
  if (missing.length > 0) {
    process.stderr.write(missing.map((what) => `error: missing: ${what}\n`).join(''));
    process.exitCode = 1;
    return;
  }
  const out = resolve(settings.out);
  await mkdir(out, { recursive: true });
  const stop = new AbortController();
  // Every process ends with this one.
  process.setMaxListeners(100);
  setMaxListeners(0, stop.signal);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  const { machine, versions } = describeMachine();
  const publish = async (outcome: SoakOutcome, isOver: boolean): Promise<void> => {
    await writeFile(join(out, CHART), soakChart(outcome));
    await writeFile(join(out, 'soak.md'), soakPage(outcome, { ...machine, ...versions }, isOver));
    process.stdout.write(`${lineOf(outcome)}\n`);
  };
  process.stdout.write(
    `Seed ${settings.seed}. The page is ${join(out, 'soak.md')}, and is written after each minute.\n`,
  );
  const outcome = await runSoak(settings, { signal: stop.signal, onWindow: (so) => publish(so, false) });
  await publish(outcome, true);
  if (outcome.findings.length > 0) process.exitCode = 1;
}

function lineOf({ lasted, writes, events, findings, faults }: SoakOutcome): string {
  return `${(lasted / 60_000).toFixed(1)} min: ${writes.acknowledged} writes, ${events} events, ${faults.length} faults, ${findings.length} findings`;
}
