import assert from 'node:assert/strict';
import { follow, type Live, type Visibility } from './live.js';
import { ApiError, type Api, type ApiRequest } from './request.js';
import type { ObjectList } from './types.js';

interface Item {
  readonly metadata: { readonly name: string; readonly resourceVersion: string };
}

const item = (name: string, resourceVersion: string): Item => ({ metadata: { name, resourceVersion } });
const list = (resourceVersion: string, items: readonly Item[] = [], next?: string): ObjectList<Item> => ({
  metadata: { resourceVersion, ...(next !== undefined && { continue: next }) },
  items,
});
const event = (type: string, object: object): string => `${JSON.stringify({ type, object })}\n`;
const failure = (code: number): ApiError => new ApiError(`status ${code}`, code);

/** Answers requests in turn: an object for a list, texts for a watch, or an error. Then it stops the loop. */
function scripted(answers: readonly (ObjectList<Item> | readonly string[] | ApiError)[]) {
  const stop = new AbortController();
  const asked: string[] = [];
  const sleeps: number[] = [];
  let turn = 0;
  const next = async ({ path }: ApiRequest): Promise<Response> => {
    const answer = answers[turn++];
    if (answer === undefined) {
      stop.abort();
      throw new Error('the script is over');
    }
    asked.push(path.replace('/api/v1/pods?', ''));
    if (answer instanceof ApiError) throw answer;
    return new Response(Array.isArray(answer) ? answer.join('') : JSON.stringify(answer));
  };
  const api: Api = {
    send: next,
    json: async <T>(request: ApiRequest) => (await (await next(request)).json()) as T,
    post: () => Promise.reject(new Error('nothing is posted')),
  };
  const visibility: Visibility = {
    shown: async () => undefined,
    untilHidden: (signal) => signal,
    sleep: async (milliseconds) => void sleeps.push(milliseconds),
  };
  return { api, visibility, signal: stop.signal, asked, sleeps };
}

async function run(answers: Parameters<typeof scripted>[0]) {
  const { asked, sleeps, ...options } = scripted(answers);
  const seen: string[] = [];
  for await (const live of follow<ObjectList<Item>, Item>({ ...options, path: '/api/v1/pods' }))
    seen.push(textOf(live));
  return { seen, asked, sleeps };
}

function textOf(live: Live<ObjectList<Item>, Item>): string {
  switch (live.type) {
    case 'page':
      return `page ${(live.page.items ?? []).map(({ metadata }) => metadata.name).join(',')}${live.isFirst ? ' first' : ''}`;
    case 'changed':
      return `${live.change} ${live.object.metadata.name}`;
    case 'connection':
      return live.connection.state;
    case 'synced':
      return live.type;
  }
}

const LIST = 'limit=500';
const watch = (version: string): string => `watch=1&allowWatchBookmarks=true&resourceVersion=${version}`;

describe('following a collection', () => {
  it('lists in pages, and then watches from the version of the list', async () => {
    const { seen, asked } = await run([
      list('', [item('a', '1')], 'token'),
      list('5', [item('b', '2')]),
      [event('ADDED', item('c', '6'))],
    ]);
    assert.deepEqual(seen, ['loading', 'page a first', 'page b', 'synced', 'live', 'ADDED c']);
    assert.deepEqual(asked, [LIST, `${LIST}&continue=token`, watch('5')]);
  });

  it('resumes from the last event or bookmark, of an object or a table', async () => {
    const row = { metadata: { resourceVersion: '' }, rows: [{ object: item('a', '8') }] };
    const { asked } = await run([
      list('5'),
      [event('ADDED', item('a', '6')), event('BOOKMARK', { metadata: { resourceVersion: '7' } })],
      [event('MODIFIED', row)],
      failure(0),
      [],
    ]);
    assert.deepEqual(asked, [LIST, watch('5'), watch('7'), watch('8'), watch('8')]);
  });

  it('lists again after 410, as an answer, as an event, or between pages', async () => {
    const { asked, sleeps } = await run([
      list('5', [], 'token'),
      failure(410),
      list('6'),
      failure(410),
      list('7'),
      [event('ERROR', { kind: 'Status', code: 410, message: 'too old' })],
      list('8'),
    ]);
    assert.deepEqual(asked, [LIST, `${LIST}&continue=token`, LIST, watch('6'), LIST, watch('7'), LIST]);
    assert.deepEqual(sleeps, []);
  });

  it('waits longer after each failure of the server, and says so from the second on', async () => {
    const { seen, sleeps } = await run([list('5'), failure(503), failure(0), failure(502), [], failure(500)]);
    assert.deepEqual(seen, ['loading', 'page  first', 'synced', 'lost', 'lost', 'live']);
    assert.deepEqual(sleeps, [500, 1000, 2000, 500]);
  });

  it('lists every 10 s for a user who may not watch', async () => {
    const { seen, asked, sleeps } = await run([list('5'), failure(403), list('6')]);
    assert.deepEqual(seen, ['loading', 'page  first', 'synced', 'polling', 'page  first', 'synced']);
    assert.deepEqual(asked, [LIST, watch('5'), LIST]);
    assert.deepEqual(sleeps, [10_000]);
  });

  it('says why the server rejects the list, and tries again', async () => {
    const { seen, asked } = await run([failure(403), list('5'), failure(404), list('6')]);
    assert.deepEqual(seen, ['loading', 'refused', 'page  first', 'synced', 'refused', 'page  first', 'synced']);
    assert.deepEqual(asked, [LIST, LIST, watch('5'), LIST]);
  });
});
