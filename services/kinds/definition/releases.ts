/** A release of Kubernetes: major and minor version. */
export type Release = `${number}.${number}`;

/** The Kubernetes release whose API is served. Deprecations, removals and feature stages refer to it. */
export const API_RELEASE: Release = '1.36';

/** The month of each release, past or planned. */
const MONTHS: Readonly<Record<Release, string>> = {
  '1.8': '2017-09',
  '1.9': '2017-12',
  '1.10': '2018-03',
  '1.11': '2018-06',
  '1.12': '2018-09',
  '1.13': '2018-12',
  '1.14': '2019-03',
  '1.15': '2019-06',
  '1.16': '2019-09',
  '1.17': '2019-12',
  '1.18': '2020-03',
  '1.19': '2020-08',
  '1.20': '2020-12',
  '1.21': '2021-04',
  '1.22': '2021-08',
  '1.23': '2021-12',
  '1.24': '2022-05',
  '1.25': '2022-08',
  '1.26': '2022-12',
  '1.27': '2023-04',
  '1.28': '2023-08',
  '1.29': '2023-12',
  '1.30': '2024-04',
  '1.31': '2024-08',
  '1.32': '2024-12',
  '1.33': '2025-04',
  '1.34': '2025-08',
  '1.35': '2025-12',
  '1.36': '2026-04',
  '1.37': '2026-08',
  '1.38': '2026-12',
  '1.39': '2027-04',
  '1.40': '2027-08',
  '1.41': '2027-12',
};

export interface ReleaseParts {
  readonly major: number;
  readonly minor: number;
}

export function releaseParts(release: Release): ReleaseParts {
  const [major = 0, minor = 0] = release.split('.').map(Number);
  return { major, minor };
}

/** Negative if the first is older. */
export function compareReleases(a: Release, b: Release): number {
  const [first, second] = [releaseParts(a), releaseParts(b)];
  return first.major - second.major || first.minor - second.minor;
}

/** A minimum lifetime. The longer of the two counts. */
export interface Span {
  readonly releases: number;
  readonly months: number;
}

/** Whether the span lies between a release and a later one. Throws if a month is missing from the table. */
export function spans(from: Release, to: Release, { releases, months }: Span): boolean {
  const [first, second] = [releaseParts(from), releaseParts(to)];
  const isLater = second.major > first.major || second.minor - first.minor >= releases;
  return isLater && (months === 0 || monthOf(to) - monthOf(from) >= months);
}

function monthOf(release: Release): number {
  const text = MONTHS[release];
  if (text === undefined) throw new Error(`the month of release ${release} is not known`);
  const [year = 0, month = 0] = text.split('-').map(Number);
  return year * 12 + month;
}
