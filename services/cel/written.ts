import {
  celFunc,
  celMethod,
  CelScalar,
  isCelError,
  isCelList,
  isCelMap,
  listType,
  type CelFunc,
  type CelValue,
} from '@bufbuild/cel';
import { strings } from '@bufbuild/cel/ext';
import type { Spend } from './meter.js';

const { DYN, STRING } = CelScalar;
const FORMAT = 'format';
const QUOTE = 'strings.quote';
/** Characters that are written in the time of a round, since it may be one by one. */
const WRITTEN_IN_A_ROUND = 10;

/**
 * The library's functions that write values as texts. To write a value takes it as long as a round, so that what there is to
 * write is counted first.
 */
export function writtenFunctions(spend: Spend): CelFunc[] {
  const countText = ({ length }: string): void => spend(Math.ceil(length / WRITTEN_IN_A_ROUND));
  const count = (value: CelValue): void => {
    if (typeof value === 'string') return countText(value);
    spend(1);
    if (isCelList(value)) for (const item of value) count(item);
    if (isCelMap(value)) {
      for (const [key, member] of value) {
        count(key);
        count(member);
      }
    }
  };
  const [format, quote] = [libraryFunction(FORMAT), libraryFunction(QUOTE)];
  return [
    celMethod(FORMAT, STRING, [listType(DYN)], STRING, function (values) {
      count(values);
      return format(this, [values]);
    }),
    celFunc(QUOTE, [STRING], STRING, (text) => {
      countText(text);
      return quote(undefined, [text]);
    }),
  ];
}

/** Throws what the function of the library gives for an error. */
function libraryFunction(name: string): (target: CelValue | undefined, args: CelValue[]) => string {
  const found = strings.find((each) => each.name === name);
  return (target, args) => {
    const result = found?.call(0, target, args);
    if (isCelError(result)) throw new Error(result.message);
    if (typeof result !== 'string') throw new TypeError(`${name} has made no text`);
    return result;
  };
}
