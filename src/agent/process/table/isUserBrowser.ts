/**
 * Whether a command line is a web browser that the user works with. A sign-in of the agent may have started it, so that
 * it descends from the agent, but it must not end with the agent. A browser that is automated is a tool of the agent
 * and ends with it.
 */
export function isUserBrowser(commandLine: readonly string[]): boolean {
  const [program = '', ...args] = commandLine;
  const name = program.split('/').at(-1)?.toLowerCase() ?? '';
  return BROWSERS.has(name) && !args.some(arg => DRIVEN.test(arg));
}

const BROWSERS: ReadonlySet<string> = new Set([
  'brave',
  'brave-browser',
  'chrome',
  'chromium',
  'chromium-browser',
  'epiphany',
  'falkon',
  'firefox',
  'firefox-bin',
  'firefox-esr',
  'google-chrome',
  'google-chrome-stable',
  'konqueror',
  'librewolf',
  'microsoft-edge',
  'msedge',
  'opera',
  'vivaldi-bin',
  'zen',
]);

/** Arguments with which Playwright, Puppeteer, Selenium and the like start browsers. */
const DRIVEN =
  /^--?(?:headless|remote-debugging|juggler|marionette|enable-automation|user-data-dir|profile|test-type|no-sandbox)/;
