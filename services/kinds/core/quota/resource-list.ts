import { newObject } from '@pilothouse/apimachinery/json/value.js';
import {
  addQuantities,
  compareQuantities,
  parseQuantity,
  quantityText,
  type Quantity,
} from '@pilothouse/apimachinery/quantity/quantity.js';

/** Amounts of named resources. */
export type ResourceList = ReadonlyMap<string, Quantity>;

const ZERO: Quantity = { milli: 0n, format: 'decimalSI' };
export const ONE: Quantity = parseQuantity('1');

/** The amounts of an object; empty if it has none. */
export function readAmounts(amounts: Readonly<Record<string, string>> = {}): Map<string, Quantity> {
  return new Map(Object.entries(amounts).map(([name, text]) => [name, parseQuantity(text)]));
}

/** The amounts in the form of an object, sorted by name. */
export function writeAmounts(list: ResourceList): Record<string, string> {
  const sorted = [...list].sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.assign(newObject(), Object.fromEntries(sorted.map(([name, amount]) => [name, quantityText(amount)])));
}

export function addLists(a: ResourceList, b: ResourceList): Map<string, Quantity> {
  const sums = new Map(a);
  for (const [name, amount] of b) {
    const before = sums.get(name);
    sums.set(name, before === undefined ? amount : addQuantities(before, amount));
  }
  return sums;
}

/** The amounts by which `a` exceeds `b`; 0 if it does not. */
export function excess(a: ResourceList, b: ResourceList): Map<string, Quantity> {
  const rest = new Map<string, Quantity>([...b.keys()].map((name) => [name, ZERO]));
  for (const [name, amount] of a) {
    const milli = amount.milli - (b.get(name)?.milli ?? 0n);
    rest.set(name, milli > 0n ? { ...amount, milli } : ZERO);
  }
  return rest;
}

/** The amounts whose names satisfy the condition. */
export function pick(list: ResourceList, isWanted: (name: string) => boolean): Map<string, Quantity> {
  return new Map([...list].filter(([name]) => isWanted(name)));
}

export function equalLists(a: ResourceList, b: ResourceList): boolean {
  if (a.size !== b.size) return false;
  return [...a].every(([name, amount]) => {
    const other = b.get(name);
    return other !== undefined && compareQuantities(amount, other) === 0;
  });
}

/** The amounts as text, sorted by name: `cpu=2,pods=1`. */
export function listText(list: ResourceList): string {
  return Object.entries(writeAmounts(list))
    .map(([name, amount]) => `${name}=${amount}`)
    .join(',');
}
