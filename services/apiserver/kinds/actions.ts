import { qualifiedResource } from '@pilothouse/apimachinery/status/status-error.js';
import type { Scope, Actions } from '../endpoints/scope.js';
import type { VirtualActions } from '../endpoints/virtual.js';
import type { ResourceDefinition } from '@pilothouse/kinds/definition/definition.js';
import { tokenReviewActions, type TokenReviewOptions } from './authentication/review-token.js';
import { accessReviewActions, type AccessReviewOptions } from './authorization/review-access.js';
import { bindPod, createBinding } from './core/pod-binding.js';
import { evictPod } from './core/pod-eviction.js';
import { tokenRequest, type TokenRequestOptions } from './core/token-request.js';

/** Makes the function that gives what the action subresources of a kind do. */
export function subresourceActions(options: TokenRequestOptions): (definition: ResourceDefinition) => Actions {
  const actions: Readonly<Record<string, Actions>> = {
    serviceaccounts: { token: tokenRequest(options) },
    pods: { binding: bindPod, eviction: evictPod },
  };
  return (definition) => actions[qualifiedResource(definition)] ?? {};
}

export interface VirtualActionOptions extends AccessReviewOptions, TokenReviewOptions {
  readonly pods: Scope;
}

/** What the virtual resources do. */
export function virtualActions(options: VirtualActionOptions): VirtualActions {
  return new Map([
    ...accessReviewActions(options),
    ['bindings', createBinding(options.pods)] as const,
    ...tokenReviewActions(options),
  ]);
}
