import assert from 'node:assert/strict';
import { createDomain } from '@pilothouse/apimachinery/domain/domain.js';
import { authenticatedUser, type User } from '@pilothouse/token-authenticators/user.js';
import { testContext } from '../../authn/context.test.helper.js';
import type { AuthorizableResource } from '@pilothouse/kinds/definition/authorizer.js';
import { RequestContext, type IncomingRequest } from '../../request/context.js';
import { textResponse } from '../../request/response.js';
import { impersonate } from './impersonation.js';

describe('impersonation', () => {
  let asked: string[];
  let refused: (request: AuthorizableResource) => boolean;
  beforeEach(() => {
    [asked, refused] = [[], () => false];
  });

  const filter = impersonate({
    domain: createDomain(),
    authorizer: {
      authorize({ user, request }) {
        assert.ok(request.type === 'resource');
        const { verb, group, resource, subresource, namespace, name } = request;
        asked.push([user.name, verb, group, resource, subresource, namespace, name].join('|'));
        return refused(request) ? { type: 'deny', reason: 'because' } : { type: 'allow', reason: '' };
      },
    },
  });

  async function actAs(headers: IncomingRequest['headers'] | readonly string[]): Promise<User> {
    const request = testContext(Array.isArray(headers) ? {} : (headers as IncomingRequest['headers'])).request;
    const rawHeaders = Array.isArray(headers) ? { rawHeaders: headers as readonly string[] } : {};
    const context = new RequestContext({ ...request, ...rawHeaders });
    context.user = authenticatedUser('jane');
    await filter(async () => textResponse(200, 'text/plain', ''))(context);
    return context.user;
  }

  const users: readonly (readonly [
    name: string,
    headers: IncomingRequest['headers'],
    user: Partial<User>,
    asked: readonly string[],
  ])[] = [
    ['is absent without its headers', { accept: 'x' }, { name: 'jane', groups: ['system:authenticated'] }, []],
    ['is absent with an empty user name', { 'impersonate-user': '' }, { name: 'jane' }, []],
    [
      'as a user',
      { 'impersonate-user': 'bob' },
      { name: 'bob', uid: '', groups: ['system:authenticated'] },
      ['jane|impersonate||users|||bob'],
    ],
    [
      'in groups',
      { 'impersonate-user': 'bob', 'impersonate-group': ['dev', 'ops'] },
      { groups: ['dev', 'ops', 'system:authenticated'] },
      ['jane|impersonate||users|||bob', 'jane|impersonate||groups|||dev', 'jane|impersonate||groups|||ops'],
    ],
    [
      'as an unauthenticated user',
      { 'impersonate-user': 'bob', 'impersonate-group': 'system:unauthenticated' },
      { groups: ['system:unauthenticated'] },
      ['jane|impersonate||users|||bob', 'jane|impersonate||groups|||system:unauthenticated'],
    ],
    [
      'as a service account',
      { 'impersonate-user': 'system:serviceaccount:ns:robot' },
      {
        name: 'system:serviceaccount:ns:robot',
        groups: ['system:serviceaccounts', 'system:serviceaccounts:ns', 'system:authenticated'],
      },
      ['jane|impersonate||serviceaccounts||ns|robot'],
    ],
    [
      'as a service account in other groups',
      { 'impersonate-user': 'system:serviceaccount:ns:robot', 'impersonate-group': 'g' },
      { groups: ['g', 'system:authenticated'] },
      ['jane|impersonate||serviceaccounts||ns|robot', 'jane|impersonate||groups|||g'],
    ],
    [
      'as a user with a similar name to a service account',
      { 'impersonate-user': 'system:serviceaccount:ns:a:b' },
      { name: 'system:serviceaccount:ns:a:b', groups: ['system:authenticated'] },
      ['jane|impersonate||users|||system:serviceaccount:ns:a:b'],
    ],
    [
      'as the anonymous user',
      { 'impersonate-user': 'system:anonymous' },
      { name: 'system:anonymous', groups: ['system:unauthenticated'] },
      ['jane|impersonate||users|||system:anonymous'],
    ],
    [
      'with a uid and all extra values',
      {
        'impersonate-uid': '7',
        'impersonate-user': 'bob',
        'impersonate-extra-acme.com%2fscope': ['a', 'b'],
        'impersonate-extra-x': 'c',
      },
      {
        uid: '7',
        extra: new Map([
          ['acme.com/scope', ['a', 'b']],
          ['x', ['c']],
        ]),
      },
      [
        'jane|impersonate||users|||bob',
        'jane|impersonate|authentication.k8s.io|userextras|acme.com/scope||a',
        'jane|impersonate|authentication.k8s.io|userextras|acme.com/scope||b',
        'jane|impersonate|authentication.k8s.io|userextras|x||c',
        'jane|impersonate|authentication.k8s.io|uids|||7',
      ],
    ],
  ];
  for (const [name, headers, wanted, questions] of users) {
    it(name, async () => {
      const user = await actAs(headers);
      assert.deepEqual({ ...user, ...wanted }, user);
      assert.deepEqual(asked, questions);
    });
  }

  it('of groups in several header lines, in UTF-8', async () => {
    const text = (value: string): string => Buffer.from(value).toString('latin1');
    const lines = ['Impersonate-User', text('jürgen'), 'Impersonate-Group', 'a, b', 'impersonate-group', text('ß')];
    const { name, groups } = await actAs(lines);
    assert.deepEqual([name, groups], ['jürgen', ['a, b', 'ß', 'system:authenticated']]);
  });

  const all = {
    'impersonate-user': 'bob',
    'impersonate-group': 'dev',
    'impersonate-uid': '7',
    'impersonate-extra-scope': 'view',
  };
  const refusals: readonly (readonly [resource: string, message: string])[] = [
    [
      'users',
      'users "bob" is forbidden: User "jane" cannot impersonate resource "users" in API group "" at the cluster scope: because',
    ],
    [
      'groups',
      'groups "dev" is forbidden: User "jane" cannot impersonate resource "groups" in API group "" at the cluster scope: because',
    ],
    [
      'uids',
      'uids.authentication.k8s.io "7" is forbidden: User "jane" cannot impersonate resource "uids" in API group "authentication.k8s.io" at the cluster scope: because',
    ],
    [
      'userextras',
      'userextras.authentication.k8s.io "view" is forbidden: User "jane" cannot impersonate resource "userextras/scope" in API group "authentication.k8s.io" at the cluster scope: because',
    ],
  ];
  for (const [resource, message] of refusals) {
    it(`is forbidden if any part is: ${resource}`, async () => {
      refused = (request) => request.resource === resource;
      await assert.rejects(actAs(all), { code: 403, reason: 'Forbidden', message });
    });
  }

  const bad: readonly (readonly [name: string, headers: IncomingRequest['headers'], message: string])[] = [
    ['a group', { 'impersonate-group': 'dev' }, 'requested [{Group  dev    }] without impersonating a user'],
    [
      'a uid and more',
      { 'impersonate-uid': '7', 'impersonate-extra-scope': 'a' },
      'requested [{UserExtra  a  authentication.k8s.io/v1  scope} {UID  7  authentication.k8s.io/v1  }] without impersonating a user',
    ],
  ];
  for (const [name, headers, message] of bad) {
    it(`needs a user: ${name}`, async () => {
      await assert.rejects(actAs(headers), { code: 400, message });
      assert.deepEqual(asked, []);
    });
  }

  it('of a user whose name is not valid UTF-8 is an error', async () => {
    await assert.rejects(actAs(['Impersonate-User', 'j\xfcrgen']), { code: 400 });
  });
});
