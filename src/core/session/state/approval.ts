/** What an agent no longer asks the user about. */
export type AutoApproval = 'everything' | 'edits';

/** The words with which an agent describes a mode or another option. */
interface Words {
  readonly id: string;
  readonly name: string;
  readonly description?: string;
}

/**
 * What a mode or option approves without asking, judged by the agent's words, since the protocol has no field for it.
 * The words come from the modes of all agents that we have recorded.
 */
export function getAutoApproval({ id, name, description = '' }: Words): AutoApproval | undefined {
  const title = `${toWords(id)} | ${toWords(name)}`;
  const text = toWords(description);
  if (DENIES.test(text)) {
    return undefined;
  }
  if (EDITS_TITLE.test(title) || EDITS.test(text)) {
    return 'edits';
  }
  return TITLE.test(title) || TEXT.test(text) ? 'everything' : undefined;
}

/** The words in lower case, with `camelCase`, `kebab-case` and apostrophes split. */
const toWords = (text: string): string =>
  text
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replaceAll(/[^\p{L}\d;.,]+/gu, ' ');

/** A mode that refuses instead of asking is safe. */
const DENIES = /\b(den(y|ies)|reject(s|ed)?|refuses?|read only)\b/;
const EDITS_TITLE = /\b(accept|auto|allow|approve) edits?\b/;
const EDITS =
  /\b(auto|automatically) (accept|approve|allow)s? (all |any |every )?(the )?(file |code )?(edit|change|write)/;
const TITLE =
  /\b(bypass|yolo|autopilot|full access|unrestricted|danger(ous|ously)?|don ?t ask|never ask|no approvals?|(auto|allow|approve|accept) (all|approve|accept|run)|skip (all )?(permission|approval|confirmation)s?)\b/;
const TEXT =
  /\bwithout (asking|approval|confirmation|permission|prompt|any |user |human |your )|\bnever (asks?|prompts?)\b|\b(bypass|skip)(es|s|ing)? (all )?(permission|approval|confirmation|safety)|\ballows? all\b|\b(auto|automatically) (accept|approve|allow|run)s? (all|any|every|tool)/;
