import { isDeepStrictEqual } from 'node:util';
import { API_RELEASE, releaseParts } from '@pilothouse/kinds/definition/releases.js';
import type { FlagValues } from './flags.js';
import { LONGEST_TIMER } from './flow-control.js';

/** Options of health checks, metrics, profiles and shutdown. */
export interface OperationsOptions {
  /** Milliseconds after the start in which `/livez` ignores startup steps that are not finished. */
  readonly livezGracePeriod: number;
  /** Milliseconds for which the server serves all requests after shutdown begins. */
  readonly shutdownDelay: number;
  readonly profiling: boolean;
  /** Whether metrics that are hidden since this release are exposed. */
  readonly showHiddenMetrics: boolean;
}

/** Values when no flag is given. */
export const USUAL_OPERATIONS: OperationsOptions = {
  livezGracePeriod: 0,
  shutdownDelay: 0,
  profiling: true,
  showHiddenMetrics: false,
};

/** Undefined if all values are defaults. */
export function operationsOptions(flags: FlagValues): OperationsOptions | undefined {
  const options: OperationsOptions = {
    livezGracePeriod: flags['livez-grace-period'] * 1000,
    shutdownDelay: flags['shutdown-delay-duration'] * 1000,
    profiling: flags.profiling,
    showHiddenMetrics: flags['show-hidden-metrics-for-version'] !== undefined,
  };
  return isDeepStrictEqual(options, USUAL_OPERATIONS) ? undefined : options;
}

/** Problems of combinations and values that the flag types do not check. */
export function operationsProblems(flags: FlagValues): string[] {
  const { 'show-hidden-metrics-for-version': wanted, 'shutdown-delay-duration': delay } = flags;
  const { major, minor } = releaseParts(API_RELEASE);
  const previous = `${major}.${minor - 1}`;
  const isShowable = wanted === undefined || wanted === previous;
  return [
    ...(delay >= 0 && delay <= LONGEST_TIMER ? [] : [`--shutdown-delay-duration must be at most ${LONGEST_TIMER}s`]),
    ...(isShowable
      ? []
      : [
          `--show-hidden-metrics-for-version ${JSON.stringify(wanted)} must be omitted or have the value ${previous}: only the previous minor version is allowed`,
        ]),
  ];
}
