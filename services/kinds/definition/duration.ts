const UNITS = { s: 1, m: 60, h: 3600, d: 86_400, y: 31_536_000 } as const;

type Unit = keyof typeof UNITS;

/** The upper limit in seconds, and the units shown. A zero second unit is omitted. */
const SCALE: readonly (readonly [below: number, Unit, Unit?])[] = [
  [120, 's'],
  [600, 'm', 's'],
  [10_800, 'm'],
  [28_800, 'h', 'm'],
  [172_800, 'h'],
  [691_200, 'd', 'h'],
  [63_072_000, 'd'],
  [252_288_000, 'y', 'd'],
  [Number.POSITIVE_INFINITY, 'y'],
];

/** A duration in Kubernetes' human-readable form: `5m30s`, `47h`, `2y45d`. */
export function humanDuration(seconds: number): string {
  if (seconds < -1) return '<invalid>';
  const whole = Math.max(0, Math.floor(seconds));
  const step = SCALE.find(([below]) => whole < below);
  if (step === undefined) return '<invalid>';
  const [, unit, rest] = step;
  const main = Math.floor(whole / UNITS[unit]);
  const remainder = rest === undefined ? 0 : Math.floor((whole % UNITS[unit]) / UNITS[rest]);
  return remainder === 0 || rest === undefined ? `${main}${unit}` : `${main}${unit}${remainder}${rest}`;
}
