import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import {
  resolveCertificatesOptions,
  type CertificatesOptions,
} from '@pilothouse/certificates/options/certificates-options.js';
import { CERTIFICATES_FLAGS } from '@pilothouse/certificates/options/flags.js';
import type { Outcome } from '@pilothouse/certificates/rotation/outcome.js';
import type { FlagCommand } from '../flag-command.js';
import type { Terminal } from '../terminal.js';

export interface CertificatesContext {
  readonly terminal: Terminal;
  readonly now: () => Date;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** `pilothouse certificates`: creates and renews the certificates, keys and kubeconfigs of a plan. */
export function certificatesCommand(
  context: CertificatesContext,
): FlagCommand<typeof CERTIFICATES_FLAGS, CertificatesOptions> {
  return {
    name: 'certificates',
    description: 'create and renew the certificates, keys and kubeconfigs of an installation',
    table: CERTIFICATES_FLAGS,
    examples: [
      'pilothouse certificates --config=plan.yaml --directory=certificates',
      'pilothouse certificates --config=plan.yaml --namespace=pilothouse --kubeconfig=host.kubeconfig --dry-run',
    ],
    resolve: ({ values }) => resolveCertificatesOptions(values),
    run: (options, stop) => run(options, context, stop),
  };
}

async function run(
  options: CertificatesOptions,
  { terminal, now, environment }: CertificatesContext,
  signal: AbortSignal,
): Promise<number> {
  const [{ applyCertificates }, { ACCOUNT_DIRECTORY: accountDirectory }] = await Promise.all([
    import('@pilothouse/certificates/apply.js'),
    import('@pilothouse/certificates/connection.js'),
  ]);
  const outcomes: Outcome[] = [];
  const isJson = options.output === 'json';
  const fail = (error: unknown): void => terminal.err(`error: ${errorMessage(error)}\n`);
  try {
    const problems = await applyCertificates(options, {
      now,
      environment,
      accountDirectory,
      signal,
      report(outcome) {
        outcomes.push(outcome);
        if (!isJson) terminal.out(`${outcomeText(outcome, options.dryRun)}\n`);
      },
      onConflict(message) {
        if (options.verbosity >= 2) terminal.err(`Restarting after a write conflict: ${message}\n`);
      },
    });
    problems.forEach(fail);
    if (isJson) {
      const shown = {
        dryRun: options.dryRun,
        items: outcomes,
        problems: problems.map((problem) => errorMessage(problem)),
      };
      terminal.out(`${JSON.stringify(shown, undefined, 2)}\n`);
    }
    return problems.length === 0 ? 0 : 1;
  } catch (error) {
    if (signal.aborted) terminal.err('Stopped. The same command continues from there.\n');
    else fail(error);
    return 1;
  }
}

const CONDITIONAL: Readonly<Record<Outcome['action'], string>> = {
  made: 'would make',
  renewed: 'would renew',
  updated: 'would update',
  kept: 'would keep',
};

/** Such as `renewed certificate a, until 2027-01-31T00:00:00Z: it expires soon`. */
function outcomeText({ action, kind, name, until, reason }: Outcome, isDry: boolean): string {
  const end = until === undefined ? '' : `, until ${until.toISOString().replace(/\.\d+/, '')}`;
  return `${isDry ? CONDITIONAL[action] : action} ${kind} ${name}${end}${reason === undefined ? '' : `: ${reason}`}`;
}
