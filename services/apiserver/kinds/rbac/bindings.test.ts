import assert from 'node:assert/strict';
import { roleBindingSchema } from '@pilothouse/apimachinery/generated/rbac/v1.js';
import type { JsonValue } from '@pilothouse/apimachinery/json/value.js';
import { compileProtobufEncoder } from '@pilothouse/apimachinery/protobuf/encode.js';
import { encodeEnvelope } from '@pilothouse/apimachinery/protobuf/envelope.js';
import { startTestApi, type TestApi } from '../../server/api.test.helper.js';
import { plain } from '@pilothouse/apimachinery/json/plain.test.helper.js';
import { refusals } from '../../registry/conformance.test.helper.js';

const RBAC = 'rbac.authorization.k8s.io';
const BINDINGS = `/apis/${RBAC}/v1/namespaces/default/rolebindings`;
const CLUSTER_BINDINGS = `/apis/${RBAC}/v1/clusterrolebindings`;
const TABLE = { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' };
const MERGE = { 'content-type': 'application/merge-patch+json' };
const ROLE = { apiGroup: RBAC, kind: 'ClusterRole', name: 'system:a b' };

describe('RoleBindings and ClusterRoleBindings', () => {
  let api: TestApi;
  before(async () => {
    api = await startTestApi();
  });
  after(() => api.close());

  const post = (path: string, body: object) =>
    api.request('POST', `${path}?dryRun=All`, {
      body: { metadata: { name: 'a' }, roleRef: ROLE, ...body } as JsonValue,
    });

  type Case = readonly [name: string, value: object, binding: readonly string[], clusterBinding?: readonly string[]];

  const KIND = 'FieldValueNotSupported roleRef.kind: Unsupported value:';
  const roleRefs: readonly Case[] = [
    ['a ClusterRole', ROLE, []],
    ['a Role', { ...ROLE, kind: 'Role' }, [], [`${KIND} "Role": supported values: "ClusterRole"`]],
    [
      'a User',
      { ...ROLE, kind: 'User' },
      [`${KIND} "User": supported values: "Role", "ClusterRole"`],
      [`${KIND} "User": supported values: "ClusterRole"`],
    ],
    [
      'no fields',
      {},
      [`${KIND} "": supported values: "Role", "ClusterRole"`, 'FieldValueRequired roleRef.name: Required value'],
      [`${KIND} "": supported values: "ClusterRole"`, 'FieldValueRequired roleRef.name: Required value'],
    ],
    [
      'another group',
      { ...ROLE, apiGroup: 'apps' },
      [`FieldValueNotSupported roleRef.apiGroup: Unsupported value: "apps": supported values: "${RBAC}"`],
    ],
    [
      'an invalid name',
      { ...ROLE, name: 'a/b' },
      [`FieldValueInvalid roleRef.name: Invalid value: "a/b": may not contain '/'`],
    ],
  ];
  for (const [name, roleRef, binding, clusterBinding = binding] of roleRefs) {
    it(`${binding.length === 0 ? 'accept' : 'reject'} a reference with ${name}`, async () => {
      for (const [path, wanted] of [
        [BINDINGS, binding],
        [CLUSTER_BINDINGS, clusterBinding],
      ] as const) {
        const answer = await post(path, { roleRef });
        assert.equal(answer.status, wanted.length > 0 ? 422 : 201);
        assert.deepEqual(refusals(answer) ?? [], wanted);
      }
    });
  }

  const ACCOUNT = { kind: 'ServiceAccount', name: 'a', namespace: 'b' };
  const subjects: readonly Case[] = [
    ['a user', { kind: 'User', name: 'Ann Ä <a@b>', apiGroup: RBAC }, []],
    ['a group', { kind: 'Group', name: 'system:masters', apiGroup: RBAC }, []],
    ['a service account', ACCOUNT, []],
    [
      'a service account without a namespace',
      { kind: 'ServiceAccount', name: 'a' },
      [],
      ['FieldValueRequired subjects[0].namespace: Required value'],
    ],
    [
      'a service account with an API group',
      { ...ACCOUNT, apiGroup: RBAC },
      [`FieldValueNotSupported subjects[0].apiGroup: Unsupported value: "${RBAC}": supported values: ""`],
    ],
    [
      'a service account with an invalid name',
      { ...ACCOUNT, name: 'A' },
      [
        String.raw`FieldValueInvalid subjects[0].name: Invalid value: "A": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')`,
      ],
    ],
    ...['User', 'Group', 'ServiceAccount'].map(
      (kind) =>
        [
          `a ${kind} without a name`,
          { kind, namespace: 'b' },
          ['FieldValueRequired subjects[0].name: Required value'],
        ] as const,
    ),
    ...['User', 'Group'].map(
      (kind) =>
        [
          `a ${kind} of another group`,
          { kind, name: 'a', apiGroup: 'apps' },
          [`FieldValueNotSupported subjects[0].apiGroup: Unsupported value: "apps": supported values: "${RBAC}"`],
        ] as const,
    ),
    [
      'a Pod',
      { kind: 'Pod', name: 'a' },
      [
        'FieldValueNotSupported subjects[0].kind: Unsupported value: "Pod": supported values: "ServiceAccount", "User", "Group"',
      ],
    ],
    [
      'no fields',
      {},
      [
        'FieldValueRequired subjects[0].name: Required value',
        'FieldValueNotSupported subjects[0].kind: Unsupported value: "": supported values: "ServiceAccount", "User", "Group"',
      ],
    ],
  ];
  for (const [name, subject, binding, clusterBinding = binding] of subjects) {
    it(`check a subject: ${name}`, async () => {
      for (const [path, wanted] of [
        [BINDINGS, binding],
        [CLUSTER_BINDINGS, clusterBinding],
      ] as const) {
        const answer = await post(path, { subjects: [subject] });
        assert.equal(answer.status, wanted.length > 0 ? 422 : 201);
        assert.deepEqual(refusals(answer) ?? [], wanted);
        if (answer.status === 201) assert.deepEqual(plain(answer.json['subjects']), [subject]);
      }
    });
  }

  it('report errors in the order of subjects, and the name first in each', async () => {
    const subjects = [
      { kind: 'ServiceAccount', name: 'a', apiGroup: 'x' },
      { kind: 'User' },
      { kind: 'Pod', name: 'a' },
      {},
    ];
    const answer = await post(CLUSTER_BINDINGS, { roleRef: {}, subjects });
    assert.deepEqual(
      refusals(answer)?.map((text) => text.split(' ')[1]),
      [
        'roleRef.kind:',
        'roleRef.name:',
        'subjects[0].apiGroup:',
        'subjects[0].namespace:',
        'subjects[1].name:',
        'subjects[2].kind:',
        'subjects[3].name:',
        'subjects[3].kind:',
      ],
    );
  });

  for (const apiDomain of ['k8s.io', 'example.org']) {
    it(`have the default API group of the domain ${apiDomain}, on create and on update`, async () => {
      const other = await startTestApi({ apiDomain });
      try {
        const group = `rbac.authorization.${apiDomain}`;
        const path = `/apis/${group}/v1/clusterrolebindings/a`;
        const people = ['User', 'Group'].map((kind) => ({ kind, name: 'x' }));
        const body = {
          metadata: { name: 'a' },
          roleRef: { kind: 'ClusterRole', name: 'r' },
          subjects: [...people, ACCOUNT],
        };
        for (const status of [201, 200]) {
          const answer = await other.request('PUT', path, { body });
          assert.equal(answer.status, status, answer.text);
          assert.deepEqual(plain([answer.json['roleRef'], answer.json['subjects']]), [
            { apiGroup: group, kind: 'ClusterRole', name: 'r' },
            [...people.map(({ kind, name }) => ({ kind, apiGroup: group, name })), ACCOUNT],
          ]);
        }
      } finally {
        await other.close();
      }
    });
  }

  for (const path of [BINDINGS, CLUSTER_BINDINGS]) {
    it(`have an immutable role and mutable subjects below ${path}`, async () => {
      const name = 'a:b c';
      const item = `${path}/a:b%20c`;
      const { status } = await api.request('PUT', item, { body: { metadata: { name }, roleRef: ROLE } });
      assert.equal(status, 201);
      const patch = (body: JsonValue) => api.request('PATCH', item, { headers: MERGE, body });
      const refused = await patch({ roleRef: { name: 'other' } });
      const value = JSON.stringify({ ...ROLE, name: 'other' });
      assert.deepEqual(refusals(refused), [
        `FieldValueInvalid roleRef: Invalid value: ${value}: cannot change roleRef`,
      ]);
      assert.equal((await patch({ roleRef: { apiGroup: null }, subjects: [ACCOUNT] })).status, 200);
      assert.equal((await api.request('DELETE', item)).json['kind'], 'Status');
    });

    it(`have a Table with the role, and wide columns with the subjects, below ${path}`, async () => {
      const people = (kind: string) => ['x', 'y'].map((name) => ({ kind, name }));
      const item = `${path}/table`;
      await api.request('PUT', item, {
        body: {
          metadata: { name: 'table' },
          roleRef: { kind: 'ClusterRole', name: 'r' },
          subjects: [...people('User'), ...people('Group'), ACCOUNT, { ...ACCOUNT, name: 'c' }],
        },
      });
      const { json } = await api.request('GET', item, { headers: TABLE });
      const columns = json['columnDefinitions'] as { name: string; priority: number }[];
      const [row] = json['rows'] as { cells: unknown[] }[];
      assert.deepEqual(
        columns.map(({ name, priority }, index) => [name, priority, row?.cells[index]]),
        [
          ['Name', 0, 'table'],
          ['Role', 0, 'ClusterRole/r'],
          ['Age', 0, '0s'],
          ['Users', 1, 'x, y'],
          ['Groups', 1, 'x, y'],
          ['ServiceAccounts', 1, 'b/a, b/c'],
        ],
      );
    });
  }

  it('have the same content in protobuf and JSON', async () => {
    const binding = {
      metadata: { name: 'wire' },
      subjects: [ACCOUNT, { kind: 'User', apiGroup: RBAC, name: 'x' }],
      roleRef: ROLE,
    };
    const raw = compileProtobufEncoder(roleBindingSchema)(binding);
    const { status, json } = await api.request('POST', BINDINGS, {
      headers: { 'content-type': 'application/vnd.kubernetes.protobuf' },
      body: encodeEnvelope({ apiVersion: `${RBAC}/v1`, kind: 'RoleBinding', raw }),
    });
    assert.equal(status, 201);
    assert.deepEqual(plain([json['subjects'], json['roleRef']]), [binding.subjects, ROLE]);
  });
});
