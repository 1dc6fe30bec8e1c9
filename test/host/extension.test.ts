import assert from 'node:assert/strict';
import { extensions } from 'vscode';

describe('activation', () => {
  it('succeeds on request', async () => {
    const extension = extensions.getExtension('accord-acp.accord');
    assert.ok(extension, 'VS Code does not know the extension');
    await extension.activate();
    assert.ok(extension.isActive);
  });

  it('resolves the localized strings of the manifest', () => {
    const manifest = JSON.stringify(extensions.getExtension('accord-acp.accord')?.packageJSON);
    assert.match(manifest, /"title":"New Session"/);
    assert.doesNotMatch(manifest, /"%[\w.]+%"/);
  });
});
