/** Replaces what is between the markers `<!-- name:start -->` and `<!-- name:end -->` of a document. */
export function withSection(document: string, name: string, content: string): string {
  const [first, last] = [`<!-- ${name}:start -->`, `<!-- ${name}:end -->`];
  const start = document.indexOf(first);
  const end = document.indexOf(last);
  if (start < 0 || end < start) {
    throw new Error(`The document lacks the lines "${first}" and "${last}".`);
  }
  return `${document.slice(0, start + first.length)}\n\n${content}\n${document.slice(end)}`;
}
