import type { DomainOptions } from '@pilothouse/apimachinery/domain/domain.js';
import type { Endpoint } from '@pilothouse/flags/definition.js';
import { unreadableFiles } from '@pilothouse/flags/files.js';
import { parseFlags } from '@pilothouse/flags/parse-flags.js';
import type { AboutProgram } from '@pilothouse/runtime/metrics/server.js';
import type { ElectionRules } from '../leader-election/state.js';
import { TOKEN_CONTROLLER } from '../names.js';
import { resolveControllerOptions, type ControllerOptions } from './controller-options.js';
import { MANAGER_FLAGS, type ManagerFlagValues } from './flags.js';

/** The options of the controller manager. */
export interface ManagerOptions extends ControllerOptions {
  readonly kubeconfigFile: string;
  readonly domain: DomainOptions;
  /** Whether each controller uses its own service account. */
  readonly useServiceAccountCredentials: boolean;
  /** Signs tokens in Secrets. */
  readonly signingKeyFile?: string;
  readonly rootCaFile?: string;
  /** Without it, every process runs the controllers. */
  readonly election?: ElectionSettings;
  readonly metrics: Endpoint | 'off';
  /** What the program shows of itself beside its metrics; nothing when absent. */
  readonly about?: AboutProgram;
  /** 0 to 10, as `-v`. */
  readonly verbosity: number;
}

/** The Lease and the durations of the election. */
export interface ElectionSettings extends Omit<ElectionRules, 'identity'> {
  readonly name: string;
  readonly namespace: string;
}

export type ResolvedManager =
  | { readonly ok: true; readonly options: ManagerOptions }
  | { readonly ok: false; readonly problems: readonly string[] };

/** Resolves parsed flags to options, or to all their errors. */
export function resolveManagerOptions(flags: ManagerFlagValues): ResolvedManager {
  const { kubeconfig, 'root-ca-file': rootCaFile, 'label-domain': labelDomain } = flags;
  const resolved = resolveControllerOptions(flags);
  const signingKeyFile = flags['service-account-private-key-file'];
  const isUnsigned = signingKeyFile === undefined && flags.controllers.includes(TOKEN_CONTROLLER);
  const problems = [
    ...(kubeconfig === undefined ? ['--kubeconfig is required'] : []),
    ...(resolved.ok ? [] : resolved.problems),
    ...(isUnsigned ? [`--controllers ${TOKEN_CONTROLLER} needs --service-account-private-key-file`] : []),
    ...(flags['leader-elect'] ? electionProblems(flags) : []),
    ...unreadableFiles(MANAGER_FLAGS, flags),
  ];
  if (problems.length > 0 || kubeconfig === undefined || !resolved.ok) return { ok: false, problems };
  const isWithout = (name: string): boolean => name === TOKEN_CONTROLLER && signingKeyFile === undefined;
  const options: ManagerOptions = {
    ...resolved.options,
    kubeconfigFile: kubeconfig,
    domain: { apiDomain: flags['api-domain'], ...(labelDomain !== undefined && { labelDomain }) },
    controllers: new Set([...resolved.options.controllers].filter((name) => !isWithout(name))),
    useServiceAccountCredentials: flags['use-service-account-credentials'],
    ...(signingKeyFile !== undefined && { signingKeyFile }),
    ...(rootCaFile !== undefined && { rootCaFile }),
    ...(flags['leader-elect'] && { election: electionSettings(flags) }),
    metrics: flags['metrics-bind-address'],
    verbosity: flags.v,
  };
  return { ok: true, options };
}

/** The default election settings. */
export function defaultElection(): ElectionSettings {
  const parsed = parseFlags(MANAGER_FLAGS, new Map());
  if (!parsed.ok) throw new Error(`the defaults cannot be read: ${parsed.problems.join(', ')}`);
  return electionSettings(parsed.values);
}

function electionSettings(flags: ManagerFlagValues): ElectionSettings {
  return {
    name: flags['leader-elect-resource-name'],
    namespace: flags['leader-elect-resource-namespace'],
    leaseDuration: flags['leader-elect-lease-duration'] * 1000,
    renewDeadline: flags['leader-elect-renew-deadline'] * 1000,
    retryPeriod: flags['leader-elect-retry-period'] * 1000,
  };
}

/** The conditions of client-go, which adds up to a fifth of jitter. */
function electionProblems(flags: ManagerFlagValues): string[] {
  const { leaseDuration, renewDeadline, retryPeriod } = electionSettings(flags);
  const duration = '--leader-elect-lease-duration';
  const deadline = '--leader-elect-renew-deadline';
  const period = '--leader-elect-retry-period';
  return [
    ...(leaseDuration % 1000 === 0 ? [] : [`${duration} must be a whole number of seconds`]),
    ...(leaseDuration > renewDeadline ? [] : [`${duration} must be longer than ${deadline}`]),
    ...(renewDeadline > 1.2 * retryPeriod ? [] : [`${deadline} must be more than 1.2 times ${period}`]),
    ...(retryPeriod > 0 ? [] : [`${period} must be longer than 0`]),
  ];
}
