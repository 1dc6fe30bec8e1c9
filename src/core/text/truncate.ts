/** Cuts a text to the limit and appends an ellipsis. A surrogate pair is never split. */
export function truncate(text: string, limitChars: number): string {
  if (text.length <= limitChars) {
    return text;
  }
  const isPair = /[\uD800-\uDBFF]/.test(text.charAt(limitChars - 1));
  return `${text.slice(0, isPair ? limitChars - 1 : limitChars)}...`;
}
