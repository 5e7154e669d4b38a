/** One flag. Each program has one table of flags, from which parsing, `--help` and the documentation are derived. */
export interface FlagDefinition {
  readonly name: string;
  /** One letter, without the dash. */
  readonly short?: string;
  readonly type: FlagType;
  /** As typed on a command line. Without it, the flag has no value unless given. */
  readonly default?: string;
  /** Describes a default that depends on other flags. */
  readonly defaultText?: string;
  readonly help: string;
  readonly group: FlagGroup;
  /** The values of a `text`, which must be one of them; the usual items of a `list`, which the program checks. */
  readonly choices?: readonly string[];
  readonly deprecated?: FlagDeprecation;
}

/** The deprecation of a flag. Until its removal the flag works and its use is logged. Releases are API releases, such as `1.26`. */
export interface FlagDeprecation {
  readonly since: string;
  readonly removedIn: string;
  /** Stability before the deprecation; GA when absent. */
  readonly stage?: 'alpha' | 'beta';
  /** What to use instead, such as `use --x`. */
  readonly advice: string;
}

/**
 * `count`: a whole number. `bytes`: a larger one. `duration`: as in Go, or in seconds. `chance`: from 0 to 0.02. `file`: must exist and be readable. `path`: may be created. `directory`: a `path` of a directory.
 * `domain`: a DNS subdomain. `urls`, `files`, `paths`, `list`: repeatable, or separated by commas. `pairs`: a list of key=value. `endpoint`: an IP address and a port to listen on, or 0 for none.
 */
export type FlagType = keyof ValueTypes;
export type FlagGroup =
  | 'Configuration'
  | 'Serving'
  | 'Storage'
  | 'Authentication'
  | 'Authorization'
  | 'Admission'
  | 'Audit'
  | 'API'
  | 'API server'
  | 'Controllers'
  | 'Leader election'
  | 'Health and metrics'
  | 'Credentials'
  | 'Output'
  | 'Logging';

interface ValueTypes {
  boolean: boolean;
  level: number;
  count: number;
  bytes: number;
  port: number;
  chance: number;
  /** In seconds. */
  duration: number;
  address: string;
  endpoint: Endpoint | 'off';
  domain: string;
  file: string;
  path: string;
  directory: string;
  prefix: string;
  text: string;
  urls: readonly string[];
  files: readonly string[];
  paths: readonly string[];
  list: readonly string[];
  pairs: readonly string[];
}

export interface Endpoint {
  /** All addresses of the machine when absent. */
  readonly host?: string;
  /** 0 selects a free port. */
  readonly port: number;
}

/** A parsed value. */
export type FlagValue = ValueTypes[FlagType];

export type FlagTable = readonly FlagDefinition[];

/** The names of the flags of a table. */
export type NameIn<Table extends FlagTable> = Table[number]['name'];

/** Whether a flag of the type is repeatable. */
export function isList(type: FlagType): boolean {
  return LISTS.has(type);
}

const LISTS: ReadonlySet<FlagType> = new Set(['urls', 'files', 'paths', 'list', 'pairs']);

type ValueOf<F extends FlagDefinition> = F extends { type: 'text'; choices: readonly (infer Choice extends string)[] }
  ? Choice
  : ValueTypes[F['type']];

/** Parsed values by flag name. A flag that was not given has its default, or is absent. */
export type ValuesOf<Table extends FlagTable> = {
  readonly [F in Table[number] as F extends { default: string } ? F['name'] : never]: ValueOf<F>;
} & {
  readonly [F in Table[number] as F extends { default: string } ? never : F['name']]?: ValueOf<F>;
};
