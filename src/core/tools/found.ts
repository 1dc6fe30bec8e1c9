/** What a model asks for, or why there is no such thing. */
export type Found<T> =
  | { readonly kind: 'found'; readonly value: T }
  | { readonly kind: 'missing'; readonly why: string };
