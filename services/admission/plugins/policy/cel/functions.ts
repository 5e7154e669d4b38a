import {
  celFunc,
  celList,
  celMethod,
  CelScalar,
  listType,
  type CelFunc,
  type CelInput,
  type CelList,
} from '@bufbuild/cel';
import { strings } from '@bufbuild/cel/ext';

/** The function that every round of a loop calls. No expression can spell its name. */
export const ROUND = '@round';

const { BOOL, DYN, INT, STRING } = CelScalar;
const LIST = listType(DYN);
/** Items that are copied in the time of a round. */
const COPIED_IN_A_ROUND = 50;
/** The longest text that `replace` makes, in UTF-16 code units. */
const MAX_TEXT = 10_000_000;

/** Kubernetes' functions of strings, and some of CEL's own in a form that costs no more than it should. */
export function functions(spend: (rounds: number) => void): CelFunc[] {
  const round = celFunc(ROUND, [], BOOL, () => {
    spend(1);
    return true;
  });
  return [...strings, round, joinLists(spend), ...replaceText()];
}

/** The library's own sums of lists are lists of lists: one that `map` makes item by item would be as deep as it is long. */
function joinLists(spend: (rounds: number) => void): CelFunc {
  const items = new WeakMap<CelList, readonly CelInput[]>();
  const itemsOf = (list: CelList): readonly CelInput[] => items.get(list) ?? [...list];
  return celFunc('_+_', [LIST, LIST], LIST, (left, right) => {
    spend(Math.floor((left.size + right.size) / COPIED_IN_A_ROUND));
    const sum = [...itemsOf(left), ...itemsOf(right)];
    const list = celList(sum);
    items.set(list, sum);
    return list;
  });
}

/** The library's own `replace` takes time by the square of the text. */
function replaceText(): CelFunc[] {
  function replace(text: string, wanted: string, by: string, most: number): string {
    const parts = text.split(wanted);
    const count = most < 0 ? parts.length - 1 : Math.min(most, parts.length - 1);
    if (text.length + count * by.length > MAX_TEXT)
      throw new Error(`replace makes a text of more than ${MAX_TEXT} characters`);
    return [parts.slice(0, count + 1).join(by), ...parts.slice(count + 1)].join(wanted);
  }
  return [
    celMethod('replace', STRING, [STRING, STRING], STRING, function (wanted, by) {
      return replace(this, wanted, by, -1);
    }),
    celMethod('replace', STRING, [STRING, STRING, INT], STRING, function (wanted, by, most) {
      return replace(this, wanted, by, Number(most));
    }),
  ];
}
