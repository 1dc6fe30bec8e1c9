/** A fault or a threat, and the tests that show what the client makes of it. */
export interface CatalogRow {
  readonly id: string;
  readonly what: string;
  /**
   * Test files below `test`, without `.test.ts`; behind ` > ` a part of the title of the tests that count. The scenarios
   * of the row are part of it without being named.
   */
  readonly tests: readonly string[];
  /** What is not shown, and why. */
  readonly limits?: string;
}
