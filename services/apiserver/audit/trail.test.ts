import assert from 'node:assert/strict';
import { parseJson } from '@pilothouse/apimachinery/json/parse.js';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { infoOf } from '../request/info.test.helper.js';
import { recorder } from './recorder.test.helper.js';
import type { AuditTrail } from './trail.js';

describe('the audit trail of a request', () => {
  const { audit, use, events } = recorder();

  function begin(level: string): AuditTrail {
    use({ level });
    const trail = audit.begin({
      id: 'a',
      received: new Date(0),
      uri: '/api/v1/namespaces/default/configmaps',
      info: infoOf('POST', '/api/v1/namespaces/default/configmaps'),
      user: { username: 'jane' },
      sourceIPs: [],
      userAgent: '',
    });
    assert.ok(trail);
    return trail;
  }

  const map = (): JsonObject =>
    parseJson('{"metadata":{"name":"a","uid":"u"},"data":{"key":"value"}}').value as JsonObject;

  it('keeps the first value of an annotation', async () => {
    const trail = begin('Metadata');
    await trail.record('RequestReceived');
    trail.annotate('key', 'first');
    trail.annotate('key', 'second');
    await trail.record('ResponseComplete');
    assert.deepEqual(
      events().map(({ annotations }) => annotations),
      [undefined, { key: 'first' }],
    );
  });

  it('keeps the request object as sent', async () => {
    const trail = begin('Request');
    const object = map();
    trail.received(object);
    (object['data'] as JsonObject)['key'] = 'changed';
    await trail.record('ResponseComplete');
    assert.deepEqual(events()[0]?.requestObject, JSON.parse(JSON.stringify(map())));
  });

  it('completes the reference from the request object', async () => {
    const trail = begin('Metadata');
    trail.received(map());
    await trail.record('ResponseComplete');
    const [event] = events();
    const known = { resource: 'configmaps', namespace: 'default', apiVersion: 'v1' };
    assert.deepEqual(event?.objectRef, { ...known, name: 'a', uid: 'u' });
    assert.equal(event?.requestObject, undefined);
  });
});
