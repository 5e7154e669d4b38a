/** A seeded generator of small pseudo-random numbers. */
export type Numbers = (below: number) => number;

export function numbersFrom(seed: number): Numbers {
  let state = (seed * 2_654_435_761 + 1) % 2_147_483_647 || 1;
  return (below) => (state = (state * 48_271) % 2_147_483_647) % below;
}

type Kind = 'bool' | 'int' | 'uint' | 'double' | 'string' | 'bytes' | 'list' | 'texts' | 'map' | 'time' | 'any';

/**
 * Productions of each type. `$int` is a nested expression of a type; `x` and `y` are loop variables. Those of `any`
 * have the type dyn or a wrong one, to reach all errors. Separated by semicolons.
 */
const FORMS: Readonly<Record<Kind, string>> = {
  bool: String.raw`
    true; false; self.flag; !$bool; $bool && $bool; $bool || $bool; $bool ? $bool : $bool; $int == $int;
    $int < $int; $string >= $string; $double > $int; $int in $list; $string in $map; $list.all(x, $bool);
    $list.exists(x, x == $int); $list.exists_one(x, x > $int); $map.all(x, y, x != y);
    $string.contains($string); $string.startsWith($string); $string.matches($string); 'a+'.matches('a+');
    has(self.$name); has($map.$name); $any == $any; $list.isSorted(); sets.contains($list, $list);
    isQuantity($string); isURL($string); cidr('10.0.0.0/8').containsIP($string);
    semver($string) == semver($string); optional.of($int).hasValue();
    format.dns1123Label().validate($string).hasValue(); $bytes == $bytes; $any`,
  int: String.raw`
    0; 1; -1; 7; 9223372036854775807; self.int; $int + $int; $int - $int; $int * $int; $int / $int;
    $int % $int; -$int; size($list); $string.size(); $list.sum(); $list.max(); int($string); int($double);
    $string.indexOf($string); $string.lastIndexOf($string, $int); $list[$int]; $list.indexOf($int); x; y;
    $list.?first.orValue($int); $list[?$int].orValue($int); quantity($string).asInteger(); $any;
    $time.getHours()`,
  uint: String.raw`
    0u; 18446744073709551615u; $uint + $uint; $uint * $uint; uint($int); uint($string)`,
  double: String.raw`
    0.5; -1e300; $double * $double; $double / $double; double($int); double($string); self.double`,
  string: String.raw`
    ''; 'a'; 'b👑'; '(a|b)*'; '[0-9'; '1.2.3'; '100Mi'; self.text; $string + $string; string($int);
    $string.replace($string, $string); $texts.join($string); $string.substring($int); $string.charAt($int);
    '%s %d'.format([$any, $int]); $string.format($texts); strings.quote($string); $string.upperAscii();
    string($time); $string.trim(); $string.find($string); url($string).getHost(); string($bytes); $any; x`,
  bytes: String.raw`
    b'a'; b'\xff'; bytes($string); $bytes + $bytes`,
  list: String.raw`
    []; [1, 2]; [$int, $int]; self.list; $list + $list; $list.map(x, $int); $list.filter(x, $bool);
    $list.sort(); $list.map(x, $bool, $int); lists.range($int); $list.slice($int, $int); $list.distinct();
    [$list].flatten(); $list.sortBy(x, -x); $list.transformList(x, y, x + y); $list.reverse();
    [?optional.of($int), ?optional.none()]`,
  texts: String.raw`
    []; ['a', 'b']; [$string, $string]; $string.split($string); $string.findAll($string); $texts + $texts`,
  map: String.raw`
    {}; {'a': 1}; {$string: $int}; self.map; $map.transformMap(x, y, $int); {?'a': optional.none()};
    $map.transformMapEntry(x, y, {$string: y}); self`,
  time: String.raw`
    timestamp('2026-01-01T00:00:00Z'); timestamp($string); $time + duration($string); timestamp($int);
    self.time`,
  any: String.raw`
    $bool; $int; $uint; $double; $string; $bytes; $list; $map; $time; dyn($any); self.$name.sort();
    self.$name.max(); self.mixed.sum(); self.$name.join($string); self.$name[$any]; self.$name;
    self.$name.$name; self.?$name; self.objects[$int]; type($any); null; [$any, $any]; {$any: $any};
    self.objects.map(x, x.$name); optional.of($any).optMap(x, $any); unknown; $any.unknown($any);
    duration($string); ip($string); $any + $any; x`,
};
const NAMES = ['flag', 'int', 'text', 'list', 'map', 'objects', 'none', 'deep', 'mixed'];

/** A random expression of the grammar, mostly of type bool. */
export function randomExpression(pick: Numbers, depth: number, kind: Kind = 'bool'): string {
  const forms = FORMS[kind].split(';').map((form) => form.trim());
  // Beyond the depth limit, only leaf productions.
  const plain = forms.filter((form) => !form.includes('$'));
  const from = depth > 0 || plain.length === 0 ? forms : plain;
  const form = from[pick(from.length)] ?? 'true';
  return form.replaceAll(/\$(\w+)/g, (_, name: string) =>
    name === 'name' ? (NAMES[pick(NAMES.length)] ?? '') : inner(pick, depth - 1, name as Kind),
  );
}

function inner(pick: Numbers, depth: number, kind: Kind): string {
  if (depth < -4) return '1';
  return `(${randomExpression(pick, depth, kind)})`;
}

const SCRAPS = [
  '(',
  ')',
  '[',
  ']',
  '{',
  '}',
  '.',
  '.?',
  '?',
  ':',
  ',',
  '+',
  '-',
  '!',
  '&&',
  '||',
  'in',
  '"',
  "'",
  "'''",
  '\\',
  '`',
  '0x',
  '1e',
  'r"',
  "b'",
  '\n',
  '//',
  '👑',
  '\ud800',
  '@',
  '#',
  '%',
  'x{',
  'has(',
  '.map(x,',
  '.optMap(',
  '9'.repeat(500),
];

/** Mutates an expression by deleting, duplicating, moving or inserting pieces. The result is seldom valid. */
export function damaged(text: string, pick: Numbers): string {
  let result = text;
  for (let count = 1 + pick(3); count > 0; count -= 1) {
    const [from, length, to] = [pick(result.length + 1), pick(6), pick(result.length + 1)];
    const piece = pick(2) === 0 ? (SCRAPS[pick(SCRAPS.length)] ?? '') : result.slice(from, from + length);
    result =
      pick(2) === 0
        ? result.slice(0, from) + result.slice(from + length)
        : result.slice(0, to) + piece + result.slice(to);
  }
  return result;
}
