import type { Declaration } from './outline.ts';

const NUMBERS = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine'];
const VERBS = new Set(
  `add apply build change check clear close compute convert count create cut delete draw end ensure extract fetch fill
  filter find format get give handle is join keep list load log look make map match merge move open parse pick place
  play print push put read remove render replace reset resolve run save say search select send set show sort split start
  stop sum take tell test to trim turn update use validate wait walk write`.split(/\s+/),
);

/** Creates a doc comment from the name of a declaration. */
export function describeDeclaration({
  keyword,
  name,
}: Pick<Declaration, 'keyword' | 'name'>): string {
  const [first = name, ...rest] = words(name);
  const others = rest.join(' ');
  if (!/^(?:function|def|func|fun|const)$/.test(keyword) || !VERBS.has(first)) {
    return describeNoun(keyword, [first, others].filter(Boolean).join(' '));
  }
  if (first === 'is') {
    return `Whether it is ${others}.`;
  }
  return `${capitalize([thirdPerson(first), others].filter(Boolean).join(' '))}.`;
}

/** "Three lines", "12 lines", "One line". */
export function formatCount(count: number, noun: string): string {
  return `${NUMBERS[count] ?? count} ${noun}${count === 1 ? '' : 's'}`;
}

/** "a and b", "a, b, and c". */
export function joinList(items: readonly string[]): string {
  if (items.length < 3) {
    return items.join(' and ');
  }
  return `${items.slice(0, -1).join(', ')}, and ${items.at(-1) ?? ''}`;
}

export function capitalize(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

function words(name: string): readonly string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[\s_$]+/)
    .filter(word => word !== '')
    .map(word => word.toLowerCase());
}

function describeNoun(keyword: string, noun: string): string {
  if (!/^(?:class|interface|type|enum|record|struct)$/.test(keyword)) {
    return `The ${noun}.`;
  }
  return `Describes ${/^[aeio]/.test(noun) ? 'an' : 'a'} ${noun}.`;
}

function thirdPerson(verb: string): string {
  if (/(?:s|sh|ch|x|o)$/.test(verb)) {
    return `${verb}es`;
  }
  return /[^aeiou]y$/.test(verb) ? `${verb.slice(0, -1)}ies` : `${verb}s`;
}
