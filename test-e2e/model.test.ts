import assert from 'node:assert/strict';
import { runModel } from './model/run.js';
import { embeddedSystem, etcdSystem, type System } from './model/system.js';
import { describeWith, type Tool } from './support/needs.js';

/**
 * Random clients against servers with a failing store. What they observe must follow from the store's log. MODEL_SECONDS is the
 * total duration (20 by default). MODEL_SEED repeats the choices of a run, but not its timing.
 */
const SECONDS = Number(process.env['MODEL_SECONDS'] ?? 20);
const SEED = Number(process.env['MODEL_SEED'] ?? Date.now() % 1_000_000);
/** Seconds after which a new round begins, with another seed and new servers. */
const ROUND = 60;
/** Enough to start, to settle and to check. */
const MARGIN = 120_000;

/** An etcd that sends progress notifications, so that the watch cache serves consistent lists. */
const NEW_ETCD = process.env['ETCD_NEW'];

const SYSTEMS: readonly {
  readonly name: string;
  readonly needs: readonly Tool[];
  /** Of the total duration. */
  readonly share: number;
  /** Undefined if it is not available. */
  readonly make: (() => Promise<System>) | undefined;
}[] = [
  {
    name: 'two servers on a new etcd of three',
    needs: [],
    share: 0.4,
    make: NEW_ETCD === undefined ? undefined : () => etcdSystem(3, NEW_ETCD),
  },
  { name: 'two servers on an etcd of three', needs: ['ETCD'], share: 0.2, make: () => etcdSystem(3) },
  { name: 'two servers on an etcd of one', needs: ['ETCD'], share: 0.2, make: () => etcdSystem(1, NEW_ETCD) },
  { name: 'one server with the embedded store', needs: [], share: 0.2, make: embeddedSystem },
];

for (const { name, needs, share, make } of SYSTEMS) {
  describeWith(needs, `the model, ${name}`, () => {
    if (make === undefined) {
      it.skip('needs ETCD_NEW to name an etcd of 3.5.8 or later');
      return;
    }
    const rounds = Math.max(1, Math.ceil((SECONDS * share) / ROUND));
    const milliseconds = (SECONDS * share * 1000) / rounds;
    for (let round = 0; round < rounds; round++) {
      const seed = SEED + round;
      it(`explains everything that clients observed (MODEL_SEED=${seed})`, async function () {
        this.timeout(milliseconds + MARGIN);
        const system = await make();
        try {
          const { violations, summary } = await runModel({ system, seed, milliseconds });
          process.stdout.write(`      ${summary}\n`);
          const more = violations.length > 20 ? `\n… and ${violations.length - 20} more` : '';
          assert.equal(violations.length, 0, violations.slice(0, 20).join('\n') + more);
        } finally {
          await system.remove();
        }
      });
    }
  });
}
