import { ACCESS_COST, LIST_COST, PATTERN, TRAVERSAL } from './constants.js';
import { itemsOf, sizeOrUnknown, type Node, type SizeAt } from './node.js';
import { fixed, GREATEST, product, scaled, sum, type Range } from './range.js';

/** The cost of a call without its arguments, and the size of its result. */
export interface Estimate {
  readonly cost: Range;
  readonly size?: Range;
}

/** A call of one overload. The target of a member call is the first argument. */
export interface CallShape {
  readonly id: string;
  readonly name: string;
  readonly args: readonly Node[];
  readonly sizeAt: SizeAt;
}

type Estimator = (call: CallShape) => Estimate | undefined;

/** The estimate of a library function by Kubernetes or CEL; undefined for other functions, which cost 1. */
export function libraryEstimate(call: CallShape): Estimate | undefined {
  if (/^list_\w+_sort$/.test(call.id)) return selfCompared(call, 0);
  if (call.id.endsWith('_sortByAssociatedKeys')) return selfCompared(call, 1);
  return BY_ID[call.id]?.(call) ?? BY_NAME[call.name]?.(call);
}

const ONE = fixed(1);
const nominal: Estimator = () => ({ cost: ONE });

function sizeOf({ args }: CallShape, index: number): Range {
  const node = args[index];
  return node === undefined ? fixed(0) : sizeOrUnknown(node);
}

/** A traversal of the first argument `times` times; the result has its size. */
const scan =
  (times: number, keepsSize: boolean): Estimator =>
  (call) => {
    const size = sizeOf(call, 0);
    return { cost: scaled(size, times * TRAVERSAL), ...(keepsSize && { size }) };
  };

/** Each item is compared once. */
const compared: Estimator = (call) => {
  const [target] = call.args;
  const items = target && itemsOf(target, call.sizeAt);
  const size = sizeOf(call, 0);
  if (items === undefined) return { cost: scaled(size, TRAVERSAL) };
  const isText = items.type.kind === 'string' || items.type.kind === 'bytes';
  const each = isText ? sum(ONE, scaled(sizeOrUnknown(items), TRAVERSAL)) : ONE;
  return { cost: product(size, each) };
};

const replaced: Estimator = (call) => {
  const [size, old, by] = [sizeOf(call, 0), sizeOf(call, 1), sizeOf(call, 2)];
  let most: Range;
  if (old.min === 0) most = { min: Math.min(size.max + 1, GREATEST), max: size.max };
  else if (by.max <= old.min) most = { min: 0, max: size.max };
  else most = { min: Math.ceil(size.max / old.min), max: 0 };
  let least: Range;
  if (old.max === 0) least = { min: size.min + 1, max: size.min };
  else if (old.max <= by.min) least = { min: 0, max: size.min };
  else least = { min: Math.ceil(size.min / old.max), max: 0 };
  // `min` holds the number of replacements, `max` the size kept of the old text.
  const count = { min: least.min, max: most.min };
  const kept = { min: least.max, max: most.max };
  return { cost: scaled(size, 2 * TRAVERSAL), size: sum(product(count, by), kept) };
};

const split: Estimator = (call) => {
  const size = sizeOf(call, 0);
  const limit = call.args[2]?.expression;
  const most = limit?.kind === 'literal' && typeof limit.value === 'bigint' ? limit.value : undefined;
  const max = most === undefined ? size.max : most < 0n ? GREATEST : Number(most);
  return { cost: scaled(size, 2 * TRAVERSAL), size: { min: 0, max } };
};

const joined: Estimator = (call) => {
  const [target] = call.args;
  const list = sizeOf(call, 0);
  const items = target && itemsOf(target, call.sizeAt);
  let size = items === undefined ? fixed(0) : product(list, sizeOrUnknown(items));
  if (call.args.length > 1) {
    const separators = { min: Math.max(0, list.min - 1), max: Math.max(0, list.max - 1) };
    size = sum(size, product(sizeOf(call, 1), separators));
  }
  return { cost: scaled(size, TRAVERSAL), size };
};

const search: Estimator = (call) => {
  const text = sizeOf(call, 0);
  const cost = product(scaled(sum(text, ONE), TRAVERSAL), scaled(sizeOf(call, 1), PATTERN));
  return { cost, ...(call.id.startsWith('matches') ? {} : { size: { min: 0, max: text.max } }) };
};

const ADDRESS: Range = { min: 4, max: 16 };
/** The longest pattern of a named format. */
const MAX_FORMAT = 128;

const network =
  (isNetwork: boolean): Estimator =>
  (call) => {
    const both = scaled(sum(ADDRESS, ADDRESS), TRAVERSAL);
    const masked = isNetwork ? sum(scaled(ADDRESS, TRAVERSAL), ONE) : fixed(0);
    const text = call.id.endsWith('_string') ? scaled(sizeOf(call, 1), TRAVERSAL) : fixed(0);
    return { cost: sum(both, masked, text) };
  };

/** A call that creates a list of the given size. */
function allocating(factor: number, size: Range): Estimate {
  return { cost: sum(scaled(size, factor), ONE, fixed(LIST_COST)), size };
}

/**
 * Compares all pairs of items in the worst case. Kubernetes estimates the size of the result by the number of
 * comparisons.
 */
function selfCompared(call: CallShape, index: number): Estimate {
  const size = sizeOf(call, index);
  const list = call.args[index]?.type;
  const item = list?.kind === 'list' ? list.item.kind : 'dyn';
  const isText = call.id !== 'list_distinct' && (item === 'string' || item === 'bytes');
  return allocating(isText ? 2 + TRAVERSAL : 2, product(size, size));
}

const sets =
  (factor: number): Estimator =>
  (call) => ({ cost: sum(scaled(product(sizeOf(call, 0), sizeOf(call, 1)), factor), ONE) });

const flattened: Estimator = (call) =>
  allocating(call.args.length < 2 ? 1 : (literalOf(call, 1) ?? GREATEST), sizeOf(call, 0));

const sliced: Estimator = (call) => {
  const [start, end] = [literalOf(call, 1) ?? 0, literalOf(call, 2) ?? sizeOf(call, 0).max];
  return allocating(1, fixed(Math.max(0, end - start)));
};

function literalOf({ args }: CallShape, index: number): number | undefined {
  const expression = args[index]?.expression;
  return expression?.kind === 'literal' && typeof expression.value === 'bigint' ? Number(expression.value) : undefined;
}

const BY_ID: Readonly<Record<string, Estimator | undefined>> = {
  pathcheck_check: () => ({ cost: fixed(ACCESS_COST) }),
  resourcecheck_check: () => ({ cost: fixed(ACCESS_COST) }),
  cidr_ip: nominal,
  matches: search,
  matches_string: search,
  contains_string: (call) => ({
    cost: product(scaled(sizeOf(call, 0), TRAVERSAL), scaled(sizeOf(call, 1), TRAVERSAL)),
  }),
  starts_with_string: (call) => ({ cost: scaled(sizeOf(call, 1), TRAVERSAL) }),
  ends_with_string: (call) => ({ cost: scaled(sizeOf(call, 1), TRAVERSAL) }),
  string_format: scan(1, false),
  string_to_bytes: (call) => {
    const { min, max } = sizeOf(call, 0);
    return { cost: scaled({ min, max }, TRAVERSAL), size: { min, max: Math.min(max * 4, GREATEST) } };
  },
  bytes_to_string: (call) => {
    const { min, max } = sizeOf(call, 0);
    return { cost: scaled({ min, max }, TRAVERSAL), size: { min: Math.floor(min / 4), max } };
  },
  strings_quote: (call) => {
    const { min, max } = sizeOf(call, 0);
    return { cost: scaled({ min, max }, TRAVERSAL), size: { min: min + 2, max: Math.min(max * 2 + 2, GREATEST) } };
  },
  list_slice: sliced,
  list_flatten: flattened,
  list_flatten_int: flattened,
  lists_range: (call) => allocating(1, fixed(Math.max(0, literalOf(call, 0) ?? GREATEST))),
  list_reverse: (call) => allocating(1, sizeOf(call, 0)),
  list_distinct: (call) => selfCompared(call, 0),
  list_sets_contains_list: sets(1),
  list_sets_intersects_list: sets(1),
  list_sets_equivalent_list: sets(2),
};

const BY_NAME: Readonly<Record<string, Estimator | undefined>> = {
  isSorted: compared,
  sum: compared,
  max: compared,
  min: compared,
  indexOf: compared,
  lastIndexOf: compared,
  url: scan(1, true),
  'jsonpatch.escapeKey': scan(1, true),
  lowerAscii: scan(1, true),
  upperAscii: scan(1, true),
  substring: scan(1, true),
  trim: scan(1, true),
  replace: replaced,
  split,
  join: joined,
  find: search,
  findAll: search,
  cidr: scan(1, false),
  isIP: scan(1, false),
  isCIDR: scan(1, false),
  ip: scan(1, false),
  'ip.isCanonical': scan(2, false),
  containsIP: network(false),
  containsCIDR: network(true),
  quantity: scan(1, false),
  isQuantity: scan(1, false),
  semver: scan(1, false),
  isSemver: scan(1, false),
  validate: (call) => ({ cost: scaled(scaled(sizeOf(call, 1), TRAVERSAL), MAX_FORMAT * PATTERN) }),
};
