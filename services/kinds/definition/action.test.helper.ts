import assert from 'node:assert/strict';
import { createDomain } from '@pilothouse/apimachinery/domain/domain.js';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { authenticatedUser } from '@pilothouse/token-authenticators/user.js';
import type { ActionCall, ActionServices } from './action.js';

/** A call of an action without a namespace, as the user `ann`. Only the given services are available. */
export function testCall(object: JsonObject, services: Partial<ActionServices>): ActionCall {
  return {
    object,
    dryRun: false,
    namespace: '',
    user: authenticatedUser('ann', [], ''),
    domain: createDomain(),
    signal: new AbortController().signal,
    services: { now: () => new Date(0), ...services } as ActionServices,
    warn: () => assert.fail('unexpected warning'),
    annotate: () => assert.fail('unexpected annotation'),
    read: () => assert.fail('unexpected read'),
    list: () => assert.fail('unexpected list'),
    targetOf: () => assert.fail('unexpected target'),
  };
}
