import assert from 'node:assert/strict';
import type { Event } from '@pilothouse/apimachinery/generated/audit/v1.js';
import { jsonLine, legacyLine, logDelivery } from './log-delivery.js';

const EVENT: Event = {
  level: 'Request',
  auditID: 'c0ffee',
  stage: 'ResponseComplete',
  requestURI: '/api/v1/namespaces/a/pods?limit=5',
  verb: 'list',
  user: { username: 'ann', groups: ['dev', 'system:authenticated'] },
  sourceIPs: ['10.0.0.1', '10.0.0.2'],
  userAgent: 'kubectl/v1.26.0',
  objectRef: { resource: 'pods', namespace: 'a', apiVersion: 'v1' },
  responseStatus: { metadata: {}, code: 200 },
  requestReceivedTimestamp: '2026-01-02T03:04:05.678900Z',
  stageTimestamp: '2026-01-02T03:04:05.700000Z',
};
const HEAD = '2026-01-02T03:04:05.6789Z AUDIT: id="c0ffee"';

describe('a line of the audit log', () => {
  async function written(line: (event: string) => string, ...events: readonly Event[]): Promise<string> {
    let text = '';
    const sink = { write: async (more: string) => void (text += more), close: async () => undefined };
    await logDelivery(sink, line).deliver(events.map((event) => JSON.stringify(event)));
    return text;
  }

  it('is an event in JSON', async () => {
    const text = await written(jsonLine('audit.k8s.io/v1'), EVENT, EVENT);
    const [first, second, ...rest] = text.split('\n');
    assert.equal(first, second);
    assert.deepEqual(JSON.parse(first ?? ''), { kind: 'Event', apiVersion: 'audit.k8s.io/v1', ...EVENT });
    assert.deepEqual(rest, ['']);
  });

  const legacy: readonly (readonly [what: string, change: Partial<Event>, line: string])[] = [
    [
      'with user and response',
      {},
      String.raw`${HEAD} stage="ResponseComplete" ip="10.0.0.1" method="list" user="ann" groups="\"dev\",\"system:authenticated\"" as="<self>" asgroups="<lookup>" user-agent="kubectl/v1.26.0" namespace="a" uri="/api/v1/namespaces/a/pods?limit=5" response="200"`,
    ],
    [
      'with impersonation',
      { impersonatedUser: { username: 'bob', groups: ['x'] }, user: { username: 'ann' } },
      String.raw`${HEAD} stage="ResponseComplete" ip="10.0.0.1" method="list" user="ann" groups="<none>" as="bob" asgroups="\"x\"" user-agent="kubectl/v1.26.0" namespace="a" uri="/api/v1/namespaces/a/pods?limit=5" response="200"`,
    ],
    [
      'without unknown parts',
      {
        stage: 'RequestReceived',
        user: {},
        sourceIPs: undefined,
        objectRef: undefined,
        responseStatus: undefined,
        userAgent: undefined,
        requestReceivedTimestamp: '2026-01-02T03:04:05.000000Z',
      } as unknown as Partial<Event>,
      '2026-01-02T03:04:05Z AUDIT: id="c0ffee" stage="RequestReceived" ip="<unknown>" method="list" user="<none>" groups="<none>" as="<self>" asgroups="<lookup>" user-agent="" namespace="<none>" uri="/api/v1/namespaces/a/pods?limit=5" response="<deferred>"',
    ],
    [
      'in one line for any client input',
      { userAgent: 'a"b\\c\nd\u0007\u0001é\u2028\u{e0001}' },
      String.raw`${HEAD} stage="ResponseComplete" ip="10.0.0.1" method="list" user="ann" groups="\"dev\",\"system:authenticated\"" as="<self>" asgroups="<lookup>" user-agent="a\"b\\c\nd\a\x01é\u2028\U000e0001" namespace="a" uri="/api/v1/namespaces/a/pods?limit=5" response="200"`,
    ],
  ];
  for (const [what, change, line] of legacy) {
    it(`has the legacy format ${what}`, async () => {
      const { ...event } = { ...EVENT, ...change };
      assert.equal(await written(legacyLine, event), `${line}\n`);
    });
  }
});
