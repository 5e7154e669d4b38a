/** The levels of the Pod Security Standards, in increasing strictness. */
export const LEVELS = ['privileged', 'baseline', 'restricted'] as const;

export type Level = (typeof LEVELS)[number];

/** A version of the standards: that of a minor version of Kubernetes, or the latest. */
export interface Version {
  /** `latest` or `v1.25`. Versions are equal if their texts are. */
  readonly text: string;
  /** Infinity for the latest. */
  readonly minor: number;
}

export interface LevelVersion {
  readonly level: Level;
  readonly version: Version;
}

export const LATEST: Version = { text: 'latest', minor: Infinity };

export const PRIVILEGED: LevelVersion = { level: 'privileged', version: LATEST };

export const LEVEL_RULE = `must be one of ${LEVELS.join(', ')}`;
export const VERSION_RULE = 'must be "latest" or "v1.x"';

const VERSION = /^v1\.(\d|[1-9]\d+)$/;
const LARGEST = 2n ** 63n - 1n;

/** Undefined if the text is not a level. */
export function parseLevel(text: string): Level | undefined {
  return LEVELS.find((level) => level === text);
}

/** Undefined if the text is not a version. Versions that do not exist yet are valid. */
export function parseVersion(text: string): Version | undefined {
  if (text === LATEST.text) return LATEST;
  const minor = VERSION.exec(text)?.[1];
  if (minor === undefined || BigInt(minor) > LARGEST) return undefined;
  return { text, minor: Number(minor) };
}

/** `restricted:v1.25`. */
export function levelVersionText({ level, version }: LevelVersion): string {
  return `${level}:${version.text}`;
}

export function isStricter(level: Level, other: Level): boolean {
  return LEVELS.indexOf(level) > LEVELS.indexOf(other);
}

export function isSame(one: LevelVersion, other: LevelVersion): boolean {
  return one.level === other.level && one.version.text === other.version.text;
}

/** Whether both admit the same pods: privileged is the same in all versions. */
export function isEquivalent(one: LevelVersion, other: LevelVersion): boolean {
  return (one.level === 'privileged' && other.level === 'privileged') || isSame(one, other);
}
