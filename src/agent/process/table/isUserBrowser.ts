/**
 * Whether a command line is a web browser that the user works with. An agent's sign-in may have started it, and then it
 * descends from the agent; but its pages are the user's, and it must not end with the agent. A browser that a program
 * drives is a tool of the agent's and ends with it.
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

/** What Playwright, Puppeteer, Selenium and their like start browsers with. */
const DRIVEN =
  /^--?(?:headless|remote-debugging|juggler|marionette|enable-automation|user-data-dir|profile|test-type|no-sandbox)/;
