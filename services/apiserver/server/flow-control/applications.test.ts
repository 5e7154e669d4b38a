import assert from 'node:assert/strict';
import { createDomain } from '@pilothouse/apimachinery/domain/domain.js';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { metadataOf } from '@pilothouse/apimachinery/meta/object.js';
import { flowcontrolKinds } from '@pilothouse/kinds/flowcontrol/index.js';
import { everything, flowSchema, groups, limited, priorityLevel } from '@pilothouse/kinds/flowcontrol/make.js';
import { openEmbeddedStore } from '@pilothouse/storage/embedded/store.js';
import type { Store } from '@pilothouse/storage/store.js';
import type { FlowConfig } from '../../flowcontrol/config.js';
import { createFlowControl } from '../../flowcontrol/flow-control.js';
import { configOf } from '../../flowcontrol/flow-control.test.helper.js';
import { createObject } from '../../registry/create.js';
import { deleteObject } from '../../registry/delete.js';
import { realEnvironment } from '../../registry/environment.js';
import { createKeyedMutex } from '../../registry/keyed-mutex.js';
import { createResources, resourceNamed, type Resource } from '../../registry/resource.js';
import { updateObject } from '../../registry/update.js';
import { startWrite } from '../start/bootstrap.js';
import { followFlowControl } from './follow.js';

const COUNT = 60;

/** More FlowSchemas than one pass gives a condition. */
describe('the application of FlowSchemas', () => {
  const domain = createDomain();
  const group = domain.group('flowcontrol.apiserver');
  let closing: AbortController;
  let store: Store;
  let schemas: Resource;
  let levels: Resource;
  let applied: FlowConfig[];
  beforeEach(async () => {
    closing = new AbortController();
    const { signal } = closing;
    store = await openEmbeddedStore({ ephemeral: true });
    const options = { store, environment: realEnvironment, mutex: createKeyedMutex() };
    const resources = flowcontrolKinds(domain).flatMap((kind) => createResources(kind, options));
    schemas = resourceNamed(resources, group, 'flowschemas');
    levels = resourceNamed(resources, group, 'prioritylevelconfigurations');
    for (let index = 0; index < COUNT; index++) await create(schemas, schemaOf(`schema-${index}`));
    const flowControl = createFlowControl({ config: configOf({}), requestTimeout: 60_000, random: () => 0 });
    applied = [];
    await followFlowControl({
      resources,
      group,
      flowControl: {
        ...flowControl,
        configure(config) {
          applied.push(config);
          flowControl.configure(config);
        },
      },
      seats: 100,
      now: realEnvironment.now,
      onError: (error) => assert.fail(String(error)),
      signal,
    });
  });
  afterEach(async () => {
    closing.abort();
    await store.close();
  });

  const schemaOf = (name: string): JsonObject =>
    flowSchema(name, { level: 'missing', precedence: 50, rules: everything(groups(name)) });
  const create = (resource: Resource, object: JsonObject) =>
    createObject(resource, resource.decode(object).value, startWrite(closing.signal));
  const change = (resource: Resource, name: string, make: (live: JsonObject) => JsonObject) =>
    updateObject(resource, { ...startWrite(closing.signal), name, subresource: '', change: make });

  /** Resolves when all FlowSchemas have the condition Dangling with this status. */
  async function reported(status: 'True' | 'False'): Promise<void> {
    for (;;) {
      const { entries } = await store.list('', {});
      const texts = entries.map(({ value }) => Buffer.from(value).toString());
      if (texts.filter((text) => text.includes(`"status":"${status}"`)).length === COUNT) return;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }
  async function applications(count: number): Promise<void> {
    while (applied.length < count) await new Promise(setImmediate);
    assert.equal(applied.length, count);
  }

  it('happens once for each change of a specification, and not for the conditions that it causes', async () => {
    await reported('True');
    await applications(1);
    await change(schemas, 'schema-0', (live) => ({
      ...live,
      metadata: { ...metadataOf(live), labels: { a: 'b' } },
    }));
    await create(levels, priorityLevel('missing', limited({ shares: 1, lendable: 0 })));
    await reported('False');
    await applications(2);
    await change(schemas, 'schema-0', (live) => ({
      ...live,
      spec: { ...(live['spec'] as JsonObject), matchingPrecedence: 60 },
    }));
    await applications(3);
    await deleteObject(schemas, {
      ...startWrite(closing.signal),
      name: 'schema-0',
      preconditions: {},
      deletion: {},
    });
    await applications(4);
    assert.deepEqual(
      applied.map(({ schemas: { size } }) => size - (applied[0]?.schemas.size ?? 0)),
      [0, COUNT, COUNT, COUNT - 1],
    );
  });
});
