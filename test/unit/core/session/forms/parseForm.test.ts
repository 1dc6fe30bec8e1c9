import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type {
  ElicitationForm,
  FormValues,
} from '../../../../../src/core/session/forms/elicitationForm.ts';
import {
  validateForm,
  submittedValues,
} from '../../../../../src/core/session/forms/validateForm.ts';
import { parseForm } from '../../../../../src/core/session/forms/parseForm.ts';
import { safePattern } from '../../../../../src/core/session/forms/safePattern.ts';

const schema = (properties: object, required: readonly string[] = []) => ({
  type: 'object',
  properties,
  required,
});

function formOf(properties: object, required: readonly string[] = []): ElicitationForm {
  const form = parseForm(schema(properties, required));
  if (typeof form === 'string') {
    throw new TypeError(form);
  }
  return form;
}

const fieldOf = (property: object) => formOf({ x: property }).fields[0];

describe('parseForm', () => {
  it.each([
    [
      'text',
      { type: 'string', minLength: 1, maxLength: 9, format: 'email', default: 'a@b' },
      {
        kind: 'text',
        minLength: 1,
        maxLength: 9,
        format: 'email',
        initial: 'a@b',
      },
    ],
    ['text of an unknown format', { type: 'string', format: 'runes' }, { kind: 'text' }],
    [
      'text with a pattern',
      { type: 'string', pattern: '^[a-z]+$' },
      { kind: 'text', pattern: '^[a-z]+$' },
    ],
    [
      'a number',
      { type: 'number', minimum: 0, maximum: 1.5, default: 1 },
      {
        kind: 'number',
        whole: false,
        minimum: 0,
        maximum: 1.5,
        initial: 1,
      },
    ],
    ['a whole number', { type: 'integer' }, { kind: 'number', whole: true }],
    ['yes or no', { type: 'boolean', default: true }, { kind: 'boolean', initial: true }],
    [
      'one of some words',
      { type: 'string', enum: ['a', 'b'], default: 'b' },
      {
        kind: 'choice',
        initial: 'b',
        choices: [
          { value: 'a', title: 'a' },
          { value: 'b', title: 'b' },
        ],
      },
    ],
    [
      'one of some words with names',
      { type: 'string', enum: ['a'], enumNames: ['Alpha'] },
      {
        kind: 'choice',
        choices: [{ value: 'a', title: 'Alpha' }],
      },
    ],
    [
      'one of some titled values',
      { type: 'string', oneOf: [{ const: 'a', title: 'A', description: 'First' }] },
      {
        kind: 'choice',
        choices: [{ value: 'a', title: 'A', description: 'First' }],
      },
    ],
    [
      'several of some words',
      { type: 'array', items: { enum: ['a', 'b'] }, minItems: 1, maxItems: 2, default: ['a', 'z'] },
      {
        kind: 'choices',
        initial: ['a'],
        minItems: 1,
        maxItems: 2,
      },
    ],
    [
      'several of some titled values',
      { type: 'array', items: { anyOf: [{ const: 'a', title: 'A' }] } },
      {
        kind: 'choices',
        choices: [{ value: 'a', title: 'A' }],
      },
    ],
  ])('reads %s', (_what, property, field) => {
    expect(fieldOf(property)).toMatchObject(field);
  });

  it('omits an optional field of an unknown type and rejects a required one', () => {
    const properties = { a: { type: 'string' }, b: { type: 'hologram' } };
    expect(formOf(properties).fields.map(({ name }) => name)).toEqual(['a']);
    expect(parseForm(schema(properties, ['b']))).toBe('unknown');
    expect(parseForm(schema({ list: { type: 'array' } }, ['list']))).toBe('unknown');
  });

  it.each([
    { password: { type: 'string' } },
    { apiKey: { type: 'string' } },
    { API_KEY: { type: 'string' } },
    { x: { type: 'string', title: 'Access token' } },
    { x: { type: 'string', description: 'Enter the passphrase of your key' } },
    { x: { type: 'number', title: 'PIN' } },
    { ok: { type: 'boolean' }, client_secret: { type: 'string' } },
  ])('refuses to ask for a secret: %o', properties => {
    expect(parseForm(schema(properties))).toBe('secret');
  });

  it.each([
    { keyboard: { type: 'string' } },
    { maxTokens: { type: 'integer' } },
    { rotatePassword: { type: 'boolean', title: 'Rotate the password?' } },
    { auth: { type: 'string', title: 'API key or OAuth', enum: ['key', 'oauth'] } },
    { author: { type: 'string' } },
  ])('does not treat this as a secret: %o', properties => {
    expect(parseForm(schema(properties))).not.toBe('secret');
  });

  it('rejects empty, endless and invalid forms without throwing', () => {
    expect(parseForm(schema({}))).toBe('none');
    const many = Object.fromEntries(
      Array.from({ length: 51 }, (_, n) => [`f${n}`, { type: 'boolean' }]),
    );
    expect(parseForm(schema(many))).toBe('tooLong');
    fc.assert(
      fc.property(fc.anything(), raw => {
        parseForm(raw);
        parseForm({ properties: raw, required: raw });
        parseForm({ properties: { x: raw } });
      }),
    );
  });
});

describe('validateForm', () => {
  const form = formOf(
    {
      name: { type: 'string', minLength: 2, maxLength: 4, pattern: '^[a-z]+$' },
      mail: { type: 'string', format: 'email' },
      site: { type: 'string', format: 'uri' },
      day: { type: 'string', format: 'date' },
      moment: { type: 'string', format: 'date-time' },
      size: { type: 'integer', minimum: 1, maximum: 9 },
      ok: { type: 'boolean' },
      colour: { type: 'string', enum: ['red', 'blue'] },
      tags: { type: 'array', items: { enum: ['a', 'b', 'c'] }, minItems: 1, maxItems: 2 },
    },
    ['name'],
  );

  it('accepts valid values', () => {
    const values: FormValues = {
      name: 'abc',
      mail: 'a@b.example',
      site: 'https://example.com/x',
      day: '2026-11-16',
      moment: '2026-11-16T09:00:00Z',
      size: 9,
      ok: false,
      colour: 'red',
      tags: ['a', 'c'],
    };
    expect(validateForm(form, values)).toEqual({});
    expect(submittedValues(form, { ...values, stray: 'x' })).toEqual(values);
  });

  it.each([
    [{}, 'name'],
    [{ name: '' }, 'name'],
    [{ name: 'a' }, 'name'],
    [{ name: 'abcde' }, 'name'],
    [{ name: 'ABC' }, 'name'],
    [{ name: 3 }, 'name'],
    [{ name: 'abc', mail: 'nobody' }, 'mail'],
    [{ name: 'abc', site: 'no address' }, 'site'],
    [{ name: 'abc', day: '2026-13-45' }, 'day'],
    [{ name: 'abc', moment: 'yesterday' }, 'moment'],
    [{ name: 'abc', size: 1.5 }, 'size'],
    [{ name: 'abc', size: 0 }, 'size'],
    [{ name: 'abc', size: 10 }, 'size'],
    [{ name: 'abc', size: '5' }, 'size'],
    [{ name: 'abc', ok: 'yes' }, 'ok'],
    [{ name: 'abc', colour: 'green' }, 'colour'],
    [{ name: 'abc', tags: [] }, 'tags'],
    [{ name: 'abc', tags: ['a', 'b', 'c'] }, 'tags'],
    [{ name: 'abc', tags: ['z'] }, 'tags'],
  ] as readonly [FormValues, string][])('reports errors in %o', (values, field) => {
    expect(Object.keys(validateForm(form, values))).toEqual([field]);
  });
});

describe('safePattern', () => {
  it.each([String.raw`^\d{4}-\d{2}$`, '^[a-z0-9._-]+$', 'a|b', '^(?:x|y)$'])(
    'keeps %s',
    pattern => {
      expect(safePattern(pattern)).toBe(pattern);
    },
  );

  it.each([
    '^(a+)+$',
    '(a|aa)*b',
    'a*a*a*b',
    String.raw`(a)\1`,
    '(?=a)b',
    '(',
    'x'.repeat(300),
    '(a?){50}',
  ])('leaves %s to the agent', pattern => {
    expect(safePattern(pattern)).toBeUndefined();
  });
});
