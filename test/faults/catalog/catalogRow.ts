/** A fault or a threat, and the tests that show how the client handles it. */
export interface CatalogRow {
  readonly id: string;
  readonly what: string;
  /**
   * Test files below `test`, without `.test.ts`; after ` > ` a part of the titles of the tests that count. The
   * scenarios of the row count without being listed.
   */
  readonly tests: readonly string[];
  /** What the tests do not show, and why. */
  readonly limits?: string;
}
