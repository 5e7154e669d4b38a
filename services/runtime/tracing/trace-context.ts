import type { RemoteContext } from './span.js';

/** The version, the ids of trace and span, and flags. A later version may have more after them. */
const TRACEPARENT = /^(?!ff)([\da-f]{2})-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(?:-.*)?$/;
const SAMPLED = 1;
/** Length of a traceparent of version 00. */
const LENGTH = 55;
/** Maximum length of a tracestate, which is passed on. The standard requires 512. */
const LONGEST_STATE = 1024;

/** The context in the headers of a client (W3C Trace Context); undefined without a valid one. */
export function remoteContext(
  traceparent: string | undefined,
  tracestate: string | undefined,
): RemoteContext | undefined {
  if (traceparent === undefined) return undefined;
  const [, version, traceId, spanId, flags] = TRACEPARENT.exec(traceparent) ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined;
  if (version === '00' && traceparent.length !== LENGTH) return undefined;
  const isSampled = (Number.parseInt(flags, 16) & SAMPLED) === SAMPLED;
  const hasState = tracestate !== undefined && tracestate !== '' && tracestate.length <= LONGEST_STATE;
  return { traceId, spanId, isSampled, ...(hasState && { state: tracestate }) };
}

/** A traceparent header. */
export function traceparentOf({ traceId, spanId, isSampled }: Omit<RemoteContext, 'state'>): string {
  return `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`;
}
