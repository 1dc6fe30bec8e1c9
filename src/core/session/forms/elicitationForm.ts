/** One field of a form that an agent asks the user to fill in. */
export type FormField = {
  readonly name: string;
  readonly title: string;
  readonly description?: string;
  readonly required: boolean;
} & (
  | {
      readonly kind: 'text';
      readonly initial?: string;
      readonly format?: 'email' | 'uri' | 'date' | 'date-time';
      readonly minLength?: number;
      readonly maxLength?: number;
      /** A regular expression that is safe to run. The agent checks all others itself. */
      readonly pattern?: string;
    }
  | {
      readonly kind: 'number';
      readonly whole: boolean;
      readonly initial?: number;
      readonly minimum?: number;
      readonly maximum?: number;
    }
  | { readonly kind: 'boolean'; readonly initial: boolean }
  | { readonly kind: 'choice'; readonly initial?: string; readonly choices: readonly FormChoice[] }
  | {
      readonly kind: 'choices';
      readonly initial: readonly string[];
      readonly choices: readonly FormChoice[];
      readonly minItems?: number;
      readonly maxItems?: number;
    }
);

export interface FormChoice {
  readonly value: string;
  readonly title: string;
  readonly description?: string;
}

/** A flat form, as `elicitation/create` sends it. */
export interface ElicitationForm {
  readonly title?: string;
  readonly fields: readonly FormField[];
}

/** The values that the user filled in, by field name. */
export type FormValues = Readonly<Record<string, string | number | boolean | readonly string[]>>;
