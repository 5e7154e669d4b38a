import { pino, stdSerializers, type Logger as PinoLogger } from 'pino';

export type Logger = Pick<PinoLogger, 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'isLevelEnabled'>;

/** From which `-v` on which level is logged. */
const LEVELS = [
  [6, 'trace'],
  [4, 'debug'],
  [2, 'info'],
  [0, 'warn'],
] as const;

/** Structured logs on standard error, one JSON object a line. */
export function createLogger(verbosity: number): Logger {
  const [, level] = LEVELS.find(([from]) => verbosity >= from) ?? [0, 'warn'];
  const options = { level, base: null, serializers: { error: errorFields } };
  return pino(options, pino.destination({ dest: 2, sync: true }));
}

/** An error by the name that it gives itself: its class has another one where the command is bundled. */
function errorFields(thrown: unknown): unknown {
  return thrown instanceof Error ? { ...stdSerializers.err(thrown), type: thrown.name } : thrown;
}
