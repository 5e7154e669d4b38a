import assert from 'node:assert/strict';
import { createDomain } from '@pilothouse/apimachinery/domain/domain.js';
import { NO_SELECTORS, parsedWith } from '@pilothouse/apimachinery/selectors/parsed.js';
import { parseFieldSelector } from '@pilothouse/apimachinery/selectors/fields.js';
import type { AuthorizableResource } from '@pilothouse/kinds/definition/authorizer.js';
import { nodeDecisions } from './decide.js';

const RULES = [{ verbs: ['get', 'list'], apiGroups: [''], resources: ['services', 'pods/log'] }];
const decide = nodeDecisions(RULES, { domain: createDomain(), hasPodCertificates: true });

/** `get pods/status in a named b where spec.nodeName=n`, with the group after the resource: `leases.coordination.k8s.io`. */
function requestOf(text: string): AuthorizableResource {
  const [, verb = '', what = '', namespace = '', name = '', where] =
    /^(\S+) (\S+)(?: in (\S+))?(?: named (\S+))?(?: where (\S+))?$/.exec(text) ?? assert.fail(text);
  const [path = '', subresource = ''] = what.split('/');
  const [resource = '', ...group] = path.split('.');
  const fields = where === undefined ? undefined : parsedWith(parseFieldSelector, where);
  return {
    type: 'resource',
    verb,
    group: group.join('.'),
    version: 'v1',
    resource,
    subresource,
    namespace,
    name,
    selectors: { ...NO_SELECTORS, fields },
  };
}

describe('requests of nodes', () => {
  const refused = '';
  const cases: readonly (readonly [request: string, verdict: 'allow' | 'related' | { readonly reason: string }])[] = [
    ['get secrets in a named x', 'related'],
    ['list secrets in a named x', 'related'],
    ['watch configmaps in a named x', 'related'],
    ['list secrets in a', { reason: 'No Object name found' }],
    ['get secrets named x', { reason: 'can only read namespaced object of this type' }],
    ['update configmaps in a named x', { reason: 'can only read resources of this type' }],
    ['get secrets/status in a named x', { reason: 'cannot read subresource' }],
    ['get persistentvolumeclaims in a named x', 'related'],
    ['list persistentvolumeclaims in a named x', { reason: 'can only get individual resources of this type' }],
    ['get persistentvolumeclaims/scale in a named x', { reason: 'cannot get subresource' }],
    ['patch persistentvolumeclaims/status in a named x', 'related'],
    ['get persistentvolumeclaims/status in a named x', { reason: 'can only get/update/patch this type' }],
    ['get persistentvolumes named x', 'related'],
    ['delete persistentvolumes named x', { reason: 'can only get individual resources of this type' }],
    ['get volumeattachments.storage.k8s.io named x', 'related'],
    ['get resourceclaims.resource.k8s.io in a named x', 'related'],
    ['get serviceaccounts in a named x', 'related'],
    ['create serviceaccounts/token in a named x', 'related'],
    ['create serviceaccounts in a', { reason: 'can only create tokens for individual service accounts' }],
    ['list serviceaccounts in a', { reason: 'can only create tokens for individual service accounts' }],
    ['create serviceaccounts/x in a named x', { reason: 'can only create token subresource of serviceaccount' }],
    ['get nodes named n', 'allow'],
    ['watch nodes named n', 'allow'],
    ['list nodes', { reason: "node 'n' cannot read all nodes, only its own Node object" }],
    ['get nodes named m', { reason: "node 'n' cannot read 'm', only its own Node object" }],
    ['create nodes', 'allow'],
    ['patch nodes named m', 'allow'],
    ['delete nodes named n', { reason: refused }],
    ['patch nodes/status named n', 'allow'],
    ['get nodes/status named n', { reason: refused }],
    ['get nodes/proxy named n', { reason: refused }],
    ['get pods in a named x', 'related'],
    ['list pods where spec.nodeName=n', 'allow'],
    ['watch pods where spec.nodeName=n,status.phase=Running', 'allow'],
    ['list pods where spec.nodeName=m', { reason: 'can only list/watch pods with spec.nodeName field selector' }],
    ['list pods where spec.nodeName!=n', { reason: 'can only list/watch pods with spec.nodeName field selector' }],
    ['list pods', { reason: 'can only list/watch pods with spec.nodeName field selector' }],
    ['watch pods in a named x', 'related'],
    ['create pods in a', 'allow'],
    ['delete pods in a named x', 'allow'],
    ['update pods in a named x', { reason: refused }],
    ['patch pods/status in a named x', 'allow'],
    ['get pods/status in a named x', { reason: refused }],
    ['create pods/eviction in a named x', 'allow'],
    ['create pods/binding in a named x', { reason: refused }],
    ['get pods/log in a named x', { reason: refused }],
    ['update leases.coordination.k8s.io in kube-node-lease named n', 'allow'],
    ['create leases.coordination.k8s.io in kube-node-lease', 'allow'],
    [
      'list leases.coordination.k8s.io in kube-node-lease',
      { reason: 'can only get, create, update, patch, or delete a node lease' },
    ],
    [
      'get leases.coordination.k8s.io in a named n',
      { reason: 'can only access leases in the "kube-node-lease" system namespace' },
    ],
    [
      'get leases.coordination.k8s.io in kube-node-lease named m',
      { reason: 'can only access node lease with the same name as the requesting node' },
    ],
    ['delete csinodes.storage.k8s.io named n', 'allow'],
    ['create csinodes.storage.k8s.io', 'allow'],
    [
      'get csinodes.storage.k8s.io named m',
      { reason: 'can only access CSINode with the same name as the requesting node' },
    ],
    ['get csinodes.storage.k8s.io/x named n', { reason: 'cannot authorize CSINode subresources' }],
    ['list csinodes.storage.k8s.io', { reason: 'can only get, create, update, patch, or delete a CSINode' }],
    ['create resourceslices.resource.k8s.io', 'allow'],
    ['delete resourceslices.resource.k8s.io named x', 'related'],
    ['deletecollection resourceslices.resource.k8s.io where spec.nodeName=n', 'allow'],
    [
      'list resourceslices.resource.k8s.io',
      { reason: 'can only list/watch/deletecollection resourceslices with nodeName field selector' },
    ],
    ['get resourceslices.resource.k8s.io/status named x', { reason: 'cannot authorize ResourceSlice subresources' }],
    [
      'bind resourceslices.resource.k8s.io named x',
      {
        reason:
          'only the following verbs are allowed for a ResourceSlice: get, watch, list, create, update, patch, delete, deletecollection',
      },
    ],
    ['create podcertificaterequests.certificates.k8s.io in a', 'allow'],
    ['get podcertificaterequests.certificates.k8s.io in a named x', 'related'],
    ['watch podcertificaterequests.certificates.k8s.io where spec.nodeName=n', 'allow'],
    [
      'list podcertificaterequests.certificates.k8s.io in a',
      { reason: 'can only list/watch podcertificaterequests with nodeName field selector' },
    ],
    [
      'update podcertificaterequests.certificates.k8s.io in a named x',
      { reason: 'nodes may not update podcertificaterequests' },
    ],
    [
      'update podcertificaterequests.certificates.k8s.io/status in a named x',
      { reason: 'nodes may not access the status subresource of PodCertificateRequests' },
    ],
    ['get services in a named x', 'allow'],
    ['list services', 'allow'],
    ['delete services in a named x', { reason: refused }],
    ['list services.example.com', { reason: refused }],
    ['get deployments.apps in a named x', { reason: refused }],
  ];
  for (const [text, wanted] of cases) {
    it(`${text} is ${typeof wanted === 'string' ? wanted : `refused: ${wanted.reason || '-'}`}`, () => {
      const verdict = decide('n', requestOf(text));
      if (verdict === 'related') assert.equal('related', wanted);
      else if (verdict.type === 'allow') assert.equal('allow', wanted);
      else assert.deepEqual({ reason: verdict.reason }, wanted);
    });
  }

  it('to paths get no opinion', () => {
    assert.deepEqual(decide('n', { type: 'nonResource', verb: 'get', path: '/metrics' }), {
      type: 'noOpinion',
      reason: '',
    });
  });
});
