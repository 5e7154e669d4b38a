import assert from 'node:assert/strict';
import { readUsers, writeUsers, type UsersDocument } from './document.js';

const base64 = (bytes: number): string => Buffer.alloc(bytes).toString('base64');
const SCRYPT = { N: 32768, r: 8, p: 1, salt: base64(16), hash: base64(32) };
const TOKEN = { id: 'abcdefgh', scrypt: SCRYPT };

/** A file with one user and one token, with extra fields. */
const file = (user: object = {}, token: object = {}, scrypt: object = {}): string =>
  JSON.stringify({
    version: 1,
    users: [{ name: 'ann', tokens: [{ ...TOKEN, ...token, scrypt: { ...SCRYPT, ...scrypt } }], ...user }],
  });

describe('readUsers', () => {
  it('reads users with all fields', () => {
    const document: UsersDocument = {
      version: 1,
      users: [
        { name: 'ann', uid: '1', groups: ['a', 'b'], extra: { k: ['v', 'w'] }, tokens: [TOKEN] },
        { name: 'bob', tokens: [{ ...TOKEN, id: 'ijklmnop', expires: '2026-01-02T03:04:05Z' }] },
        { name: 'carl' },
      ],
    };
    assert.deepEqual(JSON.parse(JSON.stringify(readUsers(writeUsers(document), 'f'))), document);
  });

  it('accepts a file without users, and normalises times', () => {
    assert.deepEqual(JSON.parse(JSON.stringify(readUsers('{"version":1}', 'f'))), { version: 1 });
    const { users = [] } = readUsers(file({}, { expires: '2026-01-02T05:04:05+02:00' }), 'f');
    assert.equal(users[0]?.tokens?.[0]?.expires, '2026-01-02T03:04:05Z');
  });

  const wrong: readonly (readonly [text: string, message: RegExp])[] = [
    ['', /^f: unexpected end of JSON input \(line 1, column 1\)$/],
    ['[]', /^f: the file does not hold an object$/],
    ['{}', /^f: version: Required value$/],
    ['{"version":2}', /^f: version: Invalid value: 2: must be less than or equal to 1$/],
    ['{"version":1,"version":1}', /^f: version: Duplicate field$/],
    ['{"version":1,"user":[]}', /^f: user: Unknown field$/],
    ['{"version":1,"users":{}}', /^f: users: json: cannot unmarshal object into /],
    [file({ name: '' }), /^f: users\[0\]\.name: Required value$/],
    [file({ name: 7 }), /^f: users\[0\]\.name: json: cannot unmarshal number into /],
    [file({ groups: ['a', ''] }), /^f: users\[0\]\.groups\[1\]: Invalid value: "": must not be empty$/],
    [file({ password: 'x' }), /^f: users\[0\]\.password: Unknown field$/],
    [file({}, { id: '' }), /^f: users\[0\]\.tokens\[0\]\.id: Required value$/],
    [file({}, { id: 'ABCDEFGH' }), /tokens\[0\]\.id: Invalid value: "ABCDEFGH": must be 8 to 32 lower-case letters/],
    [file({}, { expires: 'tomorrow' }), /^f: users\[0\]\.tokens\[0\]\.expires: parsing time "tomorrow"/],
    [file({}, {}, { N: 1000 }), /scrypt\.N: Invalid value: 1000: must be greater than or equal to 1024$/],
    [file({}, {}, { N: 1025 }), /scrypt\.N: Invalid value: 1025: must be a power of two$/],
    [
      file({}, {}, { N: 2 ** 20, r: 8 }),
      /scrypt\.r: Invalid value: 8: N and r need more than 134217728 bytes of memory$/,
    ],
    [file({}, {}, { r: 0 }), /scrypt\.r: Invalid value: 0: must be greater than or equal to 1$/],
    [file({}, {}, { p: 17 }), /scrypt\.p: Invalid value: 17: must be less than or equal to 16$/],
    [file({}, {}, { salt: base64(15) }), /scrypt\.salt: Invalid value: null: must have at least 16 bytes$/],
    [file({}, {}, { hash: base64(31) }), /scrypt\.hash: Invalid value: null: must have 32 bytes$/],
    [file({}, {}, { hash: '%' }), /scrypt\.hash: illegal base64 data/],
    [file({ tokens: [TOKEN, TOKEN] }), /^f: users\[0\]\.tokens\[1\]\.id: Duplicate value: "abcdefgh"$/],
    ['{"version":1,"users":[{"name":"a"},{"name":"a"}]}', /^f: users\[1\]\.name: Duplicate value: "a"$/],
    ['{"version":1,"users":[{"name":""},{"x":1}]}', /^f: users\[1\]\.x: Unknown field\nf: users\[0\]\.name: Req/],
  ];
  for (const [text, message] of wrong) {
    it(`rejects: ${message.source}`, () => assert.throws(() => readUsers(text, 'f'), { message }));
  }
});
