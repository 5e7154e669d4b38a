import type { TokenRequest } from '@pilothouse/apimachinery/generated/authentication/v1.js';
import type { Pod } from '@pilothouse/apimachinery/generated/core/v1.js';
import type { AdmissionAttributes } from '../../attributes.js';
import { isAllowed } from '../../is-allowed.js';
import type { Capabilities } from '../../capabilities.js';
import type { PluginHost } from '../../plugin.js';
import { usesAudience } from './audiences.js';
import { existingPod } from './existing.js';

type Host = Pick<PluginHost, 'objects' | 'domain'> & Pick<Capabilities, 'authorizer'>;

/** The verb by which a role permits nodes to request tokens for an audience, which is the resource. */
const VERB = 'request-serviceaccounts-token-audience';

/** Why a kubelet may not request the token: it must be bound to a pod of its node, and for an audience that the pod uses. */
export async function checkToken(
  node: string,
  attributes: AdmissionAttributes,
  host: Host,
): Promise<string | undefined> {
  const { operation, subresource, namespace, object, signal } = attributes;
  if (operation !== 'CREATE' || subresource !== 'token' || object === undefined) return undefined;
  // The rules match only token requests here.
  const { boundObjectRef: bound, audiences } = (object as TokenRequest).spec;
  const { name = '', uid = '' } = bound ?? {};
  if (bound === undefined || bound.apiVersion !== 'v1' || bound.kind !== 'Pod' || name === '') {
    return 'node requested token not bound to a pod';
  }
  if (uid === '') return 'node requested token with a pod binding without a uid';
  const pod = await existingPod(host.objects, { namespace, name, signal });
  if (uid !== pod.metadata.uid) {
    return `the UID in the bound object reference (${uid}) does not match the UID in record. The object might have been deleted and then recreated`;
  }
  if (pod.spec.nodeName !== node) return 'node requested token bound to a pod scheduled on a different node';
  return audienceProblem(pod, audiences, attributes, host);
}

async function audienceProblem(
  pod: Pod,
  audiences: readonly string[],
  { user, namespace, name, signal }: AdmissionAttributes,
  { objects, domain, authorizer }: Host,
): Promise<string | undefined> {
  const [audience = '', ...more] = audiences;
  if (more.length > 0) return 'node may only request 0 or 1 audiences';
  const quoted = JSON.stringify(audience);
  const { isUsed, problems } = await usesAudience(pod, audience, { objects, domain, signal });
  if (isUsed) return undefined;
  if (problems.length > 0) {
    const text = problems.length === 1 ? problems[0] : `[${problems.join(', ')}]`;
    return `error validating audience ${quoted}: ${text}`;
  }
  if (await isAllowed(authorizer, user, { verb: VERB, group: '', resource: audience, namespace, name }))
    return undefined;
  return `audience ${quoted} not found in pod spec volume, ${user.name} is not authorized to request tokens for this audience`;
}
