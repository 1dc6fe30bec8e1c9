/** A value for a placeholder. */
type MessageArgument = string | number | boolean;
type Translate = (message: string, ...args: MessageArgument[]) => string;

let translate: Translate = format;

/**
 * Localizes a message for the user and replaces `{0}`, `{1}`, ... by the arguments. Messages are whole sentences, or
 * clauses that another message embeds; singular and plural are separate messages.
 *
 * Text that is persisted (titles and notices in a journal) stays in the language in which it was shown. Text for agents
 * stays English. One case is both: what a prompt says about its own mentions, such as why one is not attached, is in the
 * user's language, and the agent gets it as the user saw it.
 */
export const t: Translate = (message, ...args) => translate(message, ...args);

/** Uses VS Code's localization. Until this is called, messages stay English. */
export function setTranslator(translation: Translate): void {
  translate = translation;
}

/** Uses a table of translations by English message; messages that are not in it stay English. */
export function setTranslations(translations: Readonly<Record<string, string>>): void {
  translate = (message, ...args) => format(translations[message] ?? message, ...args);
}

function format(message: string, ...args: MessageArgument[]): string {
  return message.replaceAll(/\{(\d+)\}/g, (whole, index: string) =>
    String(args[Number(index)] ?? whole),
  );
}

/** Marks a message in a table so that it is extracted for translation; `t` is called where the message is shown. */
export const localizable = (message: string): string => message;

/** A message with its arguments that is shown both to the agent in English and to the user in the user's language. */
export interface LocalizableMessage {
  /** Marked with `localizable`. */
  readonly message: string;
  readonly args: readonly (MessageArgument | LocalizableMessage)[];
}

export const localizableMessage = (
  message: string,
  ...args: readonly (MessageArgument | LocalizableMessage)[]
): LocalizableMessage => ({
  message,
  args,
});

/** The text for an agent. */
export const toEnglish = ({ message, args }: LocalizableMessage): string =>
  format(message, ...args.map(arg => (typeof arg === 'object' ? toEnglish(arg) : arg)));

/** The text for the user. */
export const toLocalized = ({ message, args }: LocalizableMessage): string =>
  t(message, ...args.map(arg => (typeof arg === 'object' ? toLocalized(arg) : arg)));
