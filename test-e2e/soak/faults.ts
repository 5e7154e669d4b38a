import { setTimeout as pause } from 'node:timers/promises';
import type { Fault } from '../model/faults.js';
import type { Random } from '../model/random.js';
import type { Witness } from '../model/witness.js';
import { shuffled } from '../production/disturb.js';
import { faultsOfProcesses, faultsOfServiceProcesses, suspendLeader } from '../production/faults.js';
import type { Installation } from '../production/installation.js';
import type { Change } from './change.js';
import { raiseAlarm } from './etcd-alarm.js';
import type { Spans } from './spans.js';
import type { Webhook } from './webhook.js';

const JUMPS = ['+30s', '-30s', '+10m', '-10m', '+1h', '-1h'] as const;
/** Milliseconds for which a clock is wrong. */
const JUMPED = [5000, 15_000] as const;

export interface Parts {
  readonly installation: Installation;
  readonly witness: Witness<Change>;
  readonly webhook: Webhook;
  /** The newest revision that was read from etcd. */
  readonly reached: () => number;
}

/** Milliseconds: long enough for the calls of a webhook to time out. */
const OUTAGE = [4000, 8000] as const;
/** Milliseconds for which etcd takes no writes. */
const FULL = [2000, 6000] as const;

/** Everything that fails during a soak. */
export function soakFaults({ installation, witness, webhook, reached }: Parts): Fault[] {
  const { balancer, credentials, etcd, setClock } = installation;
  return [
    ...faultsOfProcesses(installation),
    ...faultsOfServiceProcesses(installation),
    {
      name: 'the leading manager hangs for longer than its lease',
      happen: async () => void (await suspendLeader(installation)),
    },
    { name: 'the load balancer is reloaded', happen: () => balancer.reload() },
    { name: 'certificates and keys are renewed', happen: () => credentials.renew() },
    { name: 'etcd is compacted to its newest revision', happen: () => witness.compact(reached()) },
    {
      name: 'the space of etcd is used up',
      async happen(random) {
        const disarm = await raiseAlarm(etcd);
        await pause(random.between(...FULL));
        await disarm();
      },
    },
    ...(setClock === undefined
      ? []
      : [
          {
            name: 'the clock of an API server jumps',
            async happen(random: Random) {
              await setClock(random.pick(JUMPS));
              await pause(random.between(...JUMPED));
              await setClock('+0');
            },
          },
        ]),
    {
      name: 'the webhook is down',
      async happen(random) {
        await webhook.stop();
        await pause(random.between(...OUTAGE));
        await webhook.start();
      },
    },
    {
      name: 'the webhook hangs',
      async happen(random) {
        webhook.answers = false;
        await pause(random.between(...OUTAGE));
        webhook.answers = true;
      },
    },
  ];
}

export interface InTurnOptions {
  readonly faults: readonly Fault[];
  readonly random: Random;
  /** Milliseconds between the repair of a fault and the next one. */
  readonly rest: number;
  readonly spans: Spans;
  readonly signal: AbortSignal;
}

/** Injects one fault after another until the signal is aborted; each once before any repeats. The last one is repaired. */
export async function failInTurn({ faults, random, rest, spans, signal }: InTurnOptions): Promise<void> {
  while (faults.length > 0) {
    for (const { name, happen } of shuffled(faults, random)) {
      await pause(rest, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      await spans.during(name, () => happen(random));
    }
  }
}
