import { availableParallelism, loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type { LoadBalancer } from '../support/load-balancer.js';
import type { Findings } from './findings.js';
import type { Spans } from './spans.js';

export interface TakenForDownOptions {
  readonly balancer: Pick<LoadBalancer, 'down'>;
  readonly findings: Pick<Findings, 'add'>;
  readonly spans: Spans;
  readonly signal: AbortSignal;
}

/** Milliseconds between two looks at the balancer. */
const EVERY = 500;
/** Milliseconds before the balancer's decision in which it may follow from a fault. */
const BEFORE = 5_000;

/**
 * Looks at the load balancer until the signal is aborted. A server that it takes for down although nothing is broken is one
 * finding, which explains all requests that fail with the connections that the balancer then closes.
 */
export async function watchForDown({ balancer, findings, spans, signal }: TakenForDownOptions): Promise<void> {
  const ends = new Map<string, () => void>();
  while (!signal.aborted) {
    const now = performance.now();
    const down = await balancer.down().catch(() => new Map<string, string>());
    for (const [server, check] of down) {
      if (ends.has(server)) continue;
      const isExplained = spans.at(now - BEFORE, now).length > 0;
      ends.set(server, isExplained ? () => undefined : spans.begin(`the load balancer takes a server for down`, EVERY));
      if (!isExplained) findings.add('server taken for down', `${server}: ${check}, ${machineText()}`);
    }
    for (const [server, end] of ends) {
      if (down.has(server)) continue;
      end();
      ends.delete(server);
    }
    await pause(EVERY, undefined, { signal }).catch(() => undefined);
  }
  for (const end of ends.values()) end();
}

/** How busy the machine is: a machine without processor time for a server looks like a server that hangs. */
function machineText(): string {
  const [last = 0] = loadavg();
  return `load average ${last.toFixed(1)} on ${availableParallelism()} processors`;
}
