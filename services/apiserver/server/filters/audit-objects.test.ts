import assert from 'node:assert/strict';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { auditedApi, MAPS } from './audited-api.test.helper.js';

describe('the audit log', () => {
  const { use, request, events, eventsOf, lastOf } = auditedApi();

  describe('at its level', () => {
    const body = { metadata: { name: 'old', labels: { a: 'c' } } };
    const merge = { body, headers: { 'content-type': 'application/merge-patch+json' } };
    for (const [level, sent, answered] of [
      ['None', undefined, undefined],
      ['Metadata', false, false],
      ['Request', true, false],
      ['RequestResponse', true, true],
    ] as const) {
      it(`${level} records ${sent === true ? 'the' : 'no'} request object and ${answered === true ? 'the' : 'no'} response object`, async () => {
        const events = await eventsOf(level, 'PATCH', `${MAPS}/old`, merge);
        assert.equal(events.length, sent === undefined ? 0 : 2);
        const event = events.at(-1);
        assert.deepEqual(event?.requestObject, sent === true ? body : undefined);
        assert.equal(event?.responseObject !== undefined, answered === true);
        assert.equal(events[0]?.requestObject, undefined);
      });
    }

    it('records the Status of errors and of deletions', async () => {
      const error = await lastOf('RequestResponse', 'GET', `${MAPS}/absent`);
      const { kind, apiVersion, ...status } = error.responseObject as JsonObject;
      assert.deepEqual([kind, apiVersion, status], ['Status', 'v1', error.responseStatus]);
      const deletion = await lastOf('Request', 'DELETE', `${MAPS}/old`, { body: { dryRun: ['All'] } });
      assert.equal(deletion.responseStatus?.status, 'Success');
      assert.equal(deletion.responseStatus?.details?.name, 'old');
      assert.deepEqual([deletion.requestObject, deletion.responseObject], [{ dryRun: ['All'] }, undefined]);
    });

    it('records no bodies of non-resource requests', async () => {
      for (const target of ['/version', '/nowhere']) {
        const event = await lastOf('RequestResponse', 'GET', target);
        assert.deepEqual([event.requestObject, event.responseObject], [undefined, undefined]);
      }
    });
  });

  describe('records JSON for a response with', () => {
    const table = 'application/json;as=Table;g=meta.k8s.io;v=v1';
    const metadata = 'application/vnd.kubernetes.protobuf;as=PartialObjectMetadata;g=meta.k8s.io;v=v1';
    const cases: readonly (readonly [accept: string, target: string, kind: string])[] = [
      ['application/json', `${MAPS}/old`, 'ConfigMap'],
      ['application/json', `${MAPS}/old?pretty=true`, 'ConfigMap'],
      ['application/yaml', `${MAPS}/old`, 'ConfigMap'],
      ['application/vnd.kubernetes.protobuf', `${MAPS}/old`, 'ConfigMap'],
      ['application/json', MAPS, 'ConfigMapList'],
      ['application/yaml', MAPS, 'ConfigMapList'],
      ['application/vnd.kubernetes.protobuf', MAPS, 'ConfigMapList'],
      [table, MAPS, 'Table'],
      [metadata, `${MAPS}/old`, 'PartialObjectMetadata'],
    ];
    for (const [accept, target, kind] of cases) {
      it(`${accept}: ${target}`, async () => {
        const event = await lastOf('RequestResponse', 'GET', target, { headers: { accept } });
        const object = event.responseObject as JsonObject;
        assert.equal(object['kind'], kind);
        const json = accept.replace('vnd.kubernetes.protobuf', 'json').replace('yaml', 'json');
        const { text } = await request('GET', target, { headers: { accept: json } });
        assert.deepEqual(object, JSON.parse(text));
      });
    }
  });

  it('reads stored objects of any nesting depth', async () => {
    const revisions = '/apis/apps/v1/namespaces/default/controllerrevisions';
    const nested = (depth: number): JsonObject =>
      Array.from({ length: depth }).reduce<JsonObject>((inner) => ({ a: inner }), {});
    const body = (depth: number): JsonObject => ({ metadata: { name: 'deep' }, revision: 1, data: nested(depth) });
    use({ level: 'RequestResponse' });
    assert.equal((await request('POST', revisions, { body: body(899) })).status, 400);
    events();
    const table = { headers: { accept: 'application/json;as=Table;g=meta.k8s.io;v=v1' } };
    for (const [method, target, sent, status] of [
      ['POST', revisions, { body: body(898) }, 201],
      ['GET', `${revisions}/deep`, {}, 200],
      ['GET', revisions, {}, 200],
      ['GET', `${revisions}?includeObject=Object`, table, 200],
      ['DELETE', `${revisions}/deep`, {}, 200],
    ] as const) {
      assert.equal((await request(method, target, sent)).status, status, `${method} ${target}`);
      assert.ok(events().at(-1)?.responseObject !== undefined, `${method} ${target}`);
    }
  });

  it('omits managed fields if the policy says so', async () => {
    for (const [target, accept] of [
      [`${MAPS}/old`, 'application/json'],
      [MAPS, 'application/json'],
      [MAPS, 'application/json;as=Table;g=meta.k8s.io;v=v1'],
    ] as const) {
      const texts = [];
      for (const omitManagedFields of [true, false]) {
        use({ level: 'RequestResponse', omitManagedFields });
        await request('GET', target, { headers: { accept } });
        texts.push(JSON.stringify(events().at(-1)?.responseObject));
      }
      assert.deepEqual(
        texts.map((text) => text.includes('managedFields')),
        [false, true],
      );
    }
  });
});
