/** A text that the user has ended with Enter before the composer had loaded. */
export interface EnteredText {
  readonly text: string;
  /** Whether Ctrl or Cmd was pressed too. */
  readonly withModifier: boolean;
}

/** The field that takes text until the composer has loaded. Created by the first script of the page. */
export interface FirstField {
  /** The frame around the field. */
  readonly box: HTMLElement;
  readonly field: HTMLTextAreaElement;
  readonly entered: EnteredText[];
  /** Whether an input method is composing text, which ends if the field is removed. */
  isComposing: boolean;
}

declare global {
  interface Window {
    /** Absent if the page has none, or if the composer has taken its place. */
    accordFirstField?: FirstField | undefined;
  }
}
