/** A parsed template: text outside of braces, and one list of steps for each pair of braces. */
export type Template = readonly (TextNode | ListNode)[];

/** Steps that are taken one after the other. */
export interface ListNode {
  readonly type: 'list';
  readonly nodes: readonly JsonPathNode[];
}

/** A constant text: between braces a quoted one, else what stands outside of them. */
export interface TextNode {
  readonly type: 'text';
  readonly text: string;
}

/** A number between the brackets of a slice; undefined where it is left out. */
export type SliceBound = number | undefined;

export type JsonPathNode =
  | TextNode
  /** A constant. `float` is a number that is not written as an integer: Go compares it with no integer. */
  | { readonly type: 'int'; readonly value: number | bigint }
  | { readonly type: 'float'; readonly value: number }
  | { readonly type: 'bool'; readonly value: boolean }
  | { readonly type: 'field'; readonly name: string }
  | { readonly type: 'wildcard' }
  /** `..`: a value and everything below it that is not empty. */
  | { readonly type: 'recursive' }
  /** `range`, `end`, or a name that has no meaning. */
  | { readonly type: 'identifier'; readonly name: string }
  /** An index is the slice `[n, n + 1)`; `isIndex` says so, because `[-1]` ends at 0. */
  | {
      readonly type: 'slice';
      readonly start: SliceBound;
      readonly end: SliceBound;
      readonly step: SliceBound;
      readonly isIndex: boolean;
    }
  | { readonly type: 'union'; readonly lists: readonly ListNode[] }
  /** `operator` is `exists` where there is only a left side. */
  | { readonly type: 'filter'; readonly left: ListNode; readonly right: ListNode; readonly operator: string };
