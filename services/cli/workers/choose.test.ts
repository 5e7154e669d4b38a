import assert from 'node:assert/strict';
import { chooseWorker, type Candidate } from './choose.js';

const NOW = 1000;

describe('chooseWorker', () => {
  const tables: readonly {
    readonly title: string;
    readonly workers: readonly (readonly [Candidate['state'], connections: number, handedAt?: number])[];
    readonly chosen: number;
  }[] = [
    {
      title: 'the one with the fewest connections',
      workers: [
        ['ready', 3],
        ['ready', 1],
        ['ready', 2],
      ],
      chosen: 1,
    },
    {
      title: 'the first of equal ones',
      workers: [
        ['ready', 1],
        ['ready', 1],
      ],
      chosen: 0,
    },
    {
      title: 'a ready one',
      workers: [
        ['listening', 0],
        ['ready', 9],
        ['starting', 0],
        ['closing', 0],
      ],
      chosen: 1,
    },
    {
      title: 'one that listens, if none is ready',
      workers: [
        ['starting', 0],
        ['listening', 4],
      ],
      chosen: 1,
    },
    {
      title: 'none that cannot take any',
      workers: [
        ['starting', 0],
        ['closing', 0],
      ],
      chosen: -1,
    },
    {
      title: 'none while the least used one takes another',
      workers: [
        ['ready', 1, 950],
        ['ready', 2],
      ],
      chosen: -1,
    },
    {
      title: 'another one when it takes too long',
      workers: [
        ['ready', 1, 400],
        ['ready', 2],
      ],
      chosen: 1,
    },
    {
      title: 'none while all take too long',
      workers: [
        ['ready', 1, 400],
        ['ready', 2, 400],
      ],
      chosen: -1,
    },
    { title: 'none of none', workers: [], chosen: -1 },
  ];
  for (const { title, workers, chosen } of tables) {
    it(`returns ${title}`, () => {
      const candidates = workers.map(([state, connections, at]): Candidate => ({
        state,
        connections,
        handed: at === undefined ? undefined : { at },
        isAnswering: true,
      }));
      const found = chooseWorker(candidates, NOW);
      assert.equal(found === undefined ? -1 : candidates.indexOf(found), chosen);
    });
  }
});
