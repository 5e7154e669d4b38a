const NUMBER = String.raw`(?:0|[1-9]\d*)`;
const PRE_RELEASE = String.raw`(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)`;
const BUILD = '[0-9a-zA-Z-]+';
const VERSION = new RegExp(
  String.raw`^(${NUMBER}\.${NUMBER}\.${NUMBER})(?:-(${PRE_RELEASE}(?:\.${PRE_RELEASE})*))?(?:\+${BUILD}(?:\.${BUILD})*)?$`,
);

/** A semantic version (semver.org 2.0.0) without its build metadata, which has no order. */
export interface Semver {
  readonly numbers: readonly bigint[];
  readonly preRelease: readonly string[];
}

/** Reads a semantic version; undefined for other text. */
export function readSemver(text: string): Semver | undefined {
  const [, numbers, preRelease] = VERSION.exec(text) ?? [];
  if (numbers === undefined) return undefined;
  return { numbers: numbers.split('.').map(BigInt), preRelease: preRelease?.split('.') ?? [] };
}

/** Negative if the first is older. */
export function compareSemver(a: Semver, b: Semver): number {
  for (const [index, number] of a.numbers.entries()) {
    const other = b.numbers[index] ?? 0n;
    if (number !== other) return number < other ? -1 : 1;
  }
  // A release is newer than its pre-releases.
  if (a.preRelease.length === 0 || b.preRelease.length === 0) return b.preRelease.length - a.preRelease.length;
  for (const [index, part] of a.preRelease.entries()) {
    const order = comparePart(part, b.preRelease[index]);
    if (order !== 0) return order;
  }
  return a.preRelease.length - b.preRelease.length;
}

/** Numbers come before texts, and are compared by value. */
function comparePart(part: string, other: string | undefined): number {
  if (other === undefined) return 1;
  const [isNumber, isOtherNumber] = [part, other].map((each) => /^\d+$/.test(each));
  if (isNumber !== isOtherNumber) return isNumber === true ? -1 : 1;
  if (isNumber === true && part.length !== other.length) return part.length - other.length;
  return part === other ? 0 : part < other ? -1 : 1;
}
