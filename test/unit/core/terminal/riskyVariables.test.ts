import { expect, it } from 'vitest';
import { riskyVariables } from '../../../../src/core/terminal/riskyVariables.ts';

const risky = (values: Readonly<Record<string, string>>): readonly string[] =>
  riskyVariables(Object.keys(values), values);

it('finds what makes programs load other code, in any case', () => {
  expect(risky({ LD_PRELOAD: '/x.so', node_options: '-r x', PATH: '/x', TERM: 'dumb' })).toEqual([
    'LD_PRELOAD',
    'node_options',
    'PATH',
  ]);
});

it('passes over the settings that Grok sends with every command', () => {
  const sent = {
    FORCE_COLOR: '1',
    MAVEN_OPTS: '-Dstyle.color=always',
    GROK_SESSION_ID: '01a1e404-a7c2-75e2-954d-4f4c1fa6995c',
    CARGO_TERM_PROGRESS_WHEN: 'always',
    TERM: 'xterm-256color',
    CLICOLOR_FORCE: '1',
    COLORTERM: 'truecolor',
    GRADLE_OPTS: '-Dorg.gradle.console=rich',
    PIP_PROGRESS_BAR: 'on',
    CI: 'true',
    NPM_CONFIG_PROGRESS: 'true',
  };
  expect(risky(sent)).toEqual([]);
});

it('reports a cosmetic variable with an additional value', () => {
  const sent = {
    MAVEN_OPTS: '-Dstyle.color=always -javaagent:/x.jar',
    GRADLE_OPTS: '-Dorg.gradle.console=rich\n-javaagent:/x.jar',
    NPM_CONFIG_PREFIX: '/x',
    PIP_INDEX_URL: 'http://x',
  };
  expect(risky(sent)).toEqual(Object.keys(sent));
});

it('reports a pager that is any program, and a trace that is written to a file', () => {
  const sent = {
    PAGER: 'sh -c x',
    GIT_PAGER: '/work/x',
    MANPAGER: 'x',
    BAT_PAGER: 'less -x',
    GIT_TRACE: '/home/me/.bashrc',
    GIT_TRACE2_EVENT: '/home/me/x',
  };
  expect(risky(sent)).toEqual(Object.keys(sent));
});

it('passes over pagers and traces that agents set so that git does not wait', () => {
  const sent = { PAGER: 'cat', GIT_PAGER: '', MANPAGER: 'cat', GIT_TRACE: '1', GIT_TRACE2: '0' };
  expect(risky(sent)).toEqual([]);
});

it.each(['TAR_OPTIONS', 'RSYNC_RSH', 'CARGO_TARGET_X86_64_LINKER', 'GEM_HOME', 'UV_INDEX_URL'])(
  'reports %s, which makes a program load or run something',
  name => {
    expect(risky({ [name]: '/x' })).toEqual([name]);
  },
);
