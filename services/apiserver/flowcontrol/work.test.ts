import assert from 'node:assert/strict';
import { RequestContext } from '../request/context.js';
import { estimateWork, type ResourceLoad } from './work.js';

const MAPS = '/api/v1/namespaces/a/configmaps';
const load: ResourceLoad = { objects: 1000, bytes: 500_000, watchers: 45 };

describe('the work of a request', () => {
  const table: readonly (readonly [
    line: string,
    seats: number,
    afterwards: number,
    ResourceLoad | undefined,
    watchers?: number,
  ])[] = [
    [`GET ${MAPS}/b`, 1, 0, load],
    [`GET ${MAPS}`, 5, 0, load],
    [`GET ${MAPS}?limit=500`, 3, 0, load],
    [`GET ${MAPS}?limit=5000`, 5, 0, load],
    [`GET ${MAPS}?fieldSelector=metadata.name%3Db`, 1, 0, load],
    [`GET ${MAPS}`, 10, 0, { ...load, bytes: 50_000_000 }],
    [`GET ${MAPS}`, 1, 0, { objects: 0, bytes: 0, watchers: 0 }],
    [`GET ${MAPS}`, 1, 0, undefined],
    [`GET ${MAPS}?watch=1`, 5, 0, load],
    [`GET ${MAPS}?watch=1&resourceVersion=0`, 5, 0, load],
    [`GET ${MAPS}?watch=1&resourceVersion=7`, 1, 0, load],
    [`GET ${MAPS}?watch=1&resourceVersion=7&sendInitialEvents=true&resourceVersionMatch=NotOlderThan`, 5, 0, load],
    [`POST ${MAPS}`, 1, 25, load, 45],
    [`POST ${MAPS}`, 1, 0, undefined, 0],
    [`DELETE ${MAPS}/b`, 1, 25, load, 45],
    [`DELETE ${MAPS}`, 1, 0, load],
    [`PATCH ${MAPS}/b`, 1, 0, { ...load, watchers: 9 }, 9],
    ['POST /api/v1/namespaces/a/serviceaccounts/b/token', 1, 0, load],
    ['GET /version', 1, 0, load],
  ];
  for (const [line, seats, afterwards, of, watchers] of table) {
    it(`is ${seats} seats and ${afterwards} afterwards for ${line} with ${of?.bytes ?? 'unknown'} bytes`, () => {
      const [method = '', target = ''] = line.split(' ');
      const peer = { address: '127.0.0.1', certificate: { type: 'none' } } as const;
      const request = new RequestContext({ method, target, headers: {}, body: undefined, peer });
      assert.deepEqual(
        estimateWork(request, 10, () => of),
        { seats, afterwards, ...(watchers !== undefined && { watchers }) },
      );
      assert.equal(estimateWork(request, 2, () => of).seats, Math.min(2, seats));
    });
  }
});
