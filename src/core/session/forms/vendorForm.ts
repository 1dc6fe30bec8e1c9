import { asBoolean, asList, asRecord, asString } from '../../json.ts';
import type { ElicitationForm, FormField, FormValues } from './elicitationForm.ts';

/** A question in a vendor's own form. `key` is what its answer is filed under. */
export interface VendorQuestion {
  readonly key: string;
  readonly text: string;
  readonly several: boolean;
  readonly options: readonly {
    readonly value: string;
    readonly title: string;
    readonly description?: string;
  }[];
}

const QUESTION_LIMIT = 20;
const OPTION_LIMIT = 50;

/** Reads Cursor's questions, which have ids, and Grok's, which are known by their words. */
export function parseVendorQuestions(raw: unknown): readonly VendorQuestion[] {
  return (asList(raw, question) ?? []).slice(0, QUESTION_LIMIT);
}

function question(raw: unknown): VendorQuestion | undefined {
  const item = asRecord(raw);
  const text = asString(item?.['prompt']) ?? asString(item?.['question']);
  if (!item || text === undefined || text.trim() === '') {
    return undefined;
  }
  const several = item['allowMultiple'] ?? item['multiSelect'] ?? item['multi_select'];
  return {
    key: asString(item['id']) ?? text,
    text,
    several: asBoolean(several) ?? false,
    options: (asList(item['options'], option) ?? []).slice(0, OPTION_LIMIT),
  };
}

function option(raw: unknown): VendorQuestion['options'][number] | undefined {
  const item = asRecord(raw);
  const label = asString(raw) ?? asString(item?.['label']);
  const value = asString(item?.['id']) ?? label;
  const description = asString(item?.['description']);
  return label === undefined || value === undefined
    ? undefined
    : { value, title: label, ...(description ? { description } : {}) };
}

/** The questions as a form. Fields are named by their place: a question's words make no good name. */
export function vendorForm(
  title: string | undefined,
  questions: readonly VendorQuestion[],
): ElicitationForm {
  return {
    ...(title ? { title } : {}),
    fields: questions.map((asked, index) => fieldOf(asked, fieldName(index))),
  };
}

function fieldOf(asked: VendorQuestion, name: string): FormField {
  const common = { name, title: asked.text, required: false };
  if (asked.options.length === 0) {
    return { ...common, kind: 'text' };
  }
  return asked.several
    ? { ...common, kind: 'choices', initial: [], choices: asked.options }
    : { ...common, kind: 'choice', choices: asked.options };
}

/** What the user chose, question by question. One that was passed over has no choices. */
export function vendorAnswers(
  questions: readonly VendorQuestion[],
  values: FormValues,
): readonly { readonly key: string; readonly chosen: readonly string[] }[] {
  return questions.map(({ key }, index) => {
    const value = values[fieldName(index)];
    return {
      key,
      chosen: typeof value === 'object' ? value : value === undefined ? [] : [String(value)],
    };
  });
}

const fieldName = (index: number): string => `q${index + 1}`;
