import { describe, expect, it } from 'vitest';
import { withModuleDiagram } from '../../../harness/modules/moduleDiagram.ts';

const module = (folder: string, ...imports: readonly string[]) => ({ folder, files: [], imports });

describe('the module diagram', () => {
  it('shows layers and their modules, without imports that a longer path implies', () => {
    const document = 'Before\n<!-- modules:start -->\nold\n<!-- modules:end -->\nAfter\n';
    const modules = [
      module('src', 'src/a/top', 'src/b'),
      module('src/a/bottom'),
      module('src/a/lonely'),
      module('src/a/middle', 'src/a/bottom', 'src/b'),
      module('src/a/top', 'src/a/bottom', 'src/a/middle/inner'),
      module('src/a/middle/inner', 'src/a/bottom'),
      module('src/b'),
    ];
    expect(withModuleDiagram(document, modules)).toBe(`Before
<!-- modules:start -->

**Layers**

\`\`\`mermaid
flowchart TD
  src --> a
  a --> b
\`\`\`

**Modules of \`a\`**

\`\`\`mermaid
flowchart TD
  lonely
  middle --> bottom
  top --> middle
\`\`\`

<!-- modules:end -->
After
`);
  });

  it('is not lost in a document without its markers', () => {
    expect(() => withModuleDiagram('No markers', [])).toThrow('The document lacks the lines');
  });
});
