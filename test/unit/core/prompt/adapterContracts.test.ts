import type { ContentBlock, PromptCapabilities } from '@agentclientprotocol/sdk';
import { describe, expect, it } from 'vitest';
import type { Attachment } from '../../../../src/core/prompt/attachment.ts';
import { createPromptLimits } from '../../../../src/core/prompt/promptLimits.ts';
import type { Mention } from '../../../../src/core/prompt/mention/mention.ts';
import { mentionKey } from '../../../../src/core/prompt/mention/mentionUri.ts';
import { buildPrompt } from '../../../../src/core/prompt/buildPrompt.ts';

/**
 * How four public adapters read our blocks. Each reader below does what its adapter documents, and no more; the
 * snapshots show what the model receives.
 */
type Reader = (block: ContentBlock) => string;

const lastName = (uri: string): string => uri.split('/').pop() ?? uri;

const pydanticAcp: Reader = block => {
  switch (block.type) {
    case 'text':
      return block.text;
    case 'resource_link': {
      const type = /^(image|audio)\//.exec(block.mimeType ?? '')?.[1];
      const isDocument = block.mimeType === 'application/pdf';
      return type || isDocument
        ? `<${type ?? 'document'} url ${block.uri}>`
        : `[@${block.name}](${block.uri})`;
    }
    case 'resource':
      return 'text' in block.resource
        ? `[@${lastName(block.resource.uri)}](${block.resource.uri})\n${block.resource.text}`
        : `<binary ${block.resource.mimeType} ${block.resource.blob}>`;
    case 'image':
    case 'audio':
      return `<binary ${block.mimeType} ${block.data}>`;
  }
};

const langchainAcp: Reader = block => {
  switch (block.type) {
    case 'text':
      return block.text;
    case 'resource_link':
      return [
        `Resource: ${block.title ?? block.name}`,
        `URI: ${block.uri}`,
        ...(block.description ? [`Description: ${block.description}`] : []),
        ...(block.mimeType ? [`MIME type: ${block.mimeType}`] : []),
        ...(block.size == null ? [] : [`Size: ${block.size} bytes`]),
      ].join('\n');
    case 'resource':
      if ('text' in block.resource) {
        return block.resource.text;
      }
      return /^(image|audio)\//.test(block.resource.mimeType ?? '')
        ? `<${block.resource.mimeType}>`
        : `[Blob ${block.resource.uri} ${block.resource.mimeType}]`;
    case 'image':
    case 'audio':
      return `<${block.mimeType} ${block.data}>`;
  }
};

const claudeAgentAcp: Reader = block => {
  switch (block.type) {
    case 'text':
      return block.text;
    case 'resource_link':
      return `[@${block.name}](${block.uri})`;
    case 'resource':
      return 'text' in block.resource
        ? `<context ref="${block.resource.uri}">\n${block.resource.text}\n</context>`
        : '';
    case 'image':
      return `<image ${block.mimeType} ${block.data}>`;
    case 'audio':
      return '';
  }
};

const ON_DISK = new Map([
  ['/w/src/app.ts', 'saved();\n'],
  ['/w/doc.pdf', '%PDF'],
]);

/** Banjo reads the target of a link through the client's `fs/read_text_file`. */
const banjo: Reader = block => {
  switch (block.type) {
    case 'text':
      return block.text;
    case 'resource_link': {
      const path = decodeURIComponent(new URL(block.uri).pathname);
      return `<read ${path}>${ON_DISK.get(path) ?? 'failed'}`;
    }
    case 'resource':
      return 'text' in block.resource ? block.resource.text : '';
    case 'image':
    case 'audio':
      return `[${block.type} ${block.mimeType}]`;
  }
};

const uri = 'file:///w/src/app.ts';
const CASES: readonly [string, Mention, Attachment][] = [
  [
    'a selection',
    {
      kind: 'selection',
      uri,
      range: { start: { line: 53, character: 0 }, end: { line: 54, character: 0 } },
    },
    { kind: 'text', text: 'wrap_run();\n', mimeType: 'text/typescript' },
  ],
  [
    'a branch diff',
    { kind: 'gitDiff', diff: { kind: 'branch', base: 'main' } },
    { kind: 'text', text: 'diff --git a/x b/x\n', mimeType: 'text/x-diff' },
  ],
  [
    'a folder',
    { kind: 'folder', uri: 'file:///w/src/' },
    { kind: 'link', title: 'src', description: 'A folder of the workspace' },
  ],
  [
    'a file with unsaved changes',
    { kind: 'file', uri },
    {
      kind: 'text',
      text: 'unsaved();\n',
      mimeType: 'text/typescript',
      title: 'src/app.ts',
      unsaved: true,
    },
  ],
  [
    'an image',
    { kind: 'file', uri: 'file:///w/shot.png' },
    { kind: 'image', data: 'iVBORw==', mimeType: 'image/png', sizeBytes: 4 },
  ],
  [
    'a PDF',
    { kind: 'file', uri: 'file:///w/doc.pdf' },
    { kind: 'bytes', mimeType: 'application/pdf', sizeBytes: 4, title: 'doc.pdf' },
  ],
];

function seenBy(
  reader: Reader,
  capabilities: PromptCapabilities,
): Record<string, readonly string[]> {
  return Object.fromEntries(
    CASES.map(([name, mention, attachment]) => {
      const read = new Map([[mentionKey(mention), attachment]]);
      const { blocks } = buildPrompt(
        [{ kind: 'mention', mention }],
        read,
        capabilities,
        createPromptLimits(128),
      );
      return [name, blocks.map(reader)];
    }),
  );
}

describe('content blocks as adapters read them', () => {
  it('pydantic-acp, which takes everything', () => {
    expect(seenBy(pydanticAcp, { image: true, audio: true, embeddedContext: true }))
      .toMatchInlineSnapshot(`
        {
          "a PDF": [
            "<document url file:///w/doc.pdf>",
          ],
          "a branch diff": [
            "[@Changes since main](vscode://accord-acp.accord/git-diff?base=main)",
            "[@git-diff?base=main](vscode://accord-acp.accord/git-diff?base=main)
        diff --git a/x b/x
        ",
          ],
          "a file with unsaved changes": [
            "[@app.ts](file:///w/src/app.ts)",
            "[@app.ts](file:///w/src/app.ts)
        unsaved();
        ",
          ],
          "a folder": [
            "[@src](file:///w/src/)",
          ],
          "a selection": [
            "[@app.ts:54](file:///w/src/app.ts#L54:54)",
            "[@app.ts#L54:54](file:///w/src/app.ts#L54:54)
        wrap_run();
        ",
          ],
          "an image": [
            "<binary image/png iVBORw==>",
          ],
        }
      `);
  });

  it('langchain-acp, which takes everything', () => {
    expect(seenBy(langchainAcp, { image: true, audio: true, embeddedContext: true }))
      .toMatchInlineSnapshot(`
        {
          "a PDF": [
            "Resource: doc.pdf
        URI: file:///w/doc.pdf
        MIME type: application/pdf
        Size: 4 bytes",
          ],
          "a branch diff": [
            "[@Changes since main](vscode://accord-acp.accord/git-diff?base=main)",
            "diff --git a/x b/x
        ",
          ],
          "a file with unsaved changes": [
            "[@app.ts](file:///w/src/app.ts)",
            "unsaved();
        ",
          ],
          "a folder": [
            "Resource: src
        URI: file:///w/src/
        Description: A folder of the workspace
        MIME type: inode/directory",
          ],
          "a selection": [
            "[@app.ts:54](file:///w/src/app.ts#L54:54)",
            "wrap_run();
        ",
          ],
          "an image": [
            "<image/png iVBORw==>",
          ],
        }
      `);
  });

  it('claude-agent-acp, which takes images and embedded content', () => {
    expect(seenBy(claudeAgentAcp, { image: true, embeddedContext: true })).toMatchInlineSnapshot(`
      {
        "a PDF": [
          "[@doc.pdf](file:///w/doc.pdf)",
        ],
        "a branch diff": [
          "[@Changes since main](vscode://accord-acp.accord/git-diff?base=main)",
          "<context ref="vscode://accord-acp.accord/git-diff?base=main">
      diff --git a/x b/x

      </context>",
        ],
        "a file with unsaved changes": [
          "[@app.ts](file:///w/src/app.ts)",
          "<context ref="file:///w/src/app.ts">
      unsaved();

      </context>",
        ],
        "a folder": [
          "[@src](file:///w/src/)",
        ],
        "a selection": [
          "[@app.ts:54](file:///w/src/app.ts#L54:54)",
          "<context ref="file:///w/src/app.ts#L54:54">
      wrap_run();

      </context>",
        ],
        "an image": [
          "<image image/png iVBORw==>",
        ],
      }
    `);
  });

  it('Banjo, which takes embedded content', () => {
    expect(seenBy(banjo, { embeddedContext: true })).toMatchInlineSnapshot(`
      {
        "a PDF": [
          "<read /w/doc.pdf>%PDF",
        ],
        "a branch diff": [
          "[@Changes since main](vscode://accord-acp.accord/git-diff?base=main)",
          "diff --git a/x b/x
      ",
        ],
        "a file with unsaved changes": [
          "[@app.ts](file:///w/src/app.ts)",
          "unsaved();
      ",
        ],
        "a folder": [
          "<read /w/src/>failed",
        ],
        "a selection": [
          "[@app.ts:54](file:///w/src/app.ts#L54:54)",
          "wrap_run();
      ",
        ],
        "an image": [
          "<read /w/shot.png>failed",
        ],
      }
    `);
  });

  it('an agent that supports only text and links still gets all texts', () => {
    expect(seenBy(claudeAgentAcp, {})).toMatchInlineSnapshot(`
      {
        "a PDF": [
          "[@doc.pdf](file:///w/doc.pdf)",
        ],
        "a branch diff": [
          "[@Changes since main](vscode://accord-acp.accord/git-diff?base=main)
      \`\`\`diff
      diff --git a/x b/x
      \`\`\`",
        ],
        "a file with unsaved changes": [
          "[@app.ts](file:///w/src/app.ts)
      \`\`\`ts
      unsaved();
      \`\`\`",
        ],
        "a folder": [
          "[@src](file:///w/src/)",
        ],
        "a selection": [
          "[@app.ts:54](file:///w/src/app.ts#L54:54)",
          "\`\`\`ts
      wrap_run();
      \`\`\`",
        ],
        "an image": [
          "[@shot.png](file:///w/shot.png)",
        ],
      }
    `);
  });
});
