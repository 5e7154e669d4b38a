import assert from 'node:assert/strict';
import { describePhase, loadSteps } from './production/load-steps.js';
import { runLoad } from './production/load.js';
import { startInstallation, startProduction, type Installation, type Production } from './production/installation.js';
import { runProduction } from './production/run.js';
import { describeWith } from './support/needs.js';

/**
 * A whole installation while each part of it is killed, hung, restarted and disconnected. DURATION is the number of seconds (60 by
 * default). SEED repeats the choices of a run, but not its timing.
 */
const SECONDS = Number(process.env['DURATION'] ?? 60);
const SEED = Number(process.env['SEED'] ?? Date.now() % 1_000_000);
/** Only faults, or steps under load, whose names match. */
const FAULTS = process.env['FAULTS'] ?? '.';
/** For manual runs: writes per second (the goal is 500) and their duration, on an otherwise idle machine. */
const LOAD = Number(process.env['LOAD'] ?? 0);
/** Enough to start, to settle and to check. */
const MARGIN = 180_000;

describeWith(['ETCD', 'HAPROXY'], 'an installation of several machines', () => {
  // Every process ends with this one.
  before(() => process.setMaxListeners(100));

  if (LOAD > 0) {
    let installation: Installation;
    before(async function () {
      this.timeout(MARGIN);
      installation = await startInstallation();
    });
    after(() => installation?.remove());

    it('is fast during faults and a rolling restart', async function () {
      this.timeout(4 * MARGIN);
      const load = { rate: LOAD, watches: 200 };
      const steps = loadSteps(installation).filter(({ name }) => new RegExp(FAULTS).test(name));
      const { phases, watched, failures } = await runLoad(installation, load, steps);
      const { events, lost, disordered, relists } = watched;
      const lines = [
        ...phases.flatMap(describePhase),
        `${events} events of 200 watches, ${lost} lost, ${disordered} again or late, ${relists} relists`,
        ...failures.slice(0, 5).map(String),
      ];
      process.stdout.write(lines.map((line) => `      ${line}\n`).join(''));
      assert.deepEqual({ lost, disordered, relists }, { lost: 0, disordered: 0, relists: 0 });
    });
    return;
  }

  let production: Production;
  before(async function () {
    this.timeout(MARGIN);
    production = await startProduction(new RegExp(FAULTS));
  });
  after(() => production?.remove());

  it(`keeps its guarantees during faults of every part (SEED=${SEED})`, async function () {
    this.timeout(SECONDS * 1000 + MARGIN);
    const { anomalies, summary } = await runProduction(production, { seed: SEED, milliseconds: SECONDS * 1000 });
    process.stdout.write(summary.map((line) => `      ${line}\n`).join(''));
    const more = anomalies.length > 20 ? `\n… and ${anomalies.length - 20} more` : '';
    assert.equal(anomalies.length, 0, anomalies.slice(0, 20).join('\n') + more);
  });
});
