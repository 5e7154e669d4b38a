/** Binary operators of one precedence. */
export const RELATIONS: ReadonlySet<string> = new Set(['<', '<=', '>', '>=', '==', '!=', 'in']);
export const SUMS: ReadonlySet<string> = new Set(['+', '-']);
export const PRODUCTS: ReadonlySet<string> = new Set(['*', '/', '%']);
