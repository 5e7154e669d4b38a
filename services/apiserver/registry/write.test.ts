import assert from 'node:assert/strict';
import { parseJson } from '@pilothouse/apimachinery/json/parse.js';
import { isObject, type JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { metadataOf } from '@pilothouse/apimachinery/meta/object.js';
import type { FieldError } from '@pilothouse/apimachinery/status/field-error.js';
import type { Steps } from '@pilothouse/apimachinery/steps/steps.js';
import { openEmbeddedStore } from '@pilothouse/storage/embedded/store.js';
import { StoreUnavailableError } from '@pilothouse/storage/store.js';
import { createObject } from './create.js';
import { realEnvironment } from './environment.js';
import { createKeyedMutex } from './keyed-mutex.js';
import { createResources } from './resource.js';
import { updateObject } from './update.js';
import { widgets } from '@pilothouse/kinds/definition/widgets.test.helper.js';
import { allFindings, isSame, NO_ADMISSION, refusingTooLarge, type Stored } from './write.js';

describe('a write to a store', () => {
  it('of a value that is too large is 413', async () => {
    const write = Promise.reject(new RangeError('etcd at http://10.0.0.1:2379: request is too large'));
    const message = 'the object is too large to be stored';
    await assert.rejects(refusingTooLarge(write), { reason: 'RequestEntityTooLarge', code: 413, message });
  });

  it('forwards results and other errors', async () => {
    const result = { ok: true, revision: 7 } as const;
    assert.equal(await refusingTooLarge(Promise.resolve(result)), result);
    const error = new StoreUnavailableError('gone', false);
    await assert.rejects(refusingTooLarge(Promise.reject(error)), error);
  });

  for (const [a, b, same] of [
    ['{"a":1,"b":{"c":2,"d":3}}', '{"b":{"d":3,"c":2},"a":1}', true],
    ['{"a":[1,2]}', '{"a":[2,1]}', false],
    ['{"a":1}', '{"a":2}', false],
    ['{"a":1}', '{"a":1,"b":2}', false],
    ['{"metadata":{"name":"a"},"b":1}', '{"b":1,"metadata":{"name":"a"}}', true],
    ['{"metadata":{"name":"a"},"b":1}', '{"b":1,"metadata":{"name":"b"}}', false],
  ] as const) {
    it(`knows that ${a} ${same ? 'is' : 'is not'} ${b}`, () => {
      assert.equal(isSame(stored(a), stored(b)), same);
    });
  }

  it('ignores the resourceVersion when it compares values', () => {
    const [live, wanted] = [stored('{"metadata":{"name":"a","b":1}}'), stored('{"metadata":{"b":1,"name":"a"}}')];
    metadataOf(live.object).resourceVersion = '7';
    assert.ok(isSame(wanted, live));
    assert.equal(metadataOf(live.object).resourceVersion, '7');
  });
});

describe('a write', () => {
  it('yields to the event loop between its steps', async () => {
    const store = await openEmbeddedStore({ ephemeral: true });
    let asked = 0;
    const [widget] = createResources(widgets('v1 alone'), {
      store,
      environment: realEnvironment,
      mutex: createKeyedMutex(),
      maybeYield: async () => void (asked += 1),
    });
    assert.ok(widget);
    const write = { namespace: 'ns', dryRun: false, signal: new AbortController().signal, admission: NO_ADMISSION };
    const sent = { metadata: { name: 'a', namespace: 'ns' }, size: 3 };
    await createObject(widget, widget.decode(sent).value, { ...write, manager: 'm' });
    assert.ok(asked >= 5, `${asked} times`);
    asked = 0;
    const change = (live: JsonObject): JsonObject => ({ ...live, size: 4 });
    await updateObject(widget, { ...write, manager: 'm', name: 'a', subresource: '', change });
    assert.ok(asked >= 8, `${asked} times`);
    await store.close();
  });

  it('awaits the steps of rules', async () => {
    let asked = 0;
    function* steps(): Steps<readonly FieldError[]> {
      for (let step = 0; step < 3; step++) yield;
      return [];
    }
    assert.deepEqual(await allFindings(steps(), async () => void (asked += 1)), []);
    assert.equal(asked, 3);
  });
});

function stored(text: string): Stored {
  const { value: object } = parseJson(text);
  assert.ok(isObject(object));
  return { object, value: Buffer.from(text) };
}
