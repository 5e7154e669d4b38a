import assert from 'node:assert/strict';
import { RequestContext } from '../../request/context.js';
import { textResponse } from '../../request/response.js';
import { addHeaders } from './headers.js';

describe('warning headers', () => {
  const headerOf = async (...texts: string[]): Promise<unknown> => {
    const peer = { address: '', certificate: { type: 'none' } } as const;
    const context = new RequestContext({ method: 'GET', target: '/', headers: {}, body: undefined, peer });
    const answer = addHeaders(async ({ warnings }) => {
      warnings.push(...texts);
      return textResponse(200, 'text/plain', '');
    });
    return (await answer(context)).headers['warning'];
  };

  const cases: readonly (readonly [what: string, texts: readonly string[], header: string | undefined])[] = [
    ['are absent without a text', [], undefined],
    ['are in one header, in order', ['b', 'a'], '299 - "b", 299 - "a"'],
    ['contain each text once', ['a', 'b', 'a'], '299 - "a", 299 - "b"'],
    ['cannot end the header', ['a\r\nset-cookie: x'], '299 - "a  set-cookie: x"'],
  ];
  for (const [what, texts, header] of cases) {
    it(what, async () => assert.equal(await headerOf(...texts), header));
  }
});
