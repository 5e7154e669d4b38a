import type { Installation } from '../production/installation.js';
import { KINDS, type Finding, type Kind } from './findings.js';
import type { Counts } from './ledger.js';
import type { Load } from './load.js';
import { VERBS, type Verb, type Window } from './measure.js';
import type { SoakSettings } from './settings.js';
import type { Watches } from './watches.js';
import type { Writes } from './writes.js';

/** What a soak found, so far. */
export interface SoakOutcome {
  readonly settings: SoakSettings;
  /** When the load began. */
  readonly began: Date;
  /** Milliseconds of load. */
  readonly lasted: number;
  readonly windows: readonly Window[];
  readonly verbs: readonly VerbOutcome[];
  readonly writes: Counts & { readonly skipped: number };
  readonly events: number;
  readonly watchStarts: number;
  readonly relists: number;
  /** Milliseconds: the longest time from the reading of a change in etcd's log to its event. */
  readonly delay: number;
  readonly webhookCalls: number;
  /** The number of failed requests by cause. */
  readonly causes: ReadonlyMap<string, number>;
  readonly faults: readonly FaultOutcome[];
  readonly counts: Readonly<Record<Kind, number>>;
  readonly findings: readonly Finding[];
}

export interface VerbOutcome {
  readonly verb: Verb;
  readonly count: number;
  readonly failed: number;
  /** Milliseconds. */
  readonly p50: number | undefined;
  readonly p99: number | undefined;
  readonly longest: number;
}

/** A fault, in milliseconds since the start of the load. */
export interface FaultOutcome {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly error?: string;
}

export interface OutcomeParts {
  readonly settings: SoakSettings;
  readonly load: Load;
  readonly installation: Installation;
  /** By performance.now(). */
  readonly started: number;
  readonly windows: readonly Window[];
  readonly watches: Watches;
  readonly writes: Writes;
  readonly calls: number;
}

export function outcomeOf(parts: OutcomeParts): SoakOutcome {
  const { settings, load, started, windows, watches, writes, calls } = parts;
  const { ledger, measure, spans, findings, causes } = load;
  return {
    settings,
    began: new Date(performance.timeOrigin + started),
    lasted: windows.at(-1)?.to ?? 0,
    windows,
    verbs: VERBS.map((verb) => ({
      verb,
      count: measure.all[verb].count(),
      failed: measure.failures[verb],
      p50: measure.all[verb].quantile(0.5),
      p99: measure.all[verb].quantile(0.99),
      longest: measure.all[verb].longest(),
    })),
    writes: { ...ledger.counts, skipped: writes.skipped() },
    events: measure.events(),
    watchStarts: watches.starts(),
    relists: watches.relists(),
    delay: Math.max(0, ...[...ledger.tracks()].map((track) => track.delay())),
    webhookCalls: calls,
    causes,
    faults: spans.all().map(({ name, from, to, error }) => {
      return { name, from: from - started, to: to - started, ...(error !== undefined && { error }) };
    }),
    counts: Object.fromEntries(KINDS.map((kind) => [kind, findings.count(kind)])) as Record<Kind, number>,
    findings: findings.first(),
  };
}
