/** A parsed template: literal texts, and one list of steps for each pair of braces. */
export type Template = readonly (TextNode | ListNode)[];

/** Consecutive steps. */
export interface ListNode {
  readonly type: 'list';
  readonly nodes: readonly JsonPathNode[];
}

/** A literal text: quoted between braces, or outside them. */
export interface TextNode {
  readonly type: 'text';
  readonly text: string;
}

/** A bound of a slice; undefined if omitted. */
export type SliceBound = number | undefined;

export type JsonPathNode =
  | TextNode
  /** A constant. A `float` is not written as an integer; Go never compares it with an integer. */
  | { readonly type: 'int'; readonly value: number | bigint }
  | { readonly type: 'float'; readonly value: number }
  | { readonly type: 'bool'; readonly value: boolean }
  | { readonly type: 'field'; readonly name: string }
  | { readonly type: 'wildcard' }
  /** `..`: a value and all its non-empty descendants. */
  | { readonly type: 'recursive' }
  /** `range`, `end`, or an unknown name. */
  | { readonly type: 'identifier'; readonly name: string }
  /** An index is the slice `[n, n + 1)`; `isIndex` marks it, because `[-1]` ends at 0. */
  | {
      readonly type: 'slice';
      readonly start: SliceBound;
      readonly end: SliceBound;
      readonly step: SliceBound;
      readonly isIndex: boolean;
    }
  | { readonly type: 'union'; readonly lists: readonly ListNode[] }
  /** `operator` is `exists` without a right side. */
  | { readonly type: 'filter'; readonly left: ListNode; readonly right: ListNode; readonly operator: string };
