import type { ServiceOptions } from '@pilothouse/token-review/options/service-options.js';
import { failureText, type Listening } from '../failure.js';
import type { ReviewRunner } from '../runner.js';
import type { Terminal } from '../terminal.js';

export interface TokenReviewContext {
  readonly review: ReviewRunner;
  readonly terminal: Terminal;
  /** Aborted when it is to stop. */
  readonly stop: AbortSignal;
}

/** Runs the token-review service until it is told to stop. Resolves to the exit code. */
export async function tokenReview(options: ServiceOptions, context: TokenReviewContext): Promise<number> {
  const { review, terminal, stop } = context;
  stop.addEventListener('abort', () => terminal.out('Stopping.\n'), { once: true });
  try {
    await review(options, {
      signal: stop,
      onReady({ url, grpc, metrics }) {
        const more = [
          ...(grpc === undefined ? [] : [`gRPC is at ${grpc}.`]),
          ...(metrics === undefined ? [] : [`Health and metrics are at ${metrics}.`]),
        ];
        terminal.out(`${[`The token-review service is ready at ${url}.`, ...more].join(' ')}\n`);
      },
    });
    return 0;
  } catch (error) {
    terminal.err(`error: ${failureText(error, listening(options, error))}\n`);
    return 1;
  }
}

/** Which of its addresses cannot be had. */
function listening({ bindAddress, securePort, metrics }: ServiceOptions, error: unknown): Listening {
  const port = error instanceof Error && 'port' in error ? error.port : undefined;
  if (metrics !== 'off' && metrics.port === port && securePort !== port) {
    const flag = '--metrics-bind-address';
    return { host: metrics.host ?? '::', port: metrics.port, hostFlag: flag, portFlag: flag };
  }
  return { host: bindAddress, port: securePort, hostFlag: '--bind-address', portFlag: '--secure-port' };
}
