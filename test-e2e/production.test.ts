import assert from 'node:assert/strict';
import { describePhase, loadSteps } from './production/load-steps.js';
import { runLoad } from './production/load.js';
import { startInstallation, startProduction, type Installation, type Production } from './production/place.js';
import { runProduction } from './production/run.js';
import { describeWith } from './support/needs.js';

/**
 * A whole installation while every part of it is killed, hung, restarted and cut off. DURATION says for how many seconds (60 when
 * absent); SEED repeats the choices of a run, though not its timing.
 */
const SECONDS = Number(process.env['DURATION'] ?? 60);
const SEED = Number(process.env['SEED'] ?? Date.now() % 1_000_000);
/** Only faults whose names match. */
const FAULTS = process.env['FAULTS'] ?? '.';
/** By hand: so many writes a second (500 is the goal), and how long they take; for a machine with nothing else to do. */
const LOAD = Number(process.env['LOAD'] ?? 0);
/** More than enough to start, to come to rest and to check. */
const MARGIN = 180_000;

describeWith(['ETCD', 'HAPROXY'], 'an installation of several machines', () => {
  // Each process is ended with this one.
  before(() => process.setMaxListeners(100));

  if (LOAD > 0) {
    let installation: Installation;
    before(async function () {
      this.timeout(MARGIN);
      installation = await startInstallation();
    });
    after(() => installation?.remove());

    it('is fast while parts of it fail and all of it is restarted', async function () {
      this.timeout(4 * MARGIN);
      const load = { rate: LOAD, watches: 200 };
      const { phases, watched, failures } = await runLoad(installation, load, loadSteps(installation));
      const { events, lost, disordered, relists } = watched;
      const lines = [
        ...phases.map(describePhase),
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

  it(`keeps its promises while every part of it fails (SEED=${SEED})`, async function () {
    this.timeout(SECONDS * 1000 + MARGIN);
    const { anomalies, summary } = await runProduction(production, { seed: SEED, milliseconds: SECONDS * 1000 });
    process.stdout.write(summary.map((line) => `      ${line}\n`).join(''));
    const more = anomalies.length > 20 ? `\n… and ${anomalies.length - 20} more` : '';
    assert.equal(anomalies.length, 0, anomalies.slice(0, 20).join('\n') + more);
  });
});
