/** The rows of a table that kubectl prints, each a list of pairs of heading and cell. A column begins where its heading does. */
export function readTable(text: string): [heading: string, cell: string][][] {
  const [first = '', ...lines] = text.trimEnd().split('\n');
  const headings = [...first.matchAll(/\S+(?: \S+)*/g)].map((match) => ({ text: match[0], start: match.index }));
  return lines.map((line) =>
    headings.map(({ text: heading, start }, index) => {
      const end = headings[index + 1]?.start;
      return [heading, line.slice(start, end).trim()];
    }),
  );
}
