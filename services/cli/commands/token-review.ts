import type { ServiceOptions } from '@pilothouse/token-review/options/service-options.js';
import { endpoint, failureText } from '../failure.js';
import type { ReviewRunner } from '../runner.js';
import type { Terminal } from '../terminal.js';

export interface TokenReviewContext {
  readonly review: ReviewRunner;
  readonly terminal: Terminal;
  /** Aborted to stop the service. */
  readonly stop: AbortSignal;
}

/** Runs the token-review service until it is stopped. Resolves to the exit code. */
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
    const { bindAddress: host, securePort: port } = options;
    const others = [
      ...endpoint('--grpc-bind-address', options.grpc),
      ...endpoint('--metrics-bind-address', options.metrics),
    ];
    const webhook = { host, port, hostFlag: '--bind-address', portFlag: '--secure-port' };
    terminal.err(`error: ${failureText(error, webhook, ...others)}\n`);
    return 1;
  }
}
