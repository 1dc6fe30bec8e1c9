const NAME = String.raw`([A-Za-z]\w*(?:\.\w+)*)`;
const WHOLE = new RegExp(String.raw`^\$\{${NAME}\}$`);
const INSIDE = new RegExp(String.raw`\$\{${NAME}\}|\$(i)\b`, 'g');
const COUNTER = /\$i\b|\$\{i\}/;

/**
 * Puts variables into every string of a value. A string that is nothing but `${name}` becomes the variable itself,
 * with its type; unknown names stay as they are, so that code such as `${x}` can be sent as text.
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

/** Cuts a text at each counter (`$i`), so that the pieces joined with a number are one copy of it. */
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
