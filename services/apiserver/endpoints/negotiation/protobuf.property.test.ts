import assert from 'node:assert/strict';
import { createDomain } from '@pilothouse/apimachinery/domain/domain.js';
import { newObject, type JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { encodeWatchEvent } from '@pilothouse/apimachinery/protobuf/envelope.js';
import { arbitraryFor } from '@pilothouse/apimachinery/schema/arbitrary.test.helper.js';
import { present, structOf } from '@pilothouse/apimachinery/schema/struct.test.helper.js';
import type { Entry, Store, StoreEvent } from '@pilothouse/storage/store.js';
import * as fc from 'fast-check';
import { builtInResources } from '@pilothouse/kinds/built-in.js';
import { realEnvironment } from '../../registry/environment.js';
import { createResources } from '../../registry/resource.js';
import { createKeyedMutex } from '../../registry/keyed-mutex.js';
import { isStream, type Response } from '../../request/response.js';
import type { Scope } from '../scope.js';
import { representation, testContext, testScope } from '../scope.test.helper.js';
import { partialMetadata } from '../table/partial-metadata.js';
import { batchBytes, initialBytes, type View } from '../watch-encoding.js';
import { createProtobufCache } from './protobuf-cache.js';
import type { Representation } from './representation.js';
import { entryResponse } from './write-entry.js';
import { listResponse } from './write-list.js';

const common = testScope();
const resources = builtInResources(createDomain()).flatMap((definition) =>
  createResources(definition, { store: {} as Store, environment: realEnvironment, mutex: createKeyedMutex() }),
);
const OBJECT = representation('protobuf');
const METADATA = representation('protobuf', 'metadata');
const FIRST = 7;

async function hex({ body }: Pick<Response, 'body'>): Promise<string> {
  const chunks: Uint8Array[] = [];
  if (isStream(body)) for await (const chunk of body) chunks.push(chunk);
  else chunks.push(...body);
  return Buffer.concat(chunks).toString('hex');
}

/** The expected response, encoded from whole objects. */
function expectedResponse(scope: Scope, { as }: Representation) {
  const { resource, forms } = scope;
  if (as.type !== 'metadata')
    return { one: present(resource.protobuf), many: present(resource.protobufList), show: (it: JsonObject) => it };
  const { version } = as;
  const show = (object: JsonObject): JsonObject => partialMetadata(scope, object, version);
  return { one: forms.partial(version), many: forms.partialList(version), show };
}

function event(type: string, object: Uint8Array): Buffer {
  const bytes = encodeWatchEvent(type, object);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.byteLength);
  return Buffer.concat([length, bytes]);
}

describe('protobuf responses', () => {
  for (const resource of resources) {
    const { kind, apiVersion, version, stored } = resource;
    it(`equal the encoder's output for objects: ${kind} of ${apiVersion}`, async () => {
      const objects = fc.array(arbitraryFor(structOf(version.schema), { valid: false, defaults: true }), {
        minLength: 1,
        maxLength: 3,
      });
      const budgets = fc.constantFrom(1, 500, 1_000_000);
      await fc.assert(
        fc.asyncProperty(objects, budgets, fc.constantFrom(OBJECT, METADATA), async (values, budget, shown) => {
          const scope: Scope = { ...common, resource, protobufCache: createProtobufCache(budget) };
          const entries = values.map((value, index): Entry => {
            const object = Object.assign(newObject(), value, { metadata: value['metadata'] ?? newObject() });
            return { key: `/${index}`, value: stored.encode(object), revision: FIRST + index };
          });
          const { one, many, show } = expectedResponse(scope, shown);
          const whole = (entry: Entry): Uint8Array => one.encode(show(stored.decode(entry)));

          const metadata = Object.assign(newObject(), { resourceVersion: '9' });
          // All items uncached, then cached, then a part of them and in another order.
          for (const listed of [entries, entries, entries.slice(1), entries.toReversed()]) {
            const items = listed.map((entry) => show(stored.decode(entry)));
            const list = Buffer.from(many.encode(Object.assign(newObject(), { metadata, items }))).toString('hex');
            const options = { representation: shown, metadata };
            assert.equal(await hex(await listResponse(scope, testContext(), listed, options)), list);
          }

          for (const entry of entries) {
            const options = { status: 200, representation: shown };
            const body = await hex(await entryResponse(scope, testContext(), entry, options));
            assert.equal(body, Buffer.from(whole(entry)).toString('hex'));
          }

          const view = (isWanted?: View['isWanted']): View => ({
            scope,
            context: testContext(),
            representation: shown,
            isWanted,
            hasColumns: false,
          });
          const added = Buffer.concat(entries.map((entry) => event('ADDED', whole(entry))));
          assert.deepEqual(Buffer.concat([...initialBytes(view(), entries)]), added);
          const events = entries.flatMap((entry): StoreEvent[] => [
            { type: 'put', entry, previous: undefined },
            { type: 'delete', key: entry.key, revision: 99, previous: entry },
          ]);
          const expected = entries.flatMap((entry) => [
            event('ADDED', whole(entry)),
            event('DELETED', whole({ ...entry, revision: 99 })),
          ]);
          for (const each of [view(), view(() => true)]) {
            assert.deepEqual(Buffer.from(batchBytes(each, { revision: 99, events }) ?? []), Buffer.concat(expected));
          }
        }),
        { numRuns: 6 },
      );
    });
  }
});
