import type { Event, PolicyRule } from '@pilothouse/apimachinery/generated/audit/v1.js';
import { createDomain } from '@pilothouse/apimachinery/domain/domain.js';
import { createAudit, type Audit } from './audit.js';
import type { Backend } from './backend.js';
import { encodeEvent } from './encode.js';
import { policyEvaluator } from './policy.js';

/** An audit log in memory. */
export interface Recorder {
  readonly audit: Audit;
  /** Replaces the rules and clears the recorded events. The default level is Metadata. */
  readonly use: (...rules: readonly Partial<PolicyRule>[]) => void;
  /** The events recorded since the last call, in written form. */
  readonly events: () => Event[];
}

export interface RecorderOptions {
  /** Whether an event can be recorded; by default true. */
  readonly takes?: (event: Event) => boolean;
  readonly apiDomain?: string;
}

/** Records nothing until `use`. */
export function recorder(options: RecorderOptions = {}): Recorder {
  const { takes = () => true } = options;
  let events: Event[] = [];
  let evaluate = policyEvaluator({ metadata: {}, rules: [] });
  const backend: Backend = {
    name: 'memory',
    counts: () => ({ written: 0, failed: 0, dropped: 0 }),
    async record(event) {
      const encoded = encodeEvent(event, undefined);
      if (encoded.ok) events.push(JSON.parse(encoded.text) as Event);
      return takes(event);
    },
    close: async () => {},
  };
  const take = (): Event[] => {
    const taken = events;
    events = [];
    return taken;
  };
  return {
    audit: createAudit({
      policy: () => evaluate,
      backends: [backend],
      domain: createDomain(options),
      now: () => new Date('2026-01-02T03:04:06.5Z'),
    }),
    use(...rules) {
      evaluate = policyEvaluator({ metadata: {}, rules: rules.map((rule) => ({ level: 'Metadata', ...rule })) });
      take();
    },
    events: take,
  };
}
