import { describe, expect, it } from 'vitest';
import { getEnabledTools } from '../../../../src/core/tools/enabledTools.ts';
import { TOOL_DEFINITIONS, TOOL_NAMES } from '../../../../src/core/tools/toolDefinitions.ts';
import { TOOL_SCHEMAS } from '../../../../src/core/tools/toolSchemas.ts';

describe('the tools', () => {
  it('are all on, except those that the user has switched off', () => {
    expect(getEnabledTools({})).toEqual(TOOL_NAMES);
    expect(getEnabledTools(undefined)).toEqual(TOOL_NAMES);
    const enabled = getEnabledTools({ get_hover: false, get_git_state: true, unknown: false });
    expect(enabled).toEqual(TOOL_NAMES.filter(name => name !== 'get_hover'));
    const none = Object.fromEntries(TOOL_NAMES.map(name => [name, false]));
    expect(getEnabledTools(none)).toEqual([]);
  });

  it.each(TOOL_NAMES)('%s has a schema that models understand', name => {
    const { description } = TOOL_DEFINITIONS[name];
    const schema = TOOL_SCHEMAS[name];
    expect(schema).toMatchObject({ type: 'object', properties: {} });
    expect(Object.keys(schema)).not.toContain('$schema');
    expect(description.length).toBeGreaterThan(40);
    expect(name).toMatch(/^[a-z_]{1,64}$/);
  });

  it('answer before many clients give up, after 60 seconds', () => {
    expect(TOOL_DEFINITIONS.run_task.input.parse({ task: 'build' }).timeoutSeconds).toBeLessThan(
      60,
    );
    expect(TOOL_DEFINITIONS.run_tests.input.parse({}).timeoutSeconds).toBeLessThan(60);
  });

  it('have required arguments only where there is no default', () => {
    expect(TOOL_SCHEMAS.get_diagnostics['required']).toBeUndefined();
    expect(TOOL_SCHEMAS.find_references['required']).toEqual(['path']);
  });
});
