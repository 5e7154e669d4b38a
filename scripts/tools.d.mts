/** The environment that names the programs, and a line for each one that is missing. */
export interface Found {
  readonly env: Readonly<Record<string, string>>;
  readonly missing: readonly string[];
}

export function ensureBenchTools(): Found;

export function ensureSoakTools(): Found;
