import assert from 'node:assert/strict';
import { RequestContext } from '../request/context.js';
import { createRequestCounts, type RequestCounts } from './requests.js';

/** Resources in the labels of the request counter. */
async function namedIn({ metrics }: RequestCounts): Promise<string[]> {
  const total = metrics.find(({ definition }) => definition.name === 'apiserver_request_total');
  const index = total?.definition.labels.indexOf('resource') ?? -1;
  return [...((await total?.read()) ?? [])].map(({ labels }) => labels[index] ?? '');
}

describe('request counts', () => {
  it('forget resources that are no longer served', async () => {
    const counts = createRequestCounts(() => 0);
    const resource = (name: string) => ({
      group: 'a',
      version: 'v1',
      resource: name,
      subresource: '',
      verbs: ['list'],
    });
    const ask = (name: string): void => {
      const peer = { address: '', certificate: { type: 'none' } } as const;
      const target = `/apis/a/v1/${name}`;
      counts.begin(new RequestContext({ method: 'GET', target, headers: {}, body: undefined, peer })).end(200, 1);
    };
    counts.change({ came: [resource('kept'), resource('gone')], left: [] });
    for (const name of ['kept', 'gone', 'none']) ask(name);
    assert.deepEqual(await namedIn(counts), ['kept', 'gone', '']);
    counts.change({ came: [], left: [resource('gone')] });
    for (const name of ['kept', 'gone']) ask(name);
    assert.deepEqual(await namedIn(counts), ['kept', '']);
    counts.change({ came: [resource('gone')], left: [] });
    ask('gone');
    assert.deepEqual(await namedIn(counts), ['kept', '', 'gone']);
  });
});

describe('request counts of the service level', () => {
  const peer = { address: '', certificate: { type: 'none' } } as const;
  const contextOf = (target: string): RequestContext =>
    new RequestContext({ method: 'GET', target, headers: {}, body: undefined, peer });

  it('leave out the time in queues and of webhooks, and long-running requests', async () => {
    let time = 0;
    const counts = createRequestCounts(() => time);
    const counted = [contextOf('/version'), contextOf('/api/v1/pods?watch=1')].map((context) => {
      context.outsideTime = 300;
      return counts.begin(context);
    });
    time = 1000;
    for (const each of counted) each.end(200, 1);
    const sli = counts.metrics.find(({ definition }) => definition.name === 'apiserver_request_sli_duration_seconds');
    const values = [...((await sli?.read()) ?? [])].map(({ value }) => (typeof value === 'number' ? value : value.sum));
    assert.deepEqual(values, [0.7]);
  });

  it('have the requests that the server ended in self-defence', async () => {
    const counts = createRequestCounts(() => 0);
    const [ended, refused] = [contextOf('/version'), contextOf('/version')];
    ended.isTerminated = true;
    counts.begin(ended).end(504, 1);
    counts.begin(refused).end(429, 1);
    const found = counts.metrics.find(({ definition }) => definition.name === 'apiserver_request_terminations_total');
    const samples = [...((await found?.read()) ?? [])].map(({ labels, value }) => [labels.at(-1), value]);
    assert.deepEqual(samples, [['504', 1]]);
  });
});

describe('request labels', () => {
  const PODS = '/api/v1/namespaces/a/pods';
  const cases: readonly (readonly [method: string, target: string, named: string])[] = [
    ['GET', `${PODS}/b`, 'pods'],
    ['GET', `${PODS}/b/status`, 'pods/status'],
    ['DELETE', PODS, ''],
    ['DELETE', `${PODS}/b/status`, ''],
    ['GET', `${PODS}/b/made-up`, ''],
    ['GET', '/api/v1/namespaces/a/made-up/b', ''],
    ['GET', '/apis/made.up/v1/namespaces/a/pods/b', ''],
    ['BREW', PODS, ''],
  ];
  for (const [method, target, named] of cases) {
    it(`name ${named === '' ? 'nothing' : named} for ${method} ${target}`, async () => {
      const counts = createRequestCounts(() => 0);
      const pods = { group: '', version: 'v1', resource: 'pods' };
      counts.change({
        left: [],
        came: [
          { ...pods, subresource: '', verbs: ['get', 'list'] },
          { ...pods, subresource: 'status', verbs: ['get'] },
        ],
      });
      const peer = { address: '', certificate: { type: 'none' } } as const;
      counts.begin(new RequestContext({ method, target, headers: {}, body: undefined, peer })).end(403, 0);
      const total = counts.metrics.find(({ definition }) => definition.name === 'apiserver_request_total');
      const [sample] = [...((await total?.read()) ?? [])];
      assert.ok(total && sample);
      const label = (name: string): string =>
        sample.labels[total.definition.labels.findIndex((each) => each === name)] ?? '';
      assert.equal([label('resource'), label('subresource')].filter((text) => text !== '').join('/'), named);
    });
  }
});
