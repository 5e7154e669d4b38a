import { createRequire } from 'node:module';
import { once } from '@pilothouse/apimachinery/changing/changing.js';
import type { DestinationStream, Logger as PinoLogger } from 'pino';
import type * as Pino from 'pino';
import type { Outage } from './outage.js';

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

const NAMES = ['trace', 'debug', 'info', 'warn', 'error'];

/** Structured logs on standard error, one JSON object on each line. Text from clients is escaped. */
export function createLogger(verbosity: number, destination?: DestinationStream): Logger {
  const [, level] = LEVELS.find(([from]) => verbosity >= from) ?? [0, 'warn'];
  const made = once(() => createPino(level, destination));
  const isLevelEnabled = (name: string): boolean => NAMES.indexOf(name) >= NAMES.indexOf(level);
  const method = (name: Method): PinoLogger[Method] =>
    isLevelEnabled(name) ? made()[name].bind(made()) : () => undefined;
  return {
    get error() {
      return method('error');
    },
    get warn() {
      return method('warn');
    },
    get info() {
      return method('info');
    },
    get debug() {
      return method('debug');
    },
    get trace() {
      return method('trace');
    },
    isLevelEnabled,
  };
}

type Method = Exclude<keyof Logger, 'isLevelEnabled'>;

/** Loads pino with the first line: a start usually logs nothing, and pino takes as long as a twentieth of it. */
function createPino(level: string, destination: DestinationStream | undefined): PinoLogger {
  const { pino, stdSerializers } = createRequire(import.meta.url)('pino') as typeof Pino;
  const hooks = { streamWrite: (line: string) => line.replaceAll(UNSHOWN, escaped) };
  const serializers = { error: (thrown: unknown) => errorFields(thrown, stdSerializers.err) };
  return pino({ level, base: null, serializers, hooks }, destination ?? pino.destination({ dest: 2, sync: true }));
}

const OUTAGE: keyof Outage = 'isOutage';

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Uses the error's own name, because a bundler may rename its class. See {@link Outage}. */
function errorFields(thrown: unknown, fieldsOf: (error: Error) => object): unknown {
  if (!(thrown instanceof Error)) return thrown;
  const { name: type, message } = thrown;
  return OUTAGE in thrown ? { type, message } : { ...fieldsOf(thrown), type };
}
