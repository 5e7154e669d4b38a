import type { Handler } from '../request/context.js';
import { textResponse } from '../request/response.js';

/** Something that must hold for the server to be healthy. */
export interface HealthCheck {
  readonly name: string;
  /** Rejects where it does not hold. */
  readonly check: (signal: AbortSignal) => Promise<void>;
}

/** `GET /livez` and the like: 200 `ok` when every check passes, else 500. `verbose` lists them. */
export function healthHandler(endpoint: string, checks: readonly HealthCheck[]): Handler {
  return async ({ query, signal }) => {
    const results = await Promise.all(
      checks.map(async ({ name, check }) => ({ name, ok: await passes(check, signal) })),
    );
    const isHealthy = results.every(({ ok }) => ok);
    if (isHealthy && !query.has('verbose')) return textResponse(200, 'text/plain; charset=utf-8', 'ok');
    const lines = results.map(({ name, ok }) => (ok ? `[+]${name} ok` : `[-]${name} failed: reason withheld`));
    const text = [...lines, `${endpoint} check ${isHealthy ? 'passed' : 'failed'}`, ''].join('\n');
    return textResponse(isHealthy ? 200 : 500, 'text/plain; charset=utf-8', text);
  };
}

async function passes(check: HealthCheck['check'], signal: AbortSignal): Promise<boolean> {
  try {
    await check(signal);
    return true;
  } catch {
    return false;
  }
}
