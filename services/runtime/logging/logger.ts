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
  const options = { level, base: null, serializers: { error: stdSerializers.err } };
  return pino(options, pino.destination({ dest: 2, sync: true }));
}
