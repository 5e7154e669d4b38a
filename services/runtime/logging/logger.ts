import { pino, stdSerializers, type DestinationStream, type Logger as PinoLogger } from 'pino';
import { messageWithCauses } from './causes.js';
import { isOutage } from './outage.js';

export type Logger = Pick<PinoLogger, 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'isLevelEnabled'>;

/** The log level for each minimum of `-v`. */
const LEVELS = [
  [6, 'trace'],
  [4, 'debug'],
  [2, 'info'],
  [0, 'warn'],
] as const;

/** Characters that JSON allows unescaped, but that terminals or line readers interpret. */
const UNSHOWN = /[\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g;

/** Structured logs on standard error, one JSON object on each line. Text from clients is escaped. */
export function createLogger(
  verbosity: number,
  destination: DestinationStream = pino.destination({ dest: 2, sync: true }),
): Logger {
  const [, level] = LEVELS.find(([from]) => verbosity >= from) ?? [0, 'warn'];
  const hooks = { streamWrite: (line: string) => line.replaceAll(UNSHOWN, escaped) };
  return pino({ level, base: null, serializers: { error: errorFields }, hooks }, destination);
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Uses the error's own name, because a bundler may rename its class. The stack of an outage is left out. */
function errorFields(thrown: unknown): unknown {
  if (!(thrown instanceof Error)) return thrown;
  const { name: type, message } = thrown;
  return isOutage(thrown)
    ? { type, message }
    : { ...stdSerializers.err(thrown), type, message: messageWithCauses(thrown) };
}
