import assert from 'node:assert/strict';
import { parseJson } from '@pilothouse/apimachinery/json/parse.js';
import type { Claims } from '../claims.js';
import { oidcUser, type ClaimMapping } from './user.js';

describe('oidcUser', () => {
  const mapping: ClaimMapping = {
    usernameClaim: 'sub',
    usernamePrefix: 'https://id.example#',
    groupsClaim: 'groups',
    groupsPrefix: 'oidc:',
    requiredClaims: [],
  };
  const claims = (value: object): Claims => parseJson(JSON.stringify({ sub: 'ann', ...value })).value as Claims;

  const good: readonly (readonly [
    name: string,
    claims: object,
    options: Partial<ClaimMapping>,
    user: string,
    groups?: readonly string[],
  ])[] = [
    ['has the prefix', {}, {}, 'https://id.example#ann'],
    ['has no prefix if the prefix is empty', {}, { usernamePrefix: '' }, 'ann'],
    ['has a name from another claim', { nick: 'a' }, { usernameClaim: 'nick', usernamePrefix: '' }, 'a'],
    [
      'has a verified email address',
      { email: 'a@b', email_verified: true },
      { usernameClaim: 'email', usernamePrefix: '' },
      'a@b',
    ],
    [
      'has an email address without email_verified',
      { email: 'a@b' },
      { usernameClaim: 'email', usernamePrefix: '' },
      'a@b',
    ],
    ['ignores email_verified for another claim', { email_verified: false }, {}, 'https://id.example#ann'],
    ['has groups', { groups: ['a', 'b'] }, {}, 'https://id.example#ann', ['oidc:a', 'oidc:b']],
    ['has no groups', { groups: [] }, {}, 'https://id.example#ann', []],
    ['has no groups in null', { groups: null }, {}, 'https://id.example#ann', []],
    ['has no groups without a groups claim', { groups: ['a'] }, { groupsClaim: '' }, 'https://id.example#ann', []],
    [
      'may be in system:masters if groups have no prefix',
      { groups: ['system:masters'] },
      { groupsPrefix: '' },
      'https://id.example#ann',
      ['system:masters'],
    ],
    [
      'has the required claims',
      { hd: 'x', a: '1' },
      {
        requiredClaims: [
          ['hd', 'x'],
          ['a', '1'],
        ],
      },
      'https://id.example#ann',
    ],
  ];
  for (const [name, given, options, user, groups = []] of good) {
    it(name, () => {
      const made = oidcUser(claims(given), { ...mapping, ...options });
      assert.ok(typeof made !== 'string', JSON.stringify(made));
      assert.deepEqual([made.name, made.groups], [user, [...groups, 'system:authenticated']]);
    });
  }

  const bad: readonly (readonly [name: string, claims: object, options: Partial<ClaimMapping>, why: RegExp])[] = [
    ['a name', { sub: undefined }, {}, /^the claim sub is not a non-empty string/],
    ['a name that is text', { sub: 5 }, {}, /^the claim sub is not a non-empty string/],
    ['a name that is not empty', { sub: '' }, {}, /^the claim sub is not a non-empty string/],
    [
      'an own property as name',
      {},
      { usernameClaim: 'constructor' },
      /^the claim constructor is not a non-empty string/,
    ],
    ['a verified address', { email: 'a@b', email_verified: false }, { usernameClaim: 'email' }, /not verified/],
    ['a verified address', { email: 'a@b', email_verified: null }, { usernameClaim: 'email' }, /not verified/],
    ['a boolean email_verified', { email: 'a@b', email_verified: 'true' }, { usernameClaim: 'email' }, /not verified/],
    ['groups in an array', { groups: 'a' }, {}, /^the claim groups must be an array of strings, and is a string$/],
    ['groups in an array', { groups: '' }, {}, /, and is a string$/],
    ['groups in an array', { groups: 1 }, {}, /, and is a number$/],
    ['groups in an array', { groups: true }, {}, /, and is a boolean$/],
    ['groups in an array', { groups: { a: 1 } }, {}, /, and is an object$/],
    ['groups that are strings', { groups: ['a', 1] }, {}, /^the claim groups must .*, and its item 1 is a number$/],
    ['groups that are strings', { groups: [null] }, {}, /, and its item 0 is null$/],
    ['groups that are strings', { groups: [['a']] }, {}, /, and its item 0 is an array$/],
    ['a required claim', {}, { requiredClaims: [['hd', 'x']] }, /^the claim hd is not "x"/],
    ['the text of a required claim', { hd: 'y' }, { requiredClaims: [['hd', 'x']] }, /^the claim hd is not "x"/],
    ['a required claim that is text', { hd: ['x'] }, { requiredClaims: [['hd', 'x']] }, /^the claim hd is not "x"/],
  ];
  for (const [name, given, options, why] of bad) {
    it(`requires ${name}: ${JSON.stringify(given)}`, () => {
      const made = oidcUser(claims(given), { ...mapping, ...options });
      assert.match(typeof made === 'string' ? made : made.name, why);
    });
  }
});
