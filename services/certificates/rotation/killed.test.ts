import assert from 'node:assert/strict';
import { isIssuedBy, readPair } from '@pilothouse/runtime/certificates/inspect.js';
import { Killed, memory, type Memory } from '../store/memory.test.helper.js';
import { bundleIn, DAY, HOUR, run, START } from './run.test.helper.js';

const text = `
authorities: [{name: ca, commonName: Root}]
certificates: [{name: web, authority: ca, commonName: web, usages: [client]}]
keys: [{name: sa}]
kubeconfigs: [{name: config, certificate: web, authority: ca, server: 'https://a'}]
`;
const DUE = START + 87600 * HOUR - (365 + 30) * DAY;

/** The steps and their times. */
const phases: readonly (readonly [name: string, at: number])[] = [
  ['everything is created', START],
  ['certificates that expire soon are renewed', START + 340 * DAY],
  ['expired certificates are renewed', DUE - DAY],
  ['successors are created', DUE],
  ['successors sign', DUE + HOUR],
  ['a former authority is removed', START + 87600 * HOUR],
];

describe('a run that is killed after any write', () => {
  let former = memory();
  for (const [name, at] of phases) {
    it(`can be continued by the next run: ${name}`, async () => {
      const options = { text, rotateKeys: at === DUE };
      let store = former.copy();
      let steps = 0;
      for (let isKilled = true; isKilled; steps++) {
        store = former.copy();
        store.killAfter(steps);
        isKilled = await run(store.open(), at, options).then(
          () => false,
          (error: unknown) => {
            assert.ok(error instanceof Killed, String(error));
            return true;
          },
        );
        store.killAfter(Infinity);
        const { problems } = await run(store.open(), at, options);
        assert.deepEqual(problems, [], `after ${steps} steps`);
        assertWhole(store);
      }
      assert.ok(steps > 3);
      const { lines } = await run(store.open(), at, { text });
      assert.ok(
        lines.every((line) => line.startsWith('kept')),
        lines.join(),
      );
      former = store;
    });
  }
});

function assertWhole(store: Memory): void {
  for (const name of ['ca', 'web']) {
    const { 'tls.crt': certPem = '', 'tls.key': keyPem = '', 'ca.crt': bundle } = store.entriesOf(name);
    const pair = readPair({ certPem, keyPem });
    assert.ok(pair !== undefined && bundleIn(bundle).some((ca) => isIssuedBy(pair.cert, ca)), name);
  }
}
