import assert from 'node:assert/strict';
import { createDomain } from '@pilothouse/apimachinery/domain/domain.js';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { authenticatedUser } from '@pilothouse/authentication/user.js';
import type { ActionCall, ActionServices } from './action.js';

/** A call of an action in no namespace, by the user `ann`. Only the given services can be used. */
export function testCall(object: JsonObject, services: Partial<ActionServices>): ActionCall {
  return {
    object,
    dryRun: false,
    namespace: '',
    user: authenticatedUser('ann', [], ''),
    domain: createDomain(),
    signal: new AbortController().signal,
    services: { now: () => new Date(0), ...services } as ActionServices,
    warn: () => assert.fail('no warning is expected'),
    annotate: () => assert.fail('no annotation is expected'),
    read: () => assert.fail('nothing is to be read'),
    targetOf: () => assert.fail('there is no other object'),
  };
}
