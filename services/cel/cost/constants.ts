/** Costs of operations in Kubernetes' units of about 50 ns. */
export const LIST_COST = 10;
export const MESSAGE_COST = 40;
export const MAP_COST = 30;
/** Cost of an authorization check: an expression can make two of them. */
export const ACCESS_COST = 350_000;
/** Cost of each traversed character. */
export const TRAVERSAL = 0.1;
/** Cost of each character of a pattern, multiplied by the cost of the text. */
export const PATTERN = 0.25;
