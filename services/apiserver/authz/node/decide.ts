import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import type { PolicyRule } from '@pilothouse/apimachinery/generated/rbac/v1.js';
import {
  NO_OPINION,
  type AuthorizableRequest,
  type AuthorizableResource,
  type Decision,
} from '@pilothouse/kinds/definition/authorizer.js';
import { allowsResource, resourceTexts } from '@pilothouse/kinds/rbac/rule.js';

/** The decision on a request of a node; `related` if it depends on whether the node needs the object. */
export type Verdict = Decision | 'related';

const ALLOW: Decision = { type: 'allow', reason: '' };
const LEASES = 'kube-node-lease';

function refuse(reason: string): Decision {
  return { type: 'noOpinion', reason };
}

type Rule = (node: string, request: AuthorizableResource) => Verdict;

/**
 * Returns the function that decides on the requests of nodes, with Kubernetes' rules and reasons. `rules` are those of the
 * role `system:node`, for the resources to which all nodes have the same access.
 */
export function nodeDecisions(
  rules: readonly PolicyRule[],
  { domain, hasPodCertificates }: DecisionOptions,
): (node: string, request: AuthorizableRequest) => Verdict {
  const restricted = new Map<string, Rule>([
    ['/secrets', readNamespaced],
    ['/configmaps', readNamespaced],
    ['/persistentvolumeclaims', claim],
    ['/persistentvolumes', getOne],
    ['/serviceaccounts', serviceAccount],
    ['/nodes', ownNode],
    ['/pods', ownPods],
    [`${domain.group('resource')}/resourceclaims`, getOne],
    [`${domain.group('resource')}/resourceslices`, resourceSlice],
    [`${domain.group('storage')}/volumeattachments`, getOne],
    [`${domain.group('storage')}/csinodes`, csiNode],
    [`${domain.group('coordination')}/leases`, lease],
    [`${domain.group('certificates')}/podcertificaterequests`, hasPodCertificates ? podCertificate : () => NO_OPINION],
  ]);
  return (node, request) => {
    if (request.type !== 'resource') return NO_OPINION;
    const rule = restricted.get(`${request.group}/${request.resource}`);
    if (rule !== undefined) return rule(node, request);
    const texts = resourceTexts(request.resource, request.subresource);
    const isAllowed = rules.some(
      (each) => each.resources?.some((text) => texts.includes(text)) === true && allowsResource(each, request),
    );
    return isAllowed ? ALLOW : NO_OPINION;
  };
}

export interface DecisionOptions {
  readonly domain: Domain;
  /** Whether PodCertificateRequests are served. */
  readonly hasPodCertificates: boolean;
}

/** The question whether the node needs the object that the request names. */
function related({ name }: AuthorizableResource): Verdict {
  return name === '' ? refuse('No Object name found') : 'related';
}

function readNamespaced(_node: string, request: AuthorizableResource): Verdict {
  if (!['get', 'list', 'watch'].includes(request.verb)) return refuse('can only read resources of this type');
  if (request.subresource !== '') return refuse('cannot read subresource');
  if (request.namespace === '') return refuse('can only read namespaced object of this type');
  return related(request);
}

function getOne(_node: string, request: AuthorizableResource): Verdict {
  if (request.verb !== 'get') return refuse('can only get individual resources of this type');
  if (request.subresource !== '') return refuse('cannot get subresource');
  return related(request);
}

function claim(node: string, request: AuthorizableResource): Verdict {
  if (request.subresource !== 'status') return getOne(node, request);
  return request.verb === 'update' || request.verb === 'patch'
    ? related(request)
    : refuse('can only get/update/patch this type');
}

function serviceAccount(node: string, request: AuthorizableResource): Verdict {
  const { verb, subresource, name } = request;
  if (verb === 'get' && subresource === '') return readNamespaced(node, request);
  if (verb !== 'create' || name === '') return refuse('can only create tokens for individual service accounts');
  if (subresource !== 'token') return refuse('can only create token subresource of serviceaccount');
  return 'related';
}

const OWN_VERBS: readonly string[] = ['get', 'create', 'update', 'patch', 'delete'];

function lease(node: string, { verb, namespace, name }: AuthorizableResource): Verdict {
  if (!OWN_VERBS.includes(verb)) return refuse('can only get, create, update, patch, or delete a node lease');
  if (namespace !== LEASES) return refuse(`can only access leases in the ${JSON.stringify(LEASES)} system namespace`);
  // The name in a creation is that of the object, which NodeRestriction checks.
  if (verb === 'create' || name === node) return ALLOW;
  return refuse('can only access node lease with the same name as the requesting node');
}

function csiNode(node: string, { verb, subresource, name }: AuthorizableResource): Verdict {
  if (!OWN_VERBS.includes(verb)) return refuse('can only get, create, update, patch, or delete a CSINode');
  if (subresource !== '') return refuse('cannot authorize CSINode subresources');
  if (verb === 'create' || name === node) return ALLOW;
  return refuse('can only access CSINode with the same name as the requesting node');
}

function podCertificate(node: string, request: AuthorizableResource): Verdict {
  const { verb, subresource } = request;
  if (subresource !== '') return refuse('nodes may not access the status subresource of PodCertificateRequests');
  switch (verb) {
    case 'create':
      // NodeRestriction checks the object.
      return ALLOW;
    case 'get':
      return related(request);
    case 'list':
    case 'watch':
      if (selects(request, 'spec.nodeName', node)) return ALLOW;
      return refuse('can only list/watch podcertificaterequests with nodeName field selector');
    default:
      return refuse(`nodes may not ${verb} podcertificaterequests`);
  }
}

function resourceSlice(node: string, request: AuthorizableResource): Verdict {
  if (request.subresource !== '') return refuse('cannot authorize ResourceSlice subresources');
  switch (request.verb) {
    case 'create':
      // NodeRestriction checks the node of the object.
      return ALLOW;
    case 'get':
    case 'update':
    case 'patch':
    case 'delete':
      return related(request);
    case 'watch':
    case 'list':
    case 'deletecollection':
      if (selects(request, 'spec.nodeName', node)) return ALLOW;
      return refuse('can only list/watch/deletecollection resourceslices with nodeName field selector');
    default:
      return refuse(
        'only the following verbs are allowed for a ResourceSlice: get, watch, list, create, update, patch, delete, deletecollection',
      );
  }
}

/** NodeRestriction checks the content of writes. Reads compare the name, so that a kubelet can look before it registers. */
function ownNode(node: string, { verb, subresource, name }: AuthorizableResource): Verdict {
  if (subresource === 'status') return verb === 'update' || verb === 'patch' ? ALLOW : NO_OPINION;
  if (subresource !== '') return NO_OPINION;
  switch (verb) {
    case 'create':
    case 'update':
    case 'patch':
      return ALLOW;
    case 'get':
    case 'list':
    case 'watch':
      if (name === node) return ALLOW;
      return refuse(`node '${node}' cannot read ${name === '' ? 'all nodes' : `'${name}'`}, only its own Node object`);
    default:
      return NO_OPINION;
  }
}

/** NodeRestriction limits writes to mirror pods, and to the status and eviction of the node's own pods. */
function ownPods(node: string, request: AuthorizableResource): Verdict {
  const { verb, subresource, name } = request;
  switch (subresource) {
    case '':
      switch (verb) {
        case 'get':
          return related(request);
        case 'list':
        case 'watch':
          if (selects(request, 'spec.nodeName', node)) return ALLOW;
          return name === '' ? refuse('can only list/watch pods with spec.nodeName field selector') : 'related';
        case 'create':
        case 'delete':
          return ALLOW;
        default:
          return NO_OPINION;
      }
    case 'status':
      return verb === 'update' || verb === 'patch' ? ALLOW : NO_OPINION;
    case 'eviction':
      return verb === 'create' ? ALLOW : NO_OPINION;
    default:
      return NO_OPINION;
  }
}

/** Whether the field selector requires the value. */
function selects({ selectors }: AuthorizableResource, field: string, value: string): boolean {
  const requirements = selectors?.fields?.selector?.requirements ?? [];
  return requirements.some((each) => each.operator === '=' && each.field === field && each.value === value);
}
