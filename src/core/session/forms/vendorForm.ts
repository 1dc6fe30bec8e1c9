import { asBoolean, asList, asRecord, asString } from '../../json.ts';
import type { ElicitationForm, FormField, FormValues } from './elicitationForm.ts';

/** A question in a vendor's own format. `key` identifies its answer. */
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

/** Reads the questions of Cursor, which have ids, and of Grok, which are identified by their text. */
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

/** Converts the questions to a form. Fields are named by their index, since the text of a question is no suitable name. */
export function vendorForm(
  title: string | undefined,
  questions: readonly VendorQuestion[],
): ElicitationForm {
  return {
    ...(title ? { title } : {}),
    fields: questions.map((item, index) => toField(item, fieldName(index))),
  };
}

function toField(item: VendorQuestion, name: string): FormField {
  const common = { name, title: item.text, required: false };
  if (item.options.length === 0) {
    return { ...common, kind: 'text' };
  }
  return item.several
    ? { ...common, kind: 'choices', initial: [], choices: item.options }
    : { ...common, kind: 'choice', choices: item.options };
}

/** What the user chose for each question. A skipped question has no choices. */
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
