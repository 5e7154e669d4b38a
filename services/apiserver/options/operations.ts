import { isDeepStrictEqual } from 'node:util';
import { API_RELEASE, releaseParts } from '@pilothouse/kinds/definition/releases.js';
import type { FlagValues } from './flags.js';
import { LONGEST_TIMER } from './flow-control.js';

/** How the server shows how it does, and how it ends. */
export interface OperationsOptions {
  /** Milliseconds after the start in which its steps need not be finished for `/livez`. */
  readonly livezGracePeriod: number;
  /** Milliseconds in which everything is still served when the server is to stop. */
  readonly shutdownDelay: number;
  readonly profiling: boolean;
  /** Whether metrics are exposed that are hidden since this release. */
  readonly showHiddenMetrics: boolean;
}

/** As it is unless somebody says otherwise. */
export const USUAL_OPERATIONS: OperationsOptions = {
  livezGracePeriod: 0,
  shutdownDelay: 0,
  profiling: true,
  showHiddenMetrics: false,
};

/** Undefined where everything is as usual. */
export function operationsOptions(flags: FlagValues): OperationsOptions | undefined {
  const options: OperationsOptions = {
    livezGracePeriod: flags['livez-grace-period'] * 1000,
    shutdownDelay: flags['shutdown-delay-duration'] * 1000,
    profiling: flags.profiling,
    showHiddenMetrics: flags['show-hidden-metrics-for-version'] !== undefined,
  };
  return isDeepStrictEqual(options, USUAL_OPERATIONS) ? undefined : options;
}

/** What is wrong with the flags that cannot be told from the text of each. */
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
