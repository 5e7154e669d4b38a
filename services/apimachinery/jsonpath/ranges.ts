import type { JsonValue } from '../json/value.js';
import { JsonPathError } from './error.js';
import type { ListNode, Template, TextNode } from './nodes.js';

/** Maximum nesting of `{range}`. */
const MAX_DEPTH = 100;

type Walk = (node: TextNode | ListNode, values: readonly JsonValue[]) => readonly JsonValue[];

/** The loops of one evaluation: the part between `{range …}` and `{end}` runs once for each found value. */
export interface Ranges {
  readonly run: (template: Template, document: JsonValue, walk: Walk) => JsonValue[][];
  /** Called by a `range` step. */
  readonly begin: () => void;
  /** Called by an `end` step; false outside a range. */
  readonly end: () => boolean;
}

export function rangesOf(): Ranges {
  let beginning = 0;
  let ending = 0;
  let depth = 0;
  /** The index of the last reached `{end}`. */
  let lastEnd: number | undefined;

  function run(template: Template, first: number, value: JsonValue, walk: Walk, results: JsonValue[][]): void {
    for (let index = first; index < template.length; index++) {
      const node = template[index];
      if (node === undefined) return;
      const found = walk(node, [value]);
      if (ending > 0 && ending <= depth) {
        ending -= 1;
        lastEnd = index;
        return;
      }
      if (beginning === 0) {
        results.push([...found]);
        continue;
      }
      beginning -= 1;
      depth += 1;
      if (depth > MAX_DEPTH) throw new JsonPathError(`more than ${MAX_DEPTH} nested ranges`);
      for (const each of found) run(template, index + 1, each, walk, results);
      // Without values, the body is only scanned for its end.
      if (found.length === 0) run(template, index + 1, null, walk, []);
      depth -= 1;
      if (lastEnd !== undefined && lastEnd > index) index = lastEnd;
    }
  }

  return {
    run(template, document, walk) {
      const results: JsonValue[][] = [];
      run(template, 0, document, walk, results);
      return results;
    },
    begin: () => void (beginning += 1),
    end() {
      if (depth === 0) return false;
      ending += 1;
      return true;
    },
  };
}
