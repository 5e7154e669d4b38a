import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { startTestApi, type TestApi } from '../server/api.test.helper.js';

const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';
const MERGE = { 'content-type': 'application/merge-patch+json' };
const COLLECTORS: Readonly<Record<string, readonly string[]>> = {
  Orphan: ['orphan'],
  Background: [],
  Foreground: ['foregroundDeletion'],
};

type Trigger =
  | { readonly type: 'delete'; readonly policy: string }
  | { readonly type: 'update'; readonly finalizers: readonly string[] };

interface State {
  readonly finalizers: readonly string[];
  readonly isTerminating: boolean;
}

/** The response status of a trigger, and the next state; undefined once the object is removed. */
function transition(state: State | undefined, trigger: Trigger): readonly [status: number, next: State | undefined] {
  if (state === undefined) return [404, undefined];
  const next =
    trigger.type === 'delete'
      ? { finalizers: afterDelete(state.finalizers, COLLECTORS[trigger.policy]), isTerminating: true }
      : { ...state, finalizers: trigger.finalizers };
  const isAdded = (finalizer: string): boolean => !state.finalizers.includes(finalizer);
  const isTwofold = ['orphan', 'foregroundDeletion'].every((finalizer) => next.finalizers.includes(finalizer));
  const isLate = trigger.type === 'update' && state.isTerminating && next.finalizers.some(isAdded);
  if (isTwofold || isLate) return [422, state];
  return [200, next.isTerminating && next.finalizers.length === 0 ? undefined : next];
}

function afterDelete(finalizers: readonly string[], wanted: readonly string[] | undefined): readonly string[] {
  if (wanted === undefined) return finalizers;
  const kept = finalizers.filter((each) => each.includes('/') || wanted.includes(each));
  return [...kept, ...wanted.filter((each) => !kept.includes(each))];
}

describe('sequences of deletes and updates', () => {
  let api: TestApi;
  before(async () => {
    api = await startTestApi();
  });
  after(() => api.close());

  it('leave an object terminating once deleted, and remove it with its last finalizer', async () => {
    const trigger: fc.Arbitrary<Trigger> = fc.oneof(
      fc.constantFrom('', ...Object.keys(COLLECTORS)).map((policy) => ({ type: 'delete' as const, policy })),
      fc
        .shuffledSubarray(['a.b/c', 'a.b/d', 'orphan', 'foregroundDeletion'])
        .map((finalizers) => ({ type: 'update' as const, finalizers })),
    );
    let count = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(trigger, { maxLength: 6 }), async (triggers) => {
        const name = `n${++count}`;
        const path = `${CONFIG_MAPS}/${name}`;
        let state: State | undefined = { finalizers: ['a.b/c'], isTerminating: false };
        await api.request('POST', CONFIG_MAPS, { body: { metadata: { name, finalizers: ['a.b/c'] } } });
        for (const each of triggers) {
          const [status, next] = transition(state, each);
          state = next;
          const answer =
            each.type === 'delete'
              ? await api.request('DELETE', each.policy === '' ? path : `${path}?propagationPolicy=${each.policy}`)
              : await api.request('PATCH', path, {
                  body: { metadata: { finalizers: [...each.finalizers] } },
                  headers: MERGE,
                });
          assert.equal(answer.status, status, answer.text);
          const after = await api.request('GET', path);
          assert.equal(after.status, state === undefined ? 404 : 200);
          if (state === undefined) continue;
          const { finalizers = [], deletionTimestamp } = after.json['metadata'] as Record<string, unknown>;
          assert.deepEqual(finalizers, state.finalizers);
          assert.equal(deletionTimestamp, state.isTerminating ? '2026-01-02T03:04:05Z' : undefined);
        }
      }),
      { numRuns: 50 },
    );
  });
});
