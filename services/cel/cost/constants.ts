/** What operations cost in Kubernetes' units, about 50 ns each. */
export const LIST_COST = 10;
export const MAP_COST = 30;
/** For each character of a text that is gone through. */
export const TRAVERSAL = 0.1;
/** For each character of a pattern, times the cost of the text. */
export const PATTERN = 0.25;
