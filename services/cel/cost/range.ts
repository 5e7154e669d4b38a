/** Minimum and maximum of a size or cost. Sums and products saturate at the 64-bit maximum. */
export interface Range {
  readonly min: number;
  readonly max: number;
}

export const GREATEST = 2 ** 64;
export const UNKNOWN: Range = { min: 0, max: GREATEST };
export const NOTHING: Range = { min: 0, max: 0 };

export function fixed(amount: number): Range {
  return { min: amount, max: amount };
}

export function sum(...ranges: readonly Range[]): Range {
  let [min, max] = [0, 0];
  for (const range of ranges) {
    min += range.min;
    max += range.max;
  }
  return { min: Math.min(min, GREATEST), max: Math.min(max, GREATEST) };
}

export function product(left: Range, right: Range): Range {
  return { min: times(left.min, right.min), max: times(left.max, right.max) };
}

/** Rounded up. */
export function scaled(range: Range, factor: number): Range {
  return { min: scaledUp(range.min, factor), max: scaledUp(range.max, factor) };
}

export function union(left: Range, right: Range): Range {
  return { min: Math.min(left.min, right.min), max: Math.max(left.max, right.max) };
}

function times(left: number, right: number): number {
  return Math.min(left * right, GREATEST);
}

function scaledUp(amount: number, factor: number): number {
  return Math.min(Math.ceil(amount * factor), GREATEST);
}
