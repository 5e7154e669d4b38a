import type { Agent } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { call, statusOfPost } from './client.js';
import { customObjectText, definitionText, DEFINITIONS, objectsOf, type CustomKind } from './custom-kinds.js';
import type { Target } from './target.js';

/** Milliseconds between attempts to create an object whose kind is not served yet. */
const RETRY_MS = 5;
/** Answers to a request for a kind that is not served yet. */
const NOT_SERVED_YET = [404, 503];

export interface FirstObject {
  readonly name: string;
  readonly agent?: Agent;
}

/** Creates a definition and then an object of it, as soon as the kind is served. */
export async function createKind(target: Target, kind: CustomKind, { name, agent }: FirstObject): Promise<void> {
  const common = { method: 'POST', ...(agent && { agent }) };
  await call(target, { ...common, path: DEFINITIONS, body: definitionText(kind) });
  const object = { ...common, path: objectsOf(kind, target.namespace), body: customObjectText(kind, name) };
  for (let status = 0; status !== 201;) {
    if (status !== 0) await sleep(RETRY_MS);
    status = await statusOfPost(target, object);
    if (status !== 201 && !NOT_SERVED_YET.includes(status))
      throw new Error(`an object of ${kind.kind} was answered with ${status}`);
  }
}
