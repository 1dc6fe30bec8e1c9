import { redact } from '../redaction/redact.ts';

const FAILURE =
  /\b(?:fail(?:ed|ure|s)?|error|refused|unable|cannot|can't|could not|couldn't|timed out|not found|closed)\b/i;
/** A line that is longer is data. */
const LINE_LIMIT_CHARS = 2000;

/**
 * The last line in which an agent said that a server failed. The protocol has no message for that, but many agents write it
 * to their log.
 */
export function findReportedFailure(lines: readonly string[], server: string): string | undefined {
  const found = lines.findLast(
    line =>
      line.length <= LINE_LIMIT_CHARS &&
      FAILURE.test(line) &&
      /\bmcp\b|mcp[_-]|server/i.test(line) &&
      namesServer(line, server),
  );
  return found === undefined ? undefined : redact(withoutColors(found).trim());
}

/** The name as a whole word: `git` is not `github`. */
function namesServer(line: string, server: string): boolean {
  for (let at = line.indexOf(server); at >= 0; at = line.indexOf(server, at + 1)) {
    if (!isWord(line[at - 1]) && !isWord(line[at + server.length])) {
      return true;
    }
  }
  return false;
}

const isWord = (character: string | undefined): boolean =>
  character !== undefined && /[\w-]/.test(character);

// oxlint-disable-next-line no-control-regex -- the escape sequences of terminals
const withoutColors = (line: string): string => line.replaceAll(/\u001B\[[\d;]*m/g, '');
