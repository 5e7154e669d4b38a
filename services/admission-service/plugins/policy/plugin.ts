import { readFile } from 'node:fs/promises';
import type { Limits } from '@pilothouse/cel/evaluate/budget.js';
import { watchFiles, type WatchOptions } from '@pilothouse/runtime/files/watched.js';
import { forbidden, type Plugin } from '../../plugin.js';
import { readPolicy } from './document.js';
import { createPolicy, type Policy } from './policy.js';

export interface PolicyOptions extends Pick<WatchOptions<unknown>, 'onReload'> {
  readonly file: string;
  /** Told when the file has changed and other rules count. */
  readonly onChange: () => void;
  /** Told of a file that cannot be used any more: the rules from before count. */
  readonly onError: (error: unknown) => void;
  /** CPU time in milliseconds. */
  readonly now: () => number;
  readonly signal: AbortSignal;
  /** Milliseconds between two looks at the file; 2,000 when absent. */
  readonly interval?: number;
}

/** Of one review: the costs are Kubernetes' limits. A look at 10,000 variables of a pod's containers costs about a tenth of one expression. */
export const LIMITS: Limits = { expressionCost: 1_000_000, cost: 10_000_000, milliseconds: 500 };

/** The rules of a file as a plugin. Rejects where the file cannot be used. */
export async function policyPlugin({
  file,
  onChange,
  onError,
  onReload,
  now,
  signal,
  interval,
}: PolicyOptions): Promise<Plugin> {
  const watched = await watchFiles({
    read: () => readFile(file, 'utf8'),
    parse: (text) => createPolicy(readPolicy(text, file), LIMITS, now),
    onError,
    onReload,
    signal,
    ...(interval !== undefined && { interval }),
  });
  watched.onChange(onChange, signal);
  return policy(watched.current);
}

/** Has rules look at what is to be stored: they refuse it, or tell the client or the audit log of it. */
export function policy(current: () => Policy): Plugin {
  return {
    name: 'Policy',
    rules: () => current().rules,
    async validate(review, { warn, annotate }) {
      const findings = current().findings(review);
      for (const { rule, action, message } of findings) {
        if (action === 'warn') warn(`policy ${JSON.stringify(rule)}: ${message}`);
        if (action === 'audit') annotate(rule, message);
      }
      const denials = findings.filter(({ action }) => action === 'deny');
      if (denials.length === 0) return;
      throw forbidden(
        review,
        denials.map(({ rule, message }) => `policy ${JSON.stringify(rule)} denied the request: ${message}`).join('; '),
      );
    },
  };
}
