import type { ServiceOptions } from '@pilothouse/admission-service/options/service-options.js';
import { endpoint, failureText } from '../failure.js';
import type { AdmissionRunner } from '../runner.js';
import type { Terminal } from '../terminal.js';

export interface AdmissionContext {
  readonly admit: AdmissionRunner;
  readonly terminal: Terminal;
  /** Aborted to stop the service. */
  readonly stop: AbortSignal;
}

/** Runs the admission service until it is stopped. Resolves to the exit code. */
export async function admission(options: ServiceOptions, { admit, terminal, stop }: AdmissionContext): Promise<number> {
  stop.addEventListener('abort', () => terminal.out('Stopping.\n'), { once: true });
  let address = '';
  try {
    await admit(options, {
      signal: stop,
      onStart({ grpc, metrics }) {
        address = grpc;
        const where = metrics === undefined ? '' : ` Health and metrics are at ${metrics}.`;
        terminal.out(`The admission service listens at ${grpc}, with ${options.plugins.join(', ')}.${where}\n`);
      },
      onReady: () => terminal.out(`The admission service is ready at ${address}.\n`),
    });
    return 0;
  } catch (error) {
    const { bindAddress: host, securePort: port } = options;
    const grpc = { host, port, hostFlag: '--bind-address', portFlag: '--secure-port' };
    terminal.err(`error: ${failureText(error, grpc, ...endpoint('--metrics-bind-address', options.metrics))}\n`);
    return 1;
  }
}
