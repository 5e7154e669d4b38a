import { readFile } from 'node:fs/promises';
import type { Limits } from '@pilothouse/cel/evaluate/budget.js';
import { watchFiles, type WatchOptions } from '@pilothouse/runtime/files/watched.js';
import { forbidden } from '../../forbidden.js';
import type { AdmissionPlugin } from '../../plugin.js';
import { readPolicy } from './document.js';
import { createPolicy, type Policy } from './policy.js';

export interface PolicyOptions extends Pick<WatchOptions<unknown>, 'onReload'> {
  readonly file: string;
  /** Called for an invalid change of the file. The previous rules stay in use. */
  readonly onError: (error: unknown) => void;
  /** Starts a clock of CPU time in milliseconds, for one write. */
  readonly startClock: () => () => number;
  /** Identifiers of requests. */
  readonly uuid: () => string;
  readonly signal: AbortSignal;
  /** Poll interval of the file in milliseconds; 2,000 when absent. */
  readonly interval?: number;
}

/**
 * Limits of a review. The costs are those of Kubernetes. A rule over 10,000 environment variables of a pod uses about a
 * tenth of `expressionCost`.
 */
export const LIMITS: Limits = { expressionCost: 1_000_000, cost: 10_000_000, milliseconds: 500 };

/** The plugin for a policy file, which it watches. Rejects if the file is invalid. */
export async function policyPlugin({
  file,
  onError,
  onReload,
  startClock,
  uuid,
  signal,
  interval,
}: PolicyOptions): Promise<AdmissionPlugin> {
  const watched = await watchFiles({
    read: () => readFile(file, 'utf8'),
    parse: (text) => createPolicy(readPolicy(text, file), LIMITS, { startClock, uuid }),
    onError,
    onReload,
    signal,
    ...(interval !== undefined && { interval }),
  });
  return policy(watched.current);
}

/** Evaluates the rules over the object that will be stored. A violation denies the write, warns, or adds an audit annotation. */
export function policy(current: () => Policy): AdmissionPlugin {
  return {
    name: 'Policy',
    rules: () => current().rules,
    validate(attributes) {
      const { warn, annotate } = attributes;
      const findings = current().findings(attributes);
      for (const { rule, action, message } of findings) {
        if (action === 'warn') warn(`policy ${JSON.stringify(rule)}: ${message}`);
        if (action === 'audit') annotate(`Policy/${rule}`, message);
      }
      const denials = findings.filter(({ action }) => action === 'deny');
      if (denials.length === 0) return;
      throw forbidden(
        attributes,
        denials.map(({ rule, message }) => `policy ${JSON.stringify(rule)} denied the request: ${message}`).join('; '),
      );
    },
  };
}
