import assert from 'node:assert/strict';
import { bearerTokenAuthenticator } from './bearer-token.js';
import { testContext } from './context.test.helper.js';
import { parseTokenFile, tokenFileAuthenticator } from './token-file.js';

describe('static token file', () => {
  const good: readonly (readonly [name: string, line: string, user: object])[] = [
    ['token, user and uid', 't,ann,1', { name: 'ann', uid: '1', groups: ['system:authenticated'] }],
    ['one group', 't,ann,1,dev', { name: 'ann', uid: '1', groups: ['dev', 'system:authenticated'] }],
    [
      'several groups in quotes',
      't,ann,1,"dev,ops"',
      { name: 'ann', uid: '1', groups: ['dev', 'ops', 'system:authenticated'] },
    ],
    ['an empty uid', 't,ann,', { name: 'ann', uid: '', groups: ['system:authenticated'] }],
    ['a quotation mark in quotes', 't,"a""b",1', { name: 'a"b', uid: '1', groups: ['system:authenticated'] }],
  ];
  for (const [name, line, user] of good) {
    it(`reads ${name}`, () => {
      const [read] = parseTokenFile(`# a comment\n\n${line}\r\n`, 'f').values();
      assert.deepEqual({ ...read, extra: undefined }, { ...user, extra: undefined });
    });
  }

  const bad: readonly (readonly [name: string, text: string, message: RegExp])[] = [
    ['too few columns', 'a,b,c\nt,ann', /^f:2: at least token, user name and user uid/],
    ['an empty token', ',ann,1', /^f:1: token and user name must not be empty/],
    ['a duplicate token', 't,ann,1\nt,bob,2', /^f:2: duplicate token$/],
    ['a misplaced quotation mark', 't,a"b,1', /^f:1: misplaced quotation mark$/],
  ];
  for (const [name, text, message] of bad) {
    it(`refuses ${name}`, () => assert.throws(() => parseTokenFile(text, 'f'), { message }));
  }

  const requests: readonly (readonly [name: string, header: string | undefined, type: string])[] = [
    ['the token', 'Bearer secret', 'authenticated'],
    ['the scheme in lower case', 'bearer secret', 'authenticated'],
    ['another token', 'Bearer secre', 'unknown'],
    ['another scheme', 'Basic secret', 'unknown'],
    ['no header', undefined, 'unknown'],
    ['an empty token', 'Bearer ', 'unknown'],
    ['two lines', 'Bearer secret\nx', 'unknown'],
    ['a token with a line break', 'Bearer se\ncret', 'unknown'],
    ['a token with NUL', 'Bearer secret\0', 'unknown'],
    ['100 KB', `Bearer ${'x'.repeat(100_000)}`, 'unknown'],
  ];
  for (const [name, authorization, type] of requests) {
    it(`${name}: ${type}`, async () => {
      const users = parseTokenFile('secret,ann,1\n', 'f');
      const authenticator = bearerTokenAuthenticator(tokenFileAuthenticator({ current: () => users }), ['api']);
      const context = testContext(authorization === undefined ? {} : { authorization });
      assert.equal((await authenticator.authenticate(context)).type, type);
    });
  }
});
