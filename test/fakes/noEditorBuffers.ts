import type { EditorBuffers } from '../../src/agent/review/unsaved/editorBuffers.ts';

/** The buffers of an editor in which no file is open. */
export const noEditorBuffers: EditorBuffers = {
  isOpen: () => false,
  isBusy: () => false,
  endAgentWrite: () => {},
  editCount: () => 0,
  hasShown: () => false,
  listUnsaved: () => [],
};
