/** Labels of an object. Only own keys count. */
export type Labels = Readonly<Record<string, string>>;

/**
 * A requirement on labels. `exists` and `!` have no values, `in` and `notin` at least one, all others exactly one. `=`
 * equals `==`, and `!=` equals `notin` with one value; each keeps its spelling.
 */
export interface LabelRequirement {
  readonly key: string;
  readonly operator: '=' | '==' | '!=' | 'in' | 'notin' | '>' | '<' | 'exists' | '!';
  /** Sorted and unique. */
  readonly values: readonly string[];
}

/** The requirement in selector syntax: `a in (b,c)`, `!a`, `a>5`. */
export function requirementText({ key, operator, values }: LabelRequirement): string {
  if (operator === 'exists') return key;
  if (operator === '!') return `!${key}`;
  if (operator === 'in' || operator === 'notin') return `${key} ${operator} (${values.join(',')})`;
  return `${key}${operator}${values.join(',')}`;
}

/** The requirement as a predicate. An absent key satisfies only `!`, `!=` and `notin`. */
export function compileRequirement({ key, operator, values }: LabelRequirement): (labels: Labels) => boolean {
  switch (operator) {
    case 'exists':
      return (labels) => Object.hasOwn(labels, key);
    case '!':
      return (labels) => !Object.hasOwn(labels, key);
    case '>':
    case '<':
      return compares(key, operator, values);
    case '=':
    case '==':
    case 'in':
      return isOneOf(key, values);
    case '!=':
    case 'notin':
      break;
  }
  const isOne = isOneOf(key, values);
  return (labels) => !isOne(labels);
}

function isOneOf(key: string, values: readonly string[]): (labels: Labels) => boolean {
  const [value] = values;
  if (values.length === 1 && value !== undefined) {
    return (labels) => labels[key] === value && Object.hasOwn(labels, key);
  }
  const set = new Set(values);
  return (labels) => Object.hasOwn(labels, key) && set.has(labels[key] ?? '');
}

function compares(key: string, operator: '>' | '<', values: readonly string[]): (labels: Labels) => boolean {
  const bound = parseInt64(values[0] ?? '');
  if (bound === undefined) return () => false;
  return (labels) => {
    const value = Object.hasOwn(labels, key) ? parseInt64(labels[key] ?? '') : undefined;
    return value !== undefined && (operator === '>' ? value > bound : value < bound);
  };
}

/** A 64-bit decimal integer; undefined for other texts. */
export function parseInt64(text: string): bigint | undefined {
  if (!/^[+-]?0*\d{1,19}$/.test(text)) return undefined;
  const value = BigInt(text.replace('+', ''));
  return BigInt.asIntN(64, value) === value ? value : undefined;
}
