/** Element of at most one queue. Only the queue changes these fields. */
export interface Linked<Element> {
  previous: Element | undefined;
  next: Element | undefined;
}

/**
 * FIFO queue as a linked list, from which any element can be removed. All operations except `all` take constant time. A Set does
 * not, since reaching its first element skips all deleted ones. A Set also keeps former members in tables that it has replaced:
 * until a full collection, they and all that they refer to survive, which made garbage of requests expensive.
 */
export interface LinkedQueue<Element> {
  readonly size: () => number;
  readonly first: () => Element | undefined;
  readonly all: () => readonly Element[];
  readonly add: (element: Element) => void;
  /** Returns false for an element that is in no queue. */
  readonly remove: (element: Element) => boolean;
}

export function createLinkedQueue<Element extends Linked<Element>>(): LinkedQueue<Element> {
  let first: Element | undefined;
  let last: Element | undefined;
  let size = 0;
  return {
    size: () => size,
    first: () => first,
    all() {
      const elements: Element[] = [];
      for (let element = first; element !== undefined; element = element.next) elements.push(element);
      return elements;
    },
    add(element) {
      element.previous = last;
      element.next = undefined;
      if (last === undefined) first = element;
      else last.next = element;
      last = element;
      size += 1;
    },
    remove(element) {
      const { previous, next } = element;
      if (previous === undefined && first !== element) return false;
      if (previous === undefined) first = next;
      else previous.next = next;
      if (next === undefined) last = previous;
      else next.previous = previous;
      element.previous = element.next = undefined;
      size -= 1;
      return true;
    },
  };
}
