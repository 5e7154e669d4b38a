import assert from 'node:assert/strict';
import { plain } from '@pilothouse/apimachinery/json/plain.test.helper.js';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { structOf } from '@pilothouse/apimachinery/meta/object.js';
import { CERTIFICATE_PEM, encoded, requestOf } from '@pilothouse/kinds/certificates/requests.test.helper.js';
import { authenticatedUser, type User } from '@pilothouse/token-authenticators/user.js';
import { startTestApi, type TestApi } from '../../server/api.test.helper.js';
import { refusals, tableRow } from '../../registry/conformance.test.helper.js';

const PATH = '/apis/certificates.k8s.io/v1/certificatesigningrequests';
const RBAC = '/apis/rbac.authorization.k8s.io/v1';
const MERGE = { 'content-type': 'application/merge-patch+json' };
const APPROVED = { type: 'Approved', status: 'True' };

describe('CertificateSigningRequest', () => {
  let api: TestApi;
  before(async () => {
    api = await startTestApi();
  });
  after(() => api.close());
  const create = (name: string, spec: JsonObject = {}, user?: User) =>
    api.request('POST', PATH, {
      body: {
        metadata: { name },
        spec: { request: requestOf('ecdsa'), signerName: 'example.com/signer', usages: ['client auth'], ...spec },
      },
      ...(user && { user }),
    });
  const patch = (path: string, status: JsonObject, user?: User) =>
    api.request('PATCH', `${PATH}/${path}`, { body: { status }, headers: MERGE, ...(user && { user }) });

  it('names the user of the request, whatever the body names', async () => {
    const user = { name: 'ann', uid: '7', groups: ['system:masters'], extra: new Map([['team', ['a', 'b']]]) };
    const { json } = await create('own', { username: 'bob', uid: '8', groups: ['x'], extra: { y: ['z'] } }, user);
    const { username, uid, groups, extra } = structOf(json, 'spec');
    assert.deepEqual(plain([username, uid, groups, extra]), ['ann', '7', ['system:masters'], { team: ['a', 'b'] }]);
  });

  it('is approved, then issued, and both are final', async () => {
    await create('life');
    assert.deepEqual(refusals(await patch('life/status', { conditions: [APPROVED] })), [
      'FieldValueForbidden status.conditions: Forbidden: updates may not add a condition of type "Approved"',
    ]);
    const approved = await patch('life/approval', { conditions: [APPROVED], certificate: encoded(CERTIFICATE_PEM) });
    const { conditions, certificate } = structOf(approved.json, 'status');
    const time = '2026-01-02T03:04:05Z';
    assert.deepEqual(plain(conditions), [{ ...APPROVED, lastUpdateTime: time, lastTransitionTime: time }]);
    assert.equal(certificate, undefined);
    assert.deepEqual(refusals(await patch('life/approval', { conditions: null })), [
      'FieldValueForbidden status.conditions: Forbidden: updates may not remove a condition of type "Approved"',
    ]);
    assert.equal((await patch('life/status', { certificate: encoded(CERTIFICATE_PEM) })).status, 200);
    assert.deepEqual(refusals(await patch('life/status', { certificate: encoded(`${CERTIFICATE_PEM}\n`) })), [
      'FieldValueForbidden status.certificate: Forbidden: updates may not modify existing certificate content',
    ]);
    const { cells } = await tableRow(api, PATH, 'life');
    assert.deepEqual((cells as string[]).slice(2), ['example.com/signer', 'admin', '<none>', 'Approved,Issued']);
  });

  it('is selected by its signer', async () => {
    await create('selected', { signerName: 'example.com/other' });
    const { json } = await api.request('GET', `${PATH}?fieldSelector=spec.signerName%3Dexample.com/other`);
    const names = (json['items'] as JsonObject[]).map((item) => structOf(item, 'metadata')['name']);
    assert.deepEqual(names, ['selected']);
  });

  it('is refused for a client certificate of the group system:masters', async () => {
    const signerName = 'kubernetes.io/kube-apiserver-client';
    const { status, message } = await create('masters', { request: requestOf('masters'), signerName });
    assert.equal(status, 403);
    assert.match(
      message,
      /use of kubernetes\.io\/kube-apiserver-client signer with system:masters group is not allowed$/,
    );
    assert.equal((await create('other-signer', { request: requestOf('masters') })).status, 201);
    assert.equal((await create('other-group', { signerName })).status, 201);
  });

  it('is approved and signed by users with the verb on the signer or its domain', async () => {
    await create('signers');
    const grant = async (name: string, verb: string, signer: string): Promise<User> => {
      const resources = ['certificatesigningrequests/approval', 'certificatesigningrequests/status'];
      const rules = [
        { apiGroups: ['certificates.k8s.io'], resources, verbs: ['patch'] },
        { apiGroups: ['certificates.k8s.io'], resources: ['signers'], resourceNames: [signer], verbs: [verb] },
      ];
      const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name };
      const subjects = [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name }];
      await api.request('POST', `${RBAC}/clusterroles`, { body: { metadata: { name }, rules } });
      await api.request('POST', `${RBAC}/clusterrolebindings`, { body: { metadata: { name }, roleRef, subjects } });
      return authenticatedUser(name);
    };
    const approver = await grant('approver', 'approve', 'example.com/*');
    const stranger = await grant('stranger', 'approve', 'example.org/*');
    const signer = await grant('signer', 'sign', 'example.com/signer');
    const refused = await patch('signers/approval', { conditions: [APPROVED] }, stranger);
    assert.equal(refused.status, 403);
    assert.match(refused.message, /user not permitted to approve requests with signerName "example\.com\/signer"$/);
    assert.equal((await patch('signers/approval', { conditions: [APPROVED] }, signer)).status, 403);
    assert.equal((await patch('signers/approval', { conditions: [APPROVED] }, approver)).status, 200);
    const certificate = encoded(CERTIFICATE_PEM);
    assert.equal((await patch('signers/status', { certificate }, approver)).status, 403);
    assert.equal((await patch('signers/status', {}, approver)).status, 200);
    assert.equal((await patch('signers/status', { certificate }, signer)).status, 200);
  });
});
