/** The beginning of a text that is longer than the limit, with dots; no character is cut in two. */
export function truncate(text: string, limitChars: number): string {
  if (text.length <= limitChars) {
    return text;
  }
  const isPair = /[\uD800-\uDBFF]/.test(text.charAt(limitChars - 1));
  return `${text.slice(0, isPair ? limitChars - 1 : limitChars)}...`;
}
