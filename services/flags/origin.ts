/** Where the value of a flag is from. */
export type Origin =
  | { readonly type: 'default' }
  /** The command line. */
  | { readonly type: 'flag' }
  | { readonly type: 'file'; readonly path: string; readonly line: number };

/** A text for a flag, and where it is from. */
export interface GivenText {
  readonly text: string;
  readonly origin: Origin;
}

/** Such as `default`, `flag` or `server.yaml:3`. */
export function originText(origin: Origin): string {
  return origin.type === 'file' ? `${origin.path}:${origin.line}` : origin.type;
}
