import {
  Component,
  type ComponentChild,
  createContext,
  type CSSProperties,
  type JSX,
} from 'preact';
import { useContext } from 'preact/hooks';
import { type UseTerminalParams, UseTerminal } from '../../../core/chat/messages.ts';
import type { TerminalState } from '../../../core/session/transcript/transcript.ts';
import { useHost, useSessionId } from '../../state/host.ts';
import { Icon, Spinner } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/iconButton.tsx';
import { t } from '../../ui/strings.ts';
import { type AnsiRun, AnsiScreen } from './ansiScreen.ts';
import type { AnsiStyle } from './ansiStyle.ts';

/** The terminals of the session on the page, by id. */
export const TerminalsContext = createContext<ReadonlyMap<string, TerminalState>>(new Map());

/** Only this much of the end of the output is parsed. */
const SHOWN_CHARS = 64 * 1024;
/** The number of lines rendered, from the end. */
const SHOWN_LINES = 400;
/** Closer to the end of the output than this counts as being there. */
const NEAR_PX = 24;

/** A live terminal of the agent. */
export function TerminalBox({ id }: { id: string }): JSX.Element | null {
  const terminal = useContext(TerminalsContext).get(id);
  return terminal ? <TerminalOutput terminal={terminal} /> : null;
}

class TerminalOutput extends Component<{ terminal: TerminalState }> {
  #screen = new AnsiScreen();
  #written = '';
  #box: HTMLPreElement | null = null;
  #setBox = (box: HTMLPreElement | null): void => {
    this.#box = box;
  };

  override shouldComponentUpdate(next: { terminal: TerminalState }): boolean {
    return next.terminal !== this.props.terminal;
  }

  override componentDidMount(): void {
    this.#scrollToEnd();
  }

  /** Whether the output is scrolled to its end, and should follow it. */
  override getSnapshotBeforeUpdate(): boolean {
    const box = this.#box;
    return !box || box.scrollHeight - box.scrollTop - box.clientHeight < NEAR_PX;
  }

  override componentDidUpdate(_props: object, _state: object, wasAtEnd: boolean): void {
    if (wasAtEnd) {
      this.#scrollToEnd();
    }
  }

  render({ terminal }: { terminal: TerminalState }): ComponentChild {
    this.#write(terminal.output);
    const lines = withoutEmptyLastLine(this.#screen.lines());
    const isEmpty = lines.length === 1 && lines[0]?.length === 0;
    return (
      <section class="terminal" aria-label={t('terminal', terminal.command)}>
        <div class="terminal-head">
          <Icon name="terminal" />
          <code class="terminal-command" dir="ltr" title={terminal.command}>
            {terminal.command}
          </code>
          <Exit terminal={terminal} />
          <TerminalButtons terminal={terminal} />
        </div>
        {isEmpty && terminal.exit === undefined ? null : (
          <pre class="terminal-output" tabIndex={0} dir="ltr" ref={this.#setBox}>
            {terminal.cut ? <span class="muted">{`${t('outputCut')}\n`}</span> : null}
            {isEmpty ? <span class="muted">{t('noOutput')}</span> : null}
            {lines.slice(-SHOWN_LINES).map(lineNode)}
          </pre>
        )}
      </section>
    );
  }

  /** Appends to the screen if the output has grown; otherwise parses it from the start. */
  #write(output: string): void {
    if (!output.startsWith(this.#written) || this.#written === '') {
      this.#screen = new AnsiScreen();
      this.#screen.write(tailOf(output));
    } else {
      this.#screen.write(output.slice(this.#written.length));
    }
    this.#written = output;
  }

  #scrollToEnd(): void {
    if (this.#box) {
      this.#box.scrollTop = this.#box.scrollHeight;
    }
  }
}

/** Output ends with a line break: the empty line after it is not part of it. */
const withoutEmptyLastLine = <T extends readonly unknown[]>(lines: readonly T[]): readonly T[] =>
  lines.length > 1 && lines.at(-1)?.length === 0 ? lines.slice(0, -1) : lines;

/** The end of the output, from the beginning of a line. */
function tailOf(output: string): string {
  if (output.length <= SHOWN_CHARS) {
    return output;
  }
  const tail = output.slice(-SHOWN_CHARS);
  return tail.slice(tail.indexOf('\n') + 1);
}

/** Opens the command in a VS Code terminal, and stops it if we run it or the agent lets us. */
function TerminalButtons({ terminal }: { terminal: TerminalState }): JSX.Element {
  const host = useHost();
  const sessionId = useSessionId();
  const send = (use: UseTerminalParams['use']): void =>
    host.sendNotification(UseTerminal, { sessionId, terminalId: terminal.id, use });
  return (
    <>
      {(terminal.ours || terminal.canStop) && !terminal.exit ? (
        <IconButton icon="stop" label={t('stopCommand')} onClick={() => send('stop')} />
      ) : null}
      <IconButton icon="terminal" label={t('openTerminal')} onClick={() => send('open')} />
    </>
  );
}

function Exit({ terminal }: { terminal: TerminalState }): JSX.Element {
  const { exit } = terminal;
  if (!exit) {
    return (
      <span class="terminal-exit" role="img" aria-label={t('statusRunning')}>
        <Spinner />
      </span>
    );
  }
  const failed = exit.signal !== null || (exit.code ?? 0) !== 0;
  return <span class={failed ? 'terminal-exit failed' : 'terminal-exit'}>{exitLabel(exit)}</span>;
}

/** If the agent process has died, the exit code of its commands is unknown. */
export function exitLabel({ code, signal }: NonNullable<TerminalState['exit']>): string {
  if (signal !== null) {
    return t('exitSignal', signal);
  }
  return code === null ? t('exitUnknown') : t('exitCode', code);
}

const lineNode = (runs: readonly AnsiRun[], index: number): ComponentChild => (
  <span key={index} class="terminal-line">
    {runs.map(runNode)}
    {'\n'}
  </span>
);

function runNode({ text, style }: AnsiRun): ComponentChild {
  const names = classesOf(style);
  const css = colorsOf(style);
  return names === '' && css === undefined ? (
    text
  ) : (
    <span class={names} style={css}>
      {text}
    </span>
  );
}

function classesOf(style: AnsiStyle): string {
  const [fg, bg] = style.inverse ? [style.bg, style.fg] : [style.fg, style.bg];
  return [
    typeof fg === 'number'
      ? `ansi-fg-${fg}`
      : style.inverse && fg === undefined
        ? 'ansi-inverse'
        : '',
    typeof bg === 'number'
      ? `ansi-bg-${bg}`
      : style.inverse && bg === undefined
        ? 'ansi-bg-front'
        : '',
    ...(['bold', 'dim', 'italic', 'underline', 'strike'] as const).map(name =>
      style[name] ? `ansi-${name}` : '',
    ),
  ]
    .filter(name => name !== '')
    .join(' ');
}

function colorsOf(style: AnsiStyle): CSSProperties | undefined {
  const [fg, bg] = style.inverse ? [style.bg, style.fg] : [style.fg, style.bg];
  if (typeof fg !== 'string' && typeof bg !== 'string') {
    return undefined;
  }
  return {
    ...(typeof fg === 'string' ? { color: fg } : {}),
    ...(typeof bg === 'string' ? { backgroundColor: bg } : {}),
  };
}
