import { UserError } from '../../core/errors.ts';
import { t } from '../../core/l10n.ts';

/**
 * Settings with which git starts no program but itself. They overrule the configuration files, which may come with a
 * repository. Settings that contain a name of their own (`filter.<name>.clean`) are overruled by
 * `getOverridingSettings`.
 */
export const NO_PROGRAMS: readonly string[] = [
  'core.fsmonitor=false',
  'core.hooksPath=/dev/null',
  'core.pager=cat',
  'core.editor=:',
  'sequence.editor=:',
  'core.askPass=',
  'core.sshCommand=',
  'core.gitProxy=',
  'core.alternateRefsCommand=',
  'credential.helper=',
  'diff.external=',
  'gpg.program=',
  'interactive.diffFilter=',
  'uploadpack.packObjectsHook=',
  'gc.recentObjectsHook=',
  'gc.auto=0',
  'maintenance.auto=false',
  'protocol.allow=never',
  'log.showSignature=false',
  'submodule.recurse=false',
  'safe.bareRepository=explicit',
];

/** Variables that count more than any setting. */
export const NO_PROGRAM_VARIABLES = {
  GIT_ALLOW_PROTOCOL: 'none',
  GIT_NO_LAZY_FETCH: '1',
  GIT_TERMINAL_PROMPT: '0',
  GIT_ASKPASS: '',
  SSH_ASKPASS: '',
  GIT_EDITOR: ':',
  GIT_SEQUENCE_EDITOR: ':',
  GIT_PAGER: 'cat',
} as const;

/** The last part of every setting whose value is a program; nothing else that git knows ends like this. */
const STARTS_PROGRAM =
  /\.(?:clean|smudge|process|textconv|driver|helper|program|vcs|uploadpack|receivepack|\w*command|\w*cmd|\w*hook)$/;

/** Settings that make git fail if a program does not run, or look for one. */
const NEEDS_PROGRAM = /\.(?:required|promisor)$/;

const HOOK_COMMAND = /^(hook\..*)\.command$/s;

const OVERRULED_LIMIT = 1000;

/** The settings that overrule those in `names` that start a program. `names` are all settings of a repository. */
export function getOverridingSettings(names: readonly string[], folder: string): readonly string[] {
  const found = new Set(names);
  const settings = [...found].flatMap(name => {
    const hook = HOOK_COMMAND.exec(name)?.[1];
    return [
      ...(STARTS_PROGRAM.test(name) ? [`${name}=`] : []),
      ...(NEEDS_PROGRAM.test(name) ? [`${name}=false`] : []),
      ...(hook === undefined ? [] : [`${hook}.enabled=false`]),
    ];
  });
  // Git splits `-c name=value` at the first equals sign, so a name with one cannot be overruled.
  const isImpossible = settings.some(setting => setting.indexOf('=') !== setting.lastIndexOf('='));
  if (isImpossible || settings.length > OVERRULED_LIMIT) {
    throw createSettingsError(folder);
  }
  return settings;
}

/** The error for settings that cannot be overruled. */
export const createSettingsError = (folder: string): UserError =>
  new UserError(
    t("{0} wasn't read because its git settings run programs in an unusual way.", folder),
  );
