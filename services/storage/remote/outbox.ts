/** Bounds a message, of which each item has some megabytes at most. */
const MOST = 100;

/** Returns the function that sends an item. The items of one turn of the event loop share a message. */
export function createOutbox<Item>(send: (items: readonly Item[]) => void): (item: Item) => void {
  let items: Item[] = [];

  function flush(): void {
    if (items.length === 0) return;
    const sent = items;
    items = [];
    send(sent);
  }

  return (item) => {
    if (items.push(item) === 1) setImmediate(flush);
    else if (items.length === MOST) flush();
  };
}
