/** One flag. Parsing, `--help` and the documentation are made from tables of them, one for each program. */
export interface FlagDefinition {
  readonly name: string;
  /** One letter, without the dash. */
  readonly short?: string;
  readonly type: FlagType;
  /** As it would be typed. Absent: the flag has no value unless given. */
  readonly default?: string;
  /** Told where the default depends on other flags. */
  readonly defaultText?: string;
  readonly help: string;
  readonly group: FlagGroup;
  readonly deprecated?: FlagDeprecation;
}

/** That a flag is to go. Until then it works, and using it is reported. Releases are those of the API, such as `1.26`. */
export interface FlagDeprecation {
  readonly since: string;
  readonly removedIn: string;
  /** How stable it was said to be; GA when absent. */
  readonly stage?: 'alpha' | 'beta';
  /** What to do, such as `use --x`. */
  readonly advice: string;
}

/**
 * `count`: a whole number. `bytes`: the same, larger. `duration`: as in Go, or in seconds. `chance`: from 0 to 1. `file`: must exist and be readable. `path`: may be made. `domain`: a DNS subdomain.
 * `urls`, `files`, `list`: repeatable, or with commas. `endpoint`: where to listen, an IP address and a port, or 0 for nowhere.
 */
export type FlagType = keyof ValueTypes;
export type FlagGroup =
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
  prefix: string;
  text: string;
  urls: readonly string[];
  files: readonly string[];
  list: readonly string[];
}

export interface Endpoint {
  /** Absent: every address of the machine. */
  readonly host?: string;
  /** 0 takes a free one. */
  readonly port: number;
}

/** The value of a flag once parsed. */
export type FlagValue = ValueTypes[FlagType];

export type FlagTable = readonly FlagDefinition[];

/** The names of the flags of a table. */
export type NameIn<Table extends FlagTable> = Table[number]['name'];

/** Parsed values by the names of a table's flags. A flag that was not given has its default, or is absent. */
export type ValuesOf<Table extends FlagTable> = {
  readonly [F in Table[number] as F extends { default: string } ? F['name'] : never]: ValueTypes[F['type']];
} & {
  readonly [F in Table[number] as F extends { default: string } ? never : F['name']]?: ValueTypes[F['type']];
};
