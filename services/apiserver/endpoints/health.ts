import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import type { Handler, RequestContext } from '../request/context.js';
import { textResponse, type Response } from '../request/response.js';
import { storeStatusError } from './store-errors.js';

/** A condition for a healthy server. */
export interface HealthCheck {
  readonly name: string;
  /** Rejects if the condition does not hold. */
  readonly check: (signal: AbortSignal) => Promise<void>;
  /** An alarm: the list shows the failure, and the endpoint still returns 200. */
  readonly isAlarm?: true;
}

export interface HealthOptions {
  /** Receives the reasons of failures. In responses, only single checks reveal them, which require authorization. */
  readonly onFailure?: (endpoint: string, failed: ReadonlyMap<string, unknown>) => void;
  /** Receives the outcome of each check. */
  readonly onChecked?: (endpoint: string, check: string, isOk: boolean) => void;
}

const PLAIN = 'text/plain; charset=utf-8';

/**
 * `/livez` and similar endpoints, with a path below for each check. Returns 200 and `ok` if every check passes,
 * otherwise 500 and a list, with Kubernetes' texts. `verbose` always returns the list; `exclude` skips checks.
 */
export function healthRoutes(
  endpoint: string,
  checks: readonly HealthCheck[],
  options: HealthOptions = {},
): readonly (readonly [path: string, handler: Handler])[] {
  return [
    [`/${endpoint}`, allOf(endpoint, checks, options)],
    ...checks.map((check) => [`/${endpoint}/${check.name}`, oneOf(check)] as const),
  ];
}

function allOf(endpoint: string, checks: readonly HealthCheck[], { onFailure, onChecked }: HealthOptions): Handler {
  return async (context) => {
    const { query } = context;
    const excluded = new Set(query.getAll('exclude'));
    const failed = new Map<string, unknown>();
    const lines = await Promise.all(
      checks.map(async (each) => {
        if (excluded.has(each.name)) return `[+]${each.name} excluded: ok`;
        const outcome = await outcomeOf(each, context);
        onChecked?.(endpoint, each.name, outcome.ok);
        if (outcome.ok) return `[+]${each.name} ok`;
        if (each.isAlarm) return `[!]${each.name} alarm: reason withheld`;
        failed.set(each.name, outcome.error);
        return `[-]${each.name} failed: reason withheld`;
      }),
    );
    const unknown = [...excluded].filter((name) => checks.every((each) => each.name !== name)).sort();
    if (unknown.length > 0) {
      const names = unknown.map((name) => JSON.stringify(name)).join(',');
      lines.push(`warn: some health checks cannot be excluded: no matches for ${names}`);
    }
    const isHealthy = failed.size === 0;
    if (!isHealthy) onFailure?.(endpoint, failed);
    if (isHealthy && !query.has('verbose')) return answer(200, 'ok');
    return answer(
      isHealthy ? 200 : 500,
      [...lines, `${endpoint} check ${isHealthy ? 'passed' : 'failed'}`, ''].join('\n'),
    );
  };
}

function oneOf(check: HealthCheck): Handler {
  return async (context) => {
    const outcome = await outcomeOf(check, context);
    if (outcome.ok) return answer(200, 'ok');
    const error = storeStatusError(outcome.error);
    return answer(500, `internal server error: ${errorMessage(error)}\n`);
  };
}

type CheckOutcome = { readonly ok: true } | { readonly ok: false; readonly error: unknown };

async function outcomeOf({ check }: HealthCheck, { signal }: Pick<RequestContext, 'signal'>): Promise<CheckOutcome> {
  try {
    await check(signal);
    return { ok: true };
  } catch (error) {
    return { ok: false, error };
  }
}

function answer(status: number, text: string): Response {
  const response = textResponse(status, PLAIN, text);
  return {
    ...response,
    headers: { ...response.headers, 'x-content-type-options': 'nosniff', 'cache-control': 'no-cache, private' },
  };
}
