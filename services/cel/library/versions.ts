import { CelError, Opaque, type Value } from '../values/value.js';
import { compareTexts } from '../values/compare.js';
import { textOf } from './args.js';
import { overload, type Overload } from './overload.js';

const TYPE = 'kubernetes.Semver';
const MAX_NUMBER = 2n ** 64n - 1n;
/** Length limit of a version. */
const MAX_LENGTH = 1_000;

/** A semantic version (semver.org). */
class Semver extends Opaque {
  readonly typeName = TYPE;
  readonly numbers: readonly bigint[];
  readonly prerelease: readonly string[];

  constructor(numbers: readonly bigint[], prerelease: readonly string[]) {
    super();
    this.numbers = numbers;
    this.prerelease = prerelease;
  }

  /** Compares without build metadata. */
  get key(): string {
    return `${this.numbers.join('.')}-${this.prerelease.join('.')}`;
  }
}

const number =
  (index: number): Overload['call'] =>
  ([version]) =>
    version instanceof Semver ? BigInt.asIntN(64, version.numbers[index] ?? 0n) : null;
const ofBoth =
  (read: (order: number) => Value): Overload['call'] =>
  ([left, right]) =>
    left instanceof Semver && right instanceof Semver ? read(compareVersions(left, right)) : null;
const isVersion: Overload['call'] = ([text, lenient]) => readVersion(textOf(text), lenient === true) instanceof Semver;
const toVersion: Overload['call'] = ([text, lenient]) => readVersion(textOf(text), lenient === true);

/** Kubernetes' semver functions. With `true`, short versions and a leading `v` are accepted. */
export const versions: readonly Overload[] = [
  overload(`semver(string): ${TYPE}`, 'string_to_semver', toVersion),
  overload(`semver(string, bool): ${TYPE}`, 'string_bool_to_semver', toVersion),
  overload('isSemver(string): bool', 'is_semver_string', isVersion),
  overload('isSemver(string, bool): bool', 'is_semver_string_bool', isVersion),
  overload(
    `${TYPE}.isGreaterThan(${TYPE}): bool`,
    'semver_is_greater_than',
    ofBoth((order) => order > 0),
  ),
  overload(
    `${TYPE}.isLessThan(${TYPE}): bool`,
    'semver_is_less_than',
    ofBoth((order) => order < 0),
  ),
  overload(
    `${TYPE}.compareTo(${TYPE}): int`,
    'semver_compare_to',
    ofBoth((order) => BigInt(Math.sign(order))),
  ),
  overload(`${TYPE}.major(): int`, 'semver_major', number(0)),
  overload(`${TYPE}.minor(): int`, 'semver_minor', number(1)),
  overload(`${TYPE}.patch(): int`, 'semver_patch', number(2)),
];

function readVersion(text: string, lenient: boolean): Semver | CelError {
  if (text.length > MAX_LENGTH) return new CelError(`versions may not be longer than ${MAX_LENGTH} characters`);
  if (text === '') return new CelError('Version string empty');
  const source = lenient ? normalised(text) : text;
  if (source === undefined) return new CelError('short version cannot contain PreRelease/Build meta data');
  const [, core = '', prerelease, build] = /^([^+-]*)(?:-([^+]*))?(?:\+(.*))?$/s.exec(source) ?? [];
  const parts = core.split('.');
  if (parts.length !== 3) return new CelError('No Major.Minor.Patch elements found');
  for (const part of parts) {
    if (!/^\d+$/.test(part))
      return new CelError(`Invalid character(s) found in version number ${JSON.stringify(part)}`);
    if (part.length > 1 && part.startsWith('0')) {
      return new CelError(`Version number must not contain leading zeroes ${JSON.stringify(part)}`);
    }
    if (BigInt(part) > MAX_NUMBER) return new CelError(`Version number is out of range ${JSON.stringify(part)}`);
  }
  const tags = prerelease?.split('.') ?? [];
  for (const tag of tags) {
    if (tag === '') return new CelError('Prerelease is empty');
    if (/[^0-9A-Za-z-]/.test(tag))
      return new CelError(`Invalid character(s) found in prerelease ${JSON.stringify(tag)}`);
    if (/^0\d+$/.test(tag)) {
      return new CelError(`Numeric PreRelease version must not contain leading zeroes ${JSON.stringify(tag)}`);
    }
  }
  for (const tag of build?.split('.') ?? []) {
    if (tag === '') return new CelError('Build meta data is empty');
    if (/[^0-9A-Za-z-]/.test(tag))
      return new CelError(`Invalid character(s) found in build meta data ${JSON.stringify(tag)}`);
  }
  return new Semver(parts.map(BigInt), tags);
}

/** Normalises `v1.2` to `1.2.0` and `01.2.3` to `1.2.3`. Undefined for a short version with a suffix. */
function normalised(text: string): string | undefined {
  const [major = '', minor, ...rest] = text.replace(/^v/, '').split('.');
  const parts = [major, ...(minor === undefined ? [] : [minor]), ...(rest.length === 0 ? [] : [rest.join('.')])];
  const trimmed = parts.map((part) =>
    part.length > 1 ? part.replace(/^0+(?!\d)/, '0').replace(/^0+(?=\d)/, '') : part,
  );
  if (trimmed.length < 3 && /[+-]/.test(trimmed.at(-1) ?? '')) return undefined;
  while (trimmed.length < 3) trimmed.push('0');
  return trimmed.join('.');
}

function compareVersions(left: Semver, right: Semver): number {
  for (const [index, value] of left.numbers.entries()) {
    const other = right.numbers[index] ?? 0n;
    if (value !== other) return value < other ? -1 : 1;
  }
  if (left.prerelease.length === 0 || right.prerelease.length === 0) {
    return Math.sign(right.prerelease.length - left.prerelease.length);
  }
  for (const [index, tag] of left.prerelease.entries()) {
    const other = right.prerelease[index];
    const order = other === undefined ? 1 : compareTags(tag, other);
    if (order !== 0) return order;
  }
  return left.prerelease.length - right.prerelease.length;
}

function compareTags(left: string, right: string): number {
  const [one, other] = [/^\d+$/.test(left), /^\d+$/.test(right)];
  if (one !== other) return one ? -1 : 1;
  if (!one) return compareTexts(left, right);
  const difference = BigInt(left) - BigInt(right);
  return difference < 0n ? -1 : Number(difference > 0n);
}
