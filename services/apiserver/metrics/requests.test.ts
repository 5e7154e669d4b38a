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
