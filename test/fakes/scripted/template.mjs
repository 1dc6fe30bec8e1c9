const NAME = String.raw`([A-Za-z]\w*(?:\.\w+)*)`;
const WHOLE = new RegExp(String.raw`^\$\{${NAME}\}$`);
const INSIDE = new RegExp(String.raw`\$\{${NAME}\}|\$(i)\b`, 'g');
const COUNTER = /\$i\b|\$\{i\}/;

/**
 * Replaces the variables in every string of a value. A string that is only `${name}` becomes the variable itself, with
 * its type. Unknown names are kept, so that code such as `${x}` can be sent as text.
 */
export function fill(value, variables) {
  if (typeof value === 'string') {
    return fillText(value, variables);
  }
  if (Array.isArray(value)) {
    return value.map(item => fill(item, variables));
  }
  if (value !== null && typeof value === 'object') {
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, fill(item, variables)]),
    );
  }
  return value;
}

/** Splits a text at each counter (`$i`), so that joining the pieces with a number gives one copy. */
export function copies(text) {
  const pieces = text.split(new RegExp(COUNTER, 'g'));
  return pieces.length === 1 ? () => text : i => pieces.join(String(i));
}

function fillText(text, variables) {
  if (!text.includes('$')) {
    return text;
  }
  const whole = WHOLE.exec(text)?.[1];
  if (whole !== undefined) {
    return lookUp(variables, whole) ?? text;
  }
  return text.replace(INSIDE, (found, name, counter) =>
    asText(lookUp(variables, name ?? counter), found),
  );
}

function lookUp(variables, path) {
  return path.split('.').reduce((value, key) => value?.[key], variables);
}

function asText(value, otherwise) {
  if (value === undefined) {
    return otherwise;
  }
  return typeof value === 'string' ? value : JSON.stringify(value);
}
