import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import type { ConfigMap } from '@pilothouse/apimachinery/generated/core/v1.js';
import type { Client } from '@pilothouse/client/client.js';
import type { Collection } from '@pilothouse/client/collection.js';
import { configMaps } from '@pilothouse/client/core.js';
import type { Random } from '../model/random.js';
import { namespacedIn, type CustomObject } from '../support/definitions.js';
import { GROUP, type Resource } from './change.js';
import type { Findings } from './findings.js';
import type { Ledger, Outcome } from './ledger.js';
import type { Measure, Verb } from './measure.js';
import type { Spans } from './spans.js';

/** What all clients of the soak share. */
export interface Load {
  readonly client: (index: number) => Client;
  readonly random: Random;
  readonly ledger: Ledger;
  readonly findings: Findings;
  readonly measure: Measure;
  readonly spans: Spans;
  readonly causes: Map<string, number>;
  /** Failed requests that no fault explains yet. */
  readonly unexplained: Failure[];
}

/** A failed request, in milliseconds of performance.now(). */
export interface Failure {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** Milliseconds in which it becomes known what else was broken when a request failed. */
const KNOWN_WITHIN = 5_000;

/** Finds the failed requests that nothing explains, among those that ended long enough before `now`. */
export function judge(
  { findings, spans, unexplained }: Pick<Load, 'findings' | 'spans' | 'unexplained'>,
  now: number,
): void {
  let count = 0;
  for (const { from, to, text } of unexplained) {
    if (to + KNOWN_WITHIN > now) break;
    count += 1;
    if (spans.at(from, to).length === 0) findings.add('failed without a fault', text);
  }
  unexplained.splice(0, count);
}

/** An object of the soak. Both resources have the fields that the soak uses. */
export type SoakObject = ConfigMap & Pick<CustomObject, 'spec'>;

const widgets = namespacedIn(GROUP);

/** Both resources have the same methods. */
export function collectionIn(client: Client, resource: Resource, namespace: string): Collection<SoakObject> {
  const type = resource === 'widgets' ? widgets : configMaps;
  return client.of(type as typeof configMaps).namespace(namespace);
}

/** Status codes that prove that the server did nothing. */
const REFUSALS: readonly number[] = [403, 404, 409, 410, 422, 429, 503];
/** Those that follow from an earlier write of unknown outcome. */
const CONFLICTS: readonly number[] = [404, 409];
/** Milliseconds: the longest request. */
const LONGEST = 60_000;

export type Answer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly outcome: Exclude<Outcome, 'acknowledged'>; readonly code: number | undefined };

/** Sends a request and measures it from the moment it was due. A failure that nothing explains is a finding, a little later. */
export async function request<T>(
  { measure, spans, causes, unexplained }: Load,
  { verb, what, due = performance.now() }: { readonly verb: Verb; readonly what: string; readonly due?: number },
  send: (signal: AbortSignal) => Promise<T>,
): Promise<Answer<T>> {
  const from = performance.now();
  try {
    const value = await send(AbortSignal.timeout(LONGEST));
    measure.done(verb, performance.now() - due);
    return { ok: true, value };
  } catch (error) {
    const code = error instanceof StatusError ? error.code : undefined;
    const outcome = code !== undefined && REFUSALS.includes(code) ? 'refused' : 'unknown';
    if (code !== undefined && CONFLICTS.includes(code)) return { ok: false, outcome, code };
    const cause = errorMessage(error).slice(0, 300);
    measure.failed(verb);
    const kind = `${code ?? 'no answer'}: ${cause.replaceAll(/\d+/g, 'N').slice(0, 120)}`;
    causes.set(kind, (causes.get(kind) ?? 0) + 1);
    const to = performance.now();
    if (spans.at(from, to).length === 0) unexplained.push({ from, to, text: `${what}: ${cause}` });
    return { ok: false, outcome, code };
  }
}
